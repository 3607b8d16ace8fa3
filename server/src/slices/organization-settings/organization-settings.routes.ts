import type { organizationSettingsEndpoints } from '@overture/contract/organization-settings';
import type { RouteTable } from '../../kernel/slice.ts';
import { changeSettings } from './organization-settings.service.ts';
import { getSettings } from './organization-settings.store.ts';

export const organizationSettingsRoutes: RouteTable<typeof organizationSettingsEndpoints> = {
  getOrganizationSettings: (ctx) => ctx.read(getSettings),
  changeOrganizationSettings: (ctx, { body }) => changeSettings(ctx, body),
};
