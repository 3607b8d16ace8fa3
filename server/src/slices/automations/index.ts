import type { Slice } from '../../kernel/slice.ts';
import { runAutomations } from './run-automations.service.ts';
import { LOOP, pruneDays } from './runs.store.ts';
import { addressPurpose } from './slack.service.ts';

export { automationsRoutes } from './automations.routes.ts';

export const automationsSlice: Slice = {
  name: 'automations',
  sealed: [{ table: 'slack_connections', column: 'sealed_url', key: 'organization_id', purpose: addressPurpose }],
  loops: [
    { name: LOOP, interval_in_ms: 250, run: runAutomations },
    { name: 'old-automation-days', interval_in_ms: 3_600_000, run: (ctx) => ctx.systemTransaction(pruneDays) },
  ],
};
