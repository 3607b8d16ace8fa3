export {
  checkMailboxes,
  claimMailboxes,
  type LeasedMailbox,
  type MailboxLease,
  offerMailbox,
  releaseMailboxes,
  renewMailboxes,
  saveSyncCursor,
  withdrawMailbox,
} from './mailbox-leases.store.ts';
