import type { Slice } from '../../kernel/slice.ts';
import { runRetention } from './retention.service.ts';
import { LOOP } from './retention.store.ts';

export { retentionRoutes } from './retention.routes.ts';

export const retentionSlice: Slice = {
  name: 'retention',
  loops: [{ name: LOOP, interval_in_ms: 600_000, run: runRetention }],
};
