export {
  forgetSeenWords,
  insertLinkedinEvent,
  type LinkedinEventRow,
  listUnheard,
  listUnwoken,
  listWaitingEvents,
  lockEvent,
  markEventFailed,
  markEventProcessed,
  pruneLinkedinEvents,
} from './linkedin-events.store.ts';
export { describeMessage, type SeenMessage, withhold } from './seen-messages.rules.ts';
