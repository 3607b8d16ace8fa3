export { failpoint, failpointSoon } from './dispatch/failpoints.service.ts';
export { findRecipient, isMessageOfOurs, readSentDeeds, type SentDeedRow } from './intents/deeds.store.ts';
export {
  cancelPlanned,
  countOpen,
  findOwnMails,
  findUnconfirmed,
  insertIntents,
  type OwnMail,
  readSendingState,
  readSentMails,
  readThreads,
  type SentMailRow,
} from './intents/intents.store.ts';
export type { Budget, Deed, Letter, Outcome, Verdict } from './intents/outbound.rules.ts';
export type { IntentHead, OutboundKind, SettledIntent } from './intents/outbound-kind.rules.ts';
export {
  confirmByEvidence,
  confirmInvites,
  confirmSaid,
  createOutboundSlice,
  decideUnconfirmed,
  planAction,
  wakeDispatchers,
} from './outbound.service.ts';
export { findContacted, readRecipients } from './senders/contacts.store.ts';
export { lockSenders, readSenders, type Sender } from './senders/senders.store.ts';
export { readDaysLeft, readUsedDays, readWeeks } from './senders/sending-days.store.ts';
export { insertSuppressions, isSuppressed } from './senders/suppressions.store.ts';
