import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { ORGANIZATION_SETTINGS, type SettingName } from '@overture/domain/organization/settings';
import { isTimeZone } from '@overture/domain/time/timezones';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';

export const timeZoneSchema = z
  .string()
  .max(TEXT_LIMITS.time_zone_max)
  .refine(isTimeZone, 'Please choose a time zone from the list.')
  .nullable();

/** Of the caller's browser: a new organization goes by it. One that is not known here is as good as none. */
export const browserZone = unused(z.string().max(TEXT_LIMITS.time_zone_max));

/** The zone whose days a call counts. */
export const zoneQuery = timeZoneSchema.unwrap().optional();

const kinds = { switch: z.boolean(), time_zone: timeZoneSchema };

type SettingSchemas = { [Name in SettingName]: (typeof kinds)[(typeof ORGANIZATION_SETTINGS)[Name]['kind']] };

const settingsSchema = z.object(
  Object.fromEntries(
    Object.entries(ORGANIZATION_SETTINGS).map(([name, { kind }]) => [name, kinds[kind]]),
  ) as SettingSchemas,
);

export const organizationSettingsEndpoints = {
  getOrganizationSettings: endpoint('GET /organization/settings/', {
    summary: 'The settings that hold for all of the organization’s work',
    shows: ['organization_settings'],
    ok: settingsSchema,
  }),
  changeOrganizationSettings: endpoint('PATCH /organization/settings/', {
    summary: 'Change settings of the organization, from this moment on; fields that are left out stay',
    touches: ['organization_settings'],
    roles: RIGHTS.settings,
    body: settingsSchema.partial(),
    ok: settingsSchema,
  }),
};
