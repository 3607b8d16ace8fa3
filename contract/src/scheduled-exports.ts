import { RIGHTS } from '@overture/domain/access/permissions';
import {
  EXPORT_DELIVERIES,
  EXPORT_RHYTHMS,
  SCHEDULED_EXPORT_KINDS,
  SCHEDULED_EXPORT_LIMITS,
} from '@overture/domain/scheduled-exports';
import { z } from 'zod';
import { done, endpoint, idSchema, unused } from './endpoint.ts';

const scheduledExportSchema = z.object({
  id: z.number().int(),
  kind: z.enum(SCHEDULED_EXPORT_KINDS),
  /** Of the list or campaign. */
  name: z.string(),
  search_id: z.number().int().nullable(),
  campaign_id: z.number().int().nullable(),
  every: z.enum(EXPORT_RHYTHMS),
  hour: z.number().int(),
  delivery: z.enum(EXPORT_DELIVERIES),
  /** Null once it was stopped. */
  next_at: z.iso.datetime().nullable(),
  /** Why it is not delivered any longer. */
  stopped: z.string().nullable(),
});
export type ScheduledExport = z.output<typeof scheduledExportSchema>;

const list = z.object({
  /** Hours are those of this zone. */
  time_zone: z.string(),
  exports: z.array(scheduledExportSchema).max(SCHEDULED_EXPORT_LIMITS.exports),
  max_exports: z.number().int(),
});

const linkSchema = z.object({
  ...scheduledExportSchema.pick({ kind: true, name: true, search_id: true, campaign_id: true }).shape,
  /** The days before it was made; those of this zone. */
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  time_zone: z.string(),
  expires_at: z.iso.datetime(),
});
export type ScheduledExportLink = z.output<typeof linkSchema>;

/** Exports that a person gets by mail, or the organization's webhooks get, at an hour of the organization's zone. */
export const scheduledExportsEndpoints = {
  listScheduledExports: endpoint('GET /scheduled-exports/', {
    summary: "The caller's scheduled exports",
    shows: ['scheduled_exports'],
    ok: list,
  }),
  createScheduledExport: endpoint('POST /scheduled-exports/', {
    recorded: { event: 'setting_changed', subject: 'setting' },
    summary:
      'Mail a link to an export, or announce it to webhooks, each day, each Monday, or on the first of each month',
    touches: ['scheduled_exports'],
    roles: RIGHTS.work,
    while_acting: 'refused',
    body: z.object({
      kind: z.enum(SCHEDULED_EXPORT_KINDS),
      /** Of leads of a list. */
      search_id: unused(idSchema),
      /** Of leads or messages of a campaign. */
      campaign_id: unused(idSchema),
      every: z.enum(EXPORT_RHYTHMS),
      hour: z.number().int().min(0).max(23),
      /** `email` by default. `webhook` sends the event `export.ready`, with the call that makes the file. */
      delivery: unused(z.enum(EXPORT_DELIVERIES)),
    }),
    errors: ['bad_request', 'forbidden'],
    status: 201,
    ok: list,
  }),
  deleteScheduledExport: endpoint('DELETE /scheduled-exports/{id}/', {
    recorded: { event: 'setting_changed', subject: 'setting' },
    summary: 'Stop a scheduled export; its links end',
    touches: ['scheduled_exports'],
    roles: RIGHTS.work,
    ok: done,
  }),
  getScheduledExportLink: endpoint('GET /scheduled-exports/links/{id}/', {
    summary: 'What a mailed link exports, for its person and for a week',
    shows: ['scheduled_exports'],
    ok: linkSchema,
  }),
};
