import { findMailExchangers } from '@overture/adapters/mailbox/mail-exchangers';
import type { AccountFacts } from '../slices/accounts/index.ts';
import { listCampaignsOfAccount } from '../slices/campaigns/index.ts';
import { readDaysLeft } from '../slices/outbound/index.ts';

/** What the slices after accounts know about a sender. */
export const accountFacts: AccountFacts = {
  async describeUsage(tx, ids) {
    const days = ids.map((id) => ({ scope: 'account' as const, scope_id: id, cap: 0 }));
    const left = await readDaysLeft(tx, days, tx.clock.now());
    // With a cap of nothing, what is left is what was used, below zero.
    return new Map(
      left.map((day) => [
        day.scope_id,
        { email_messages: 0 - day.left, linkedin_messages: 0, linkedin_connections: 0 },
      ]),
    );
  },
  listAffectedCampaigns: (tx, accountId) => listCampaignsOfAccount(tx, accountId),
  findMailExchangers,
};
