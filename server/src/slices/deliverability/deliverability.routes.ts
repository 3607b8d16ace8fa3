import type { deliverabilityOverviewEndpoints } from '@overture/contract/deliverability-overview';
import type { RouteTable } from '../../kernel/slice.ts';
import { listDeliverability } from './deliverability.service.ts';

export const deliverabilityRoutes: RouteTable<typeof deliverabilityOverviewEndpoints> = { listDeliverability };
