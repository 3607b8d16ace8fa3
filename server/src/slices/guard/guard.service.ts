import type { GuardState } from '@overture/contract/guard';
import type { GuardCause } from '@overture/domain/sending/guard';
import { ownDomain } from '@overture/domain/sending/own-domain';
import { orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { wakeCampaigns, wakeSender } from '../campaign-lanes/index.ts';
import { listMailboxes, releaseGuard } from '../sending-guard/index.ts';
import { listStates } from './guard.store.ts';

export async function listGuardStates(ctx: SessionContext): Promise<GuardState[]> {
  return ctx.read(async (tx) => {
    const states = await listStates(tx);
    const mailboxes = states.some(({ scope }) => scope === 'domain')
      ? await listMailboxes(tx, [tx.organization.id])
      : [];
    return states.map(({ domain, scope_id, since, account_id, ...state }) => ({
      ...state,
      scope_id: state.scope === 'domain' ? null : scope_id,
      since: since.toISOString(),
      account_ids:
        state.scope === 'domain'
          ? mailboxes.filter(({ email }) => ownDomain(email) === domain).map(({ id }) => id)
          : account_id === null
            ? []
            : [account_id],
    }));
  });
}

/** Released leads continue with the next tick. @throws not_found when nothing of this id is paused */
export async function releasePaused(
  ctx: SessionContext,
  id: number,
  given: { cause: GuardCause; note?: string | null | undefined },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const note = given.note ? given.note : null;
    const { account_ids, campaign_id } = orNotFound(await releaseGuard(tx, id, { cause: given.cause, note }));
    for (const account of account_ids) await wakeSender(tx, account);
    if (campaign_id !== null) await wakeCampaigns(tx, [campaign_id]);
  });
}
