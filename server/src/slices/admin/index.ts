import type { Slice } from '../../kernel/slice.ts';
import { grantMonthlyCredits } from './organizations.service.ts';

export { adminFiguresRoutes, adminRoutes, adminTemplatesRoutes, createAdminSystemRoutes } from './admin.routes.ts';
export {
  AT_THE_MACHINE,
  grantOrganizationCredits,
  listOrganizations,
  resume,
  setAgency,
  setPlan,
  suspend,
} from './organizations.service.ts';
export { listQueue, listWorkers } from './system.store.ts';

export const adminSlice: Slice = {
  name: 'admin',
  loops: [{ name: 'monthly-credits', interval_in_ms: 600_000, run: grantMonthlyCredits }],
};
