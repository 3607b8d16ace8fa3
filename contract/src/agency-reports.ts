import { RIGHTS } from '@overture/domain/access/permissions';
import { VARIANTS } from '@overture/domain/flow/flow';
import { STEP_TYPES } from '@overture/domain/flow/step-types';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { isMonth } from '@overture/domain/money/agency-bills';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timeZoneSchema } from './organization-settings.ts';

const monthText = z.string().refine(isMonth, 'Please give a month like 2026-11.');
/** `2026-11`, by the client's clock; this one when it is left out. */
const query = z.object({ month: monthText.optional() });

const figuresSchema = z.object({
  emails_sent: z.number().int(),
  linkedin_messages_sent: z.number().int(),
  invites_sent: z.number().int(),
  contacted: z.number().int(),
  replies: z.number().int(),
  interested: z.number().int(),
});

const range = z.object({ start_date: z.iso.date(), end_date: z.iso.date() });

const reportSchema = z.object({
  month: z.string(),
  client: z.object({ id: z.number().int(), name: z.string() }),
  /** The client's: its days and months are those that count. */
  time_zone: z.string(),
  /** False while the month lasts: figures are those up to today. */
  is_over: z.boolean(),
  /** The days that count, and those they are compared with: the month before, or as many of its days. */
  range,
  range_before: range,
  figures: figuresSchema,
  figures_before: figuresSchema,
  /** Every day of the range, in order. */
  days: z.array(figuresSchema.extend({ date: z.iso.date() })),
  /** Campaigns with any figures, those that reached most people first. */
  campaigns: z.array(
    figuresSchema.extend({
      campaign_id: z.number().int(),
      /** Null where the client keeps its agency out. */
      name: z.string().nullable(),
    }),
  ),
  /** Campaigns with figures that are not listed because there are too many. */
  more_campaigns: z.number().int(),
  /** By the lower end of the reply rate's 95 % interval, in percent; of those that were sent often enough. */
  best_messages: z.array(
    z.object({
      campaign_id: z.number().int(),
      name: z.string().nullable(),
      step_type: z.enum(STEP_TYPES),
      /** Counted from the campaign's beginning; null of a message that it has no more. */
      step: z.number().int().nullable(),
      /** Of an A/B test. */
      variant: z.enum(VARIANTS).nullable(),
      sent: z.number().int(),
      replies: z.number().int(),
      interested: z.number().int(),
      reply_rate: z.number(),
      reply_rate_low: z.number(),
    }),
  ),
  /** How often a message must be sent in the month to be among the best. */
  minimum_sent: z.number().int(),
});
export type ClientReport = z.output<typeof reportSchema>;

const mailsSchema = z.object({
  /** That the client goes by. */
  time_zone: z.string(),
  /** The chosen zone; null: the zone of the client's first campaign, or UTC. */
  chosen_time_zone: z.string().nullable(),
  /** Who can get it: people who answer for the agency, and those of the client. */
  people: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      email: z.string(),
      of: z.enum(['agency', 'client']),
      is_chosen: z.boolean(),
    }),
  ),
  /** Reports with unconfirmed delivery, and those the mail server refused (its words). */
  unsettled: z.array(
    z.object({ user_id: z.number().int(), name: z.string(), month: z.string(), refused: z.string().nullable() }),
  ),
  /** The month whose report is mailed next, and when. */
  next_month: z.string(),
  next_at: z.iso.datetime(),
});
export type ReportMails = z.output<typeof mailsSchema>;

const report = { roles: RIGHTS.agency, for_agencies: true, query, errors: ['no_report'] } as const;

export const agencyReportsEndpoints = {
  getClientReport: endpoint('GET /agency/clients/{id}/report/', {
    ...report,
    summary: "A client's month in counted figures: activity beside the month before, campaigns and best messages",
    // Its days count in the zone that is set with the mails.
    shows: ['report_mails'],
    ok: z.object({ report: reportSchema }),
  }),
  downloadClientReport: endpoint('GET /agency/clients/{id}/report/pdf/', {
    ...report,
    summary: "The same as a PDF file in the agency's brand",
    recorded: { event: 'export_made', subject: 'client' },
    ok: z.unknown(),
  }),
  getReportMails: endpoint('GET /agency/clients/{id}/report/mails/', {
    summary: "Who gets a client's report by mail on the first of each month, and by which clock",
    shows: ['report_mails'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: z.object({ mails: mailsSchema }),
  }),
  setReportMails: endpoint('PUT /agency/clients/{id}/report/mails/', {
    summary: 'Choose who gets the report by mail and the zone it goes by; the first is of the month that is running',
    touches: ['report_mails'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object({
      /** All who get it from now on; none: it is not mailed. */
      user_ids: z.array(z.number().int().positive()).max(AGENCY_LIMITS.report_recipients),
      /** Left out: as it is. Null: that of the client's first campaign. */
      time_zone: timeZoneSchema.optional(),
    }),
    errors: ['client_gone'],
    ok: z.object({ mails: mailsSchema }),
  }),
  mailReportAgain: endpoint('POST /agency/clients/{id}/report/mails/again/', {
    summary: 'Resend a report to one recipient if its delivery is unconfirmed or the mail server refused it',
    touches: ['report_mails'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object({ user_id: z.number().int().positive(), month: monthText }),
    errors: ['no_report', 'mail_not_sent'],
    ok: z.object({ mails: mailsSchema }),
  }),
};
