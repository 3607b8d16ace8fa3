import type { Slice } from '../../kernel/slice.ts';
import { moveMonthlyExtras } from './clients/client-credits.service.ts';
import { eraseClients } from './ending/erase-clients.service.ts';
import { mailReports } from './report/report-mails.service.ts';

export { agencyRoutes } from './agency.routes.ts';
export { moveMonthlyExtras } from './clients/client-credits.service.ts';

export const agencySlice: Slice = {
  name: 'agency',
  loops: [
    { name: 'cancelled-clients', interval_in_ms: 600_000, run: eraseClients },
    { name: 'monthly-extras', interval_in_ms: 600_000, run: moveMonthlyExtras },
    { name: 'client-reports', interval_in_ms: 600_000, run: mailReports },
  ],
};
