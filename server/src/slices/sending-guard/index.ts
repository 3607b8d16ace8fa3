export { bookComplaint, bookTroubles, pruneGuard, releaseGuard } from './guard.service.ts';
export { campaignGuard, listMailboxes } from './guard.store.ts';
export { getMailCalendar, getSendingState } from './sending-state.store.ts';
