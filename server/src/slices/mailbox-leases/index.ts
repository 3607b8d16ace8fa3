export {
  checkMailboxes,
  claimMailboxes,
  type LeasedMailbox,
  type MailboxLease,
  offerMailbox,
  READING_LIMITS,
  releaseMailboxes,
  renewMailboxes,
  saveSyncCursor,
  withdrawMailbox,
} from './mailbox-leases.store.ts';
