export { failpoint, failpointSoon } from './dispatch/failpoints.service.ts';
export { bookComplaint, bookTroubles, releaseGuard } from './guard/guard.service.ts';
export { campaignGuard, listMailboxes } from './guard/guard.store.ts';
export { type ActionState, forgetTexts, listActionStates, listHeldElsewhere } from './intents/actions-of.store.ts';
export {
  cancelPlanned,
  cancelPlannedAction,
  countOpen,
  findOwnMails,
  findUnconfirmed,
  getSendingState,
  insertIntents,
  listSentMails,
  lockPlanned,
  lockPlannedFor,
  type OwnMail,
  type SentMailRow,
} from './intents/intents.store.ts';
export {
  findRecipient,
  isMessageOfOurs,
  listSentActions,
  type SentActionRow,
} from './intents/linkedin-actions.store.ts';
export {
  type ActionContent,
  type Budget,
  type Letter,
  type Outcome,
  riskyBudget,
  type Verdict,
} from './intents/outbound.rules.ts';
export type { IntentHead, OutboundKind, SettledIntent } from './intents/outbound-kind.rules.ts';
export { isSafeQueueId, parseQueueId } from './intents/queue-ids.rules.ts';
export { findQueued, findSentTo, recordSentId } from './intents/sent-ids.store.ts';
export { listThreads, type Thread } from './intents/threads.store.ts';
export {
  confirmByEvidence,
  confirmInvites,
  confirmSaid,
  createOutboundSlice,
  planAction,
  postponePlanned,
  resolveIntent,
  wakeDispatchers,
} from './outbound.service.ts';
export { findContacted, listRecipients, listTextsTo, listWrittenTo } from './senders/contacts.store.ts';
export { findDayPlans, openDayPlans } from './senders/day-plans.store.ts';
export {
  channelSuppressedBecause,
  isAddress,
  isChannelSuppressed,
  isErased,
  isKeptOut,
  isSuppressed,
  listSuppressed,
  type Reach,
  reachOfEmail,
  reachOfLead,
  suppressedBecause,
} from './senders/left-alone.store.ts';
export { domainBudget } from './senders/own-domain.rules.ts';
export { listSenders, listUncountedDays, lockSenders, type Sender } from './senders/senders.store.ts';
export { listDaysLeft, listUsedDays, listWeeks } from './senders/sending-days.store.ts';
export { insertSuppressions } from './senders/suppressions.store.ts';
