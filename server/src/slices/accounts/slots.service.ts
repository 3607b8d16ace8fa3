import { decideConnection } from '@overture/domain/sender-slots';
import type { Actor, Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, found } from '../../kernel/errors.ts';
import { findOrganization, isInTrial } from '../organization/index.ts';
import { countSlots } from './accounts.rules.ts';
import * as store from './accounts.store.ts';

type Person = Pick<Actor, 'id' | 'role'>;

/** May this person connect one more sender of the kind? Throws the plan's text when not. */
export async function demandFreeSlot(
  ctx: Pick<Context, 'transaction'> & { user: Person },
  kind: 'email' | 'linkedin',
): Promise<void> {
  await ctx.transaction((tx) => checkSlot(tx, ctx.user, kind));
}

/** The same inside a transaction; answers the senders there are. Take `lockConnecting` before, where one is added. */
export async function checkSlot(
  tx: TransactionContext,
  person: Person,
  kind: 'email' | 'linkedin',
): Promise<store.AccountRow[]> {
  const organization = found(await findOrganization(tx, tx.organization.id));
  const rows = await store.listAccounts(tx, tx.organization.id);
  const decision = decideConnection(
    kind,
    { id: person.id, role: person.role, organization },
    {
      is_in_trial: isInTrial(organization, tx.clock.now()),
      is_partner: false,
      extra_linkedin_accounts: organization.extra_linkedin_accounts,
      extra_email_accounts: organization.extra_email_accounts,
      accounts: countSlots(rows),
    },
  );
  if (!decision.allowed) throw new ApiError(decision.reason === 'trial' ? 'trial_sender_limit' : 'sender_limit');
  return rows;
}
