import { findMailExchangers } from '@overture/adapters/mailbox/mail-exchangers';
import type { AccountFacts } from '../slices/accounts/index.ts';

/** What the slices after accounts know about a sender. */
export const accountFacts: AccountFacts = {
  describeUsage: async () => new Map(),
  listAffectedCampaigns: async () => [],
  findMailExchangers,
};
