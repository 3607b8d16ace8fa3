import { decideConnection, isPartnerEmail } from '@overture/domain/money/sender-slots';
import type { Actor, Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { findOrganization } from '../organization/index.ts';
import { isInTrial } from '../plans/index.ts';
import { findUser } from '../users/index.ts';
import { countSlots } from './accounts.rules.ts';
import * as store from './accounts.store.ts';

type Person = Pick<Actor, 'id' | 'role'>;

/** May this person connect one more sender of the kind? Throws the plan's text when not. */
export async function requireFreeSlot(
  ctx: Pick<Context, 'transaction'> & { user: Person },
  kind: 'email' | 'linkedin',
): Promise<void> {
  await ctx.transaction((tx) => checkSlot(tx, ctx.user, kind));
}

export interface Slots {
  accounts: store.AccountRow[];
  is_partner: boolean;
}

/** The same inside a transaction; returns the plan facts a new sender needs. Call `lockConnecting` first when adding one. */
export async function checkSlot(tx: TransactionContext, person: Person, kind: 'email' | 'linkedin'): Promise<Slots> {
  const organization = orNotFound(await findOrganization(tx, tx.organization.id));
  const rows = await store.listAccounts(tx, tx.organization.id);
  const user = await findUser(tx, person.id);
  const is_partner = Boolean(user?.verified_at) && isPartnerEmail(user?.email ?? '', tx.config.PARTNER_EMAIL_DOMAIN);
  const decision = decideConnection(
    kind,
    { id: person.id, role: person.role, organization },
    {
      is_in_trial: isInTrial(organization, tx.clock.now()),
      is_partner,
      extra_linkedin_accounts: organization.extra_linkedin_accounts,
      extra_email_accounts: organization.extra_email_accounts,
      accounts: countSlots(rows),
    },
  );
  if (!decision.allowed) throw new ApiError(decision.reason === 'trial' ? 'trial_sender_limit' : 'sender_limit');
  return { accounts: rows, is_partner };
}
