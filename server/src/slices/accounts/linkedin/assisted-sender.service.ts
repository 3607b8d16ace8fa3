import { defaultDailyLimits, type LinkedinTier } from '@overture/domain/accounts';
import { getLinkedinName } from '@overture/domain/linkedin/linkedin-actions';
import { parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { announceStatus, recordConnected } from '../account-status.service.ts';
import { takesBaseSlot } from '../accounts.rules.ts';
import { lockConnecting } from '../accounts.store.ts';
import { checkSlot } from '../slots.service.ts';
import * as store from './linkedin.store.ts';

const NO_PROFILE = 'Enter the address of a LinkedIn profile, such as https://www.linkedin.com/in/ada-jansen.';

/**
 * Adds a LinkedIn sender that no program acts for: the engine plans its actions, and members of the team carry them out.
 * @throws bad_request, conflict, trial_sender_limit, sender_limit
 */
export async function connectAssisted(
  ctx: SessionContext,
  given: { name: string; profile_url: string; tier: LinkedinTier },
): Promise<number> {
  const name = toSingleLine(cleanText(given.name));
  const linkedin_public_identifier = getLinkedinName(parseLinkedinProfile(given.profile_url)?.key ?? null);
  if (linkedin_public_identifier === null || name === '') throw new ApiError('bad_request', { reason: NO_PROFILE });
  return ctx.transaction(async (tx) => {
    await lockConnecting(tx, tx.organization.id);
    const person = {
      account_type: 'LINKEDIN',
      linkedin_member_id: null,
      linkedin_public_identifier,
      email: null,
    } as const;
    const same = await store.findSeat(tx, tx.organization.id, { ...person, provider_account_id: null });
    if (same) throw new ApiError('conflict', { reason: `${same.name} is already a sender with this profile.` });
    const { linkedin_max_connections, linkedin_max_messages } = defaultDailyLimits('LINKEDIN', given.tier);
    const seat = {
      ...person,
      ...{ name, tier: given.tier, picture_url: null, phone: null, provider_account_id: null, is_assisted: true },
      ...{ linkedin_max_connections, linkedin_max_messages, organization_id: tx.organization.id },
      is_base_account: takesBaseSlot(await checkSlot(tx, ctx.user, 'linkedin')),
    };
    const row = (await store.reviveSeat(tx, seat)) ?? (await store.insertSeat(tx, seat));
    tx.live.publish('account_connected', { account_id: row.id });
    await recordConnected(tx, row);
    announceStatus(tx, row.id, row.status);
    return row.id;
  });
}
