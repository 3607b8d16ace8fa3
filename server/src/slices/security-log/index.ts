import type { Slice } from '../../kernel/slice.ts';
import { sealDays } from './chain.service.ts';
import { SEAL_LOOP } from './chain.store.ts';

export { checkSecurityLogs } from './chain.service.ts';
export { securityLogRoutes } from './security-log.routes.ts';
export { listSecurityEvents } from './security-log.service.ts';

export const securityLogSlice: Slice = {
  name: 'security-log',
  loops: [{ name: SEAL_LOOP, interval_in_ms: 600_000, run: sealDays }],
};
