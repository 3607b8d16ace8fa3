import type { templatesEndpoints } from '@overture/contract/templates';
import type { RouteTable } from '../../kernel/slice.ts';
import { listTemplates } from './templates.service.ts';

export const templatesRoutes: RouteTable<typeof templatesEndpoints> = { listTemplates };
