export { bookComplaint, bookTroubles, pruneGuard, releaseGuard } from './guard.service.ts';
export { campaignGuard, listMailboxes } from './guard.store.ts';
export {
  compareDatabase,
  type DatabaseMark,
  findKnownDatabase,
  isFormerDatabase,
  isOlder,
  markedInstallation,
} from './known-database.store.ts';
export { getMailCalendar, getSendingState } from './sending-state.store.ts';
