export { failpoint, failpointSoon } from './dispatch/failpoints.service.ts';
export { type ActionState, forgetTexts, listActionStates, listHeldElsewhere } from './intents/actions-of.store.ts';
export { findContacted, listRecipients, listTextsTo, listWrittenTo } from './intents/contacts.store.ts';
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
