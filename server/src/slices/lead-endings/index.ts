export {
  announceStops,
  CAMPAIGN_STEP,
  describeBounce,
  endAfterBooking,
  endAfterCall,
  endHeldByMessage,
  recordBounce,
  recordComplaint,
  recordLeft,
  recordReply,
  recordUnsubscribe,
  stopStartedReplied,
} from './lead-endings.service.ts';
export { endTouchedLeads } from './lead-endings.store.ts';
