import type { Slice } from '../../kernel/slice.ts';
import { eraseWaiting } from './erase-people.service.ts';
import { followErasure } from './erasures.service.ts';
import { LOOP } from './erasures.store.ts';
import { writeJournal } from './journal.service.ts';

export { deleteForRetention } from './erase-people.service.ts';
export { erasuresRoutes } from './erasures.routes.ts';
export { replayJournal } from './journal.service.ts';
export { listSamePerson } from './known-by.store.ts';

export const erasuresSlice: Slice = {
  name: 'erasures',
  on: { people_erased: followErasure },
  loops: [
    { name: LOOP, interval_in_ms: 1000, run: eraseWaiting },
    { name: 'erasure-journal', interval_in_ms: 1000, run: writeJournal },
  ],
};
