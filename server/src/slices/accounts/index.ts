export { setAccountStatus } from './account-status.service.ts';
export { type AccountFacts, createAccountsRoutes } from './accounts.routes.ts';
export { type DescribeUsage, listAccountSummaries } from './accounts.service.ts';
export { type AccountRow, findAccount, findAccounts, listAccounts } from './accounts.store.ts';
export { getMailboxConnection, openConnection } from './mailbox.service.ts';
export {
  checkMailboxes,
  claimMailboxes,
  type LeasedMailbox,
  type MailboxLease,
  releaseMailboxes,
  renewMailboxes,
  saveSyncCursor,
} from './mailbox-lease.store.ts';
