import type { Slice } from '../../kernel/slice.ts';
import { CALLS_LOOP } from './calls.store.ts';
import { deleteLeftReservations, settleCalls } from './settle-calls.service.ts';

export { callsRoutes } from './calls.routes.ts';
export { findOpening } from './calls.rules.ts';
export { clickedPeople, interestedPeople, isLateClick, ownerOf } from './calls.store.ts';

export const callsSlice: Slice = {
  name: 'calls',
  loops: [
    { name: CALLS_LOOP, interval_in_ms: 1000, run: settleCalls },
    { name: 'left-calls', interval_in_ms: 600_000, run: deleteLeftReservations },
  ],
};
