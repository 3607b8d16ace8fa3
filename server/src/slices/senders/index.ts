export {
  domainBudget,
  findRisk,
  holdActions,
  holdSenders,
  listSenders,
  listUncountedDays,
  lockSenders,
  type Sender,
  saveInviteUsage,
  saveRamps,
  setNextSends,
  setSentCopy,
} from './senders.store.ts';
