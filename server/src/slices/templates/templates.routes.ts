import type { templatesEndpoints } from '@overture/contract/templates';
import type { RouteTable } from '../../kernel/slice.ts';
import type { Availability } from './templates.rules.ts';
import { listTemplates } from './templates.service.ts';

/** `isAvailable` says which step types the engine can carry out; it stands after templates. */
export function createTemplatesRoutes(availability: Availability): RouteTable<typeof templatesEndpoints> {
  return { listTemplates: (ctx) => listTemplates(ctx, availability) };
}
