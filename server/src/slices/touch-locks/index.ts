import type { Slice } from '../../kernel/slice.ts';
import { recordEarlierContacts } from './recording.service.ts';
import { RECORDING_LOOP } from './recording.store.ts';
import { followErasure, followInterest, followUnsubscribe } from './touch-locks.service.ts';

export { claimTouches } from './claim.service.ts';
export { hasTouchLock, sharesTouchRules } from './claim.store.ts';
export { isCompanyHeld } from './companies.store.ts';
export { followArchiving, holdForGood, isTouchLocked, restAfterMail } from './holds.store.ts';
export { recordEarlierContacts } from './recording.service.ts';
export { recordAgain } from './recording.store.ts';
export { touchLocksRoutes } from './touch-locks.routes.ts';
export { allowCampaignRules } from './touch-locks.service.ts';

export const touchLocksSlice: Slice = {
  name: 'touch-locks',
  on: {
    lead_interest_changed: followInterest,
    lead_unsubscribed: followUnsubscribe,
    people_erased: followErasure,
  },
  loops: [{ name: RECORDING_LOOP, interval_in_ms: 1000, run: recordEarlierContacts }],
};
