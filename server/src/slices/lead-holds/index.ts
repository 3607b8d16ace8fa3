export { changeHold, holdForAbsence } from './absence.service.ts';
export { findHeldUntil } from './absence.store.ts';
export { holdForMessage } from './message-holds.service.ts';
export {
  hasUnfinishedLead,
  holdStartedLeads,
  isSendingStep,
  listRunningCampaigns,
  lockHeldByMessage,
  lockRunningLeads,
  type RunningLead,
} from './message-holds.store.ts';
export { holdForUnmatchedReply, releaseUnmatchedReply } from './unmatched-replies.service.ts';
