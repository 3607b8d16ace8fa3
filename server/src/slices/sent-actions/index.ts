export {
  type ActionState,
  forgetMailTexts,
  forgetTexts,
  listActionStates,
  listHeldElsewhere,
} from './action-states.store.ts';
export { findContacted, listRecipients, listTextsTo, listWrittenTo } from './contacts.store.ts';
export {
  findRecipient,
  isMessageOfOurs,
  isSentToPerson,
  listSentActions,
  type SentActionRow,
  squeeze,
} from './sent-actions.store.ts';
