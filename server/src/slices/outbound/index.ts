export { findContacted, readRecipients } from './contacts.store.ts';
export { findRecipient, isMessageOfOurs, readSentDeeds, type SentDeedRow } from './deeds.store.ts';
export { failpoint, failpointSoon } from './failpoints.service.ts';
export {
  cancelPlanned,
  countOpen,
  findOwnMails,
  findUnconfirmed,
  insertIntents,
  type NewIntent,
  type OwnMail,
  readSendingState,
  readSentMails,
  readThreads,
  type SentMailRow,
} from './intents.store.ts';
export type { Budget, Deed, Letter, Outcome, Verdict } from './outbound.rules.ts';
export {
  confirmByEvidence,
  confirmInvites,
  confirmSaid,
  createOutboundSlice,
  decideUnconfirmed,
  type OutboundOptions,
  planAction,
  ringDispatchers,
} from './outbound.service.ts';
export type { IntentHead, OutboundKind, RecognisedIntent, SettledIntent } from './outbound-kind.rules.ts';
export { lockSenders, readSenders, type Sender } from './senders.store.ts';
export { readDaysLeft, readUsedDays, readWeeks } from './sending-days.store.ts';
export { insertSuppressions, isSuppressed, type Suppression, type SuppressionReason } from './suppressions.store.ts';
