import { CALL_OUTCOMES } from '@overture/domain/calls/call-outcomes';
import { LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { VARIANTS } from '@overture/domain/flow/flow';
import { CONDITION_TYPES, NODE_TYPES, STEP_TYPES } from '@overture/domain/flow/step-types';
import { REPLY_CLASSES } from '@overture/domain/inbound/reply-classes';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { campaignAccountSchema, campaignStatusSchema } from './campaigns.ts';
import { cursorQuery, endpoint, idSchema, jsonQuery, listQuery, nextCursor, pageQuery } from './endpoint.ts';
import { figureDays } from './figure-days.ts';
import { zoneQuery } from './organization-settings.ts';

const count = z.number().int();
const text = z.string().nullable();

/** What happened on one day of the zone that was asked for (UTC if none was). */
export const dailyMetricsSchema = z.object({
  date: z.iso.date(),
  emails_sent: count,
  linkedin_messages_sent: count,
  invites_sent: count,
  invites_accepted: count,
  replies: count,
  interested: count,
});

const totals = {
  /** The zone whose days are counted. */
  time_zone: z.string(),
  amount_of_emails_sent: count,
  amount_of_invites_sent: count,
  amount_of_invites_accepted: count,
  /** LinkedIn messages and InMails. */
  amount_of_linkedin_messages_sent: count,
  /** Leads reached for the first time; a person in two campaigns is two leads. */
  amount_of_prospects_contacted: count,
  amount_of_replies: count,
  amount_of_interested: count,
  daily_metrics: z.array(dailyMetricsSchema),
};

/** A node of the flow within the range: `completed` and `failed` runs, answers of a condition, replies to the step. */
const stepMetricsSchema = z.object({
  step_id: count,
  type: z.enum(NODE_TYPES),
  parent_id: count.nullable(),
  is_yes_child: z.boolean().nullable(),
  completed: count,
  failed: count,
  yes: count,
  no: count,
  replied: count,
  interested: count,
  /** Mails that came back; they are among the completed ones. */
  bounced: count,
  /** Mails that were reported as spam. */
  complained: count,
  /** A later revision has deleted the step; what it did still counts. */
  is_deleted: z.boolean(),
});
export type StepMetrics = z.output<typeof stepMetricsSchema>;

const sentFigures = { sent: count, replies: count, interested: count, bounced: count };
/** What a sender's messages of a campaign came to, together and by step and variant. */
const senderFiguresSchema = z.object({
  account: campaignAccountSchema,
  ...sentFigures,
  steps: z.array(
    z.object({
      step_id: count,
      step_type: z.enum(STEP_TYPES),
      is_deleted: z.boolean(),
      /** Null where the step had one message. */
      variant: z.enum(VARIANTS).nullable(),
      ...sentFigures,
    }),
  ),
});
export type SenderFigures = z.output<typeof senderFiguresSchema>;

const rateSchema = z.object({ rate: z.number(), low: z.number(), high: z.number() });
const variantSchema = z.object({
  sent: count,
  replies: count,
  interested: count,
  /** Percent with the 95 % interval. */
  reply_rate: rateSchema,
});
const abTestSchema = z.object({
  step_id: count,
  step_type: z.enum(STEP_TYPES),
  a: variantSchema,
  b: variantSchema,
  /** All variants, A and B among them. */
  variants: z.array(variantSchema.extend({ variant: z.enum(VARIANTS) })),
  verdict: z.enum(['not_enough_data', 'no_difference', 'a', 'b']),
});
export type AbTest = z.output<typeof abTestSchema>;

const campaignAnalyticsSchema = z.object({
  /** Leads of the campaign that are not archived, in any range. */
  amount_of_prospects: count,
  ...totals,
  /** Seconds between a message and its answer; null without replies. */
  average_reply_time: z.number().nullable(),
  metrics_per_step: z.array(stepMetricsSchema),
  /**
   * The current positions of leads, and all runs so far: `{stepId}`, not_started, ..., completion_{stepId},
   * completion_yes_{id}, bounced_{id}.
   */
  pipeline: z.record(z.string(), count),
  /** Steps with two messages, over the whole campaign. */
  ab_testing: z.object({ enabled: z.boolean(), steps: z.array(abTestSchema) }),
});
export type CampaignAnalytics = z.output<typeof campaignAnalyticsSchema>;

const meetingCounts = {
  /** Booked in the range, also those that were cancelled or missed later. */
  booked: count,
  /** Of those booked: moved at least once. */
  moved: count,
  cancelled: count,
  /** The lead didn't come. */
  no_show: count,
};
const meetingFiguresSchema = z.object({
  /** False before the first meeting. */
  has_meetings: z.boolean(),
  /** The zone whose days are counted. */
  time_zone: z.string(),
  ...meetingCounts,
  /** By who connected the senders that had contacted the lead before; two people can have the same meeting. */
  people: z.array(z.object({ id: count, name: z.string(), ...meetingCounts })).max(LIST_LIMITS.members),
});
export type MeetingFigures = z.output<typeof meetingFiguresSchema>;

const replyTypes = z.array(z.object({ class: z.enum(REPLY_CLASSES), leads: count })).max(REPLY_CLASSES.length);
const replyTypeFiguresSchema = z.object({
  /** The zone whose days are counted. */
  time_zone: z.string(),
  /** Each lead once, by the last that they said of the offer in these days. Most first. */
  classes: replyTypes,
});
export type ReplyTypeFigures = z.output<typeof replyTypeFiguresSchema>;

const callCounts = {
  calls: count,
  /** The lead themselves was on the phone. */
  connected: count,
};
const callFiguresSchema = z.object({
  /** The zone whose days and hours are counted. */
  time_zone: z.string(),
  ...callCounts,
  /** Hours with calls, by the clock of the zone. */
  hours: z.array(z.object({ hour: z.number().int().min(0).max(23), ...callCounts })).max(24),
  /** Most calls first; without id and name those of people who left. */
  people: z
    .array(
      z.object({
        id: count.nullable(),
        name: text,
        ...callCounts,
        outcomes: z.array(z.object({ outcome: z.enum(CALL_OUTCOMES), calls: count })).max(CALL_OUTCOMES.length),
      }),
    )
    .max(LIST_LIMITS.members),
});
export type CallFigures = z.output<typeof callFiguresSchema>;

const organizationAnalyticsSchema = z.object(totals);
export type OrganizationAnalytics = z.output<typeof organizationAnalyticsSchema>;

const personFields = {
  /** The person's id, the same in every list, campaign and chat. */
  id: count,
  first_name: z.string(),
  last_name: z.string(),
  job_title: text,
  linkedin_profile_url: text,
  profile_picture_url: text,
  company: z.object({ name: text, logo_url: text, linkedin_url: text, website_url: text }),
};

const analyticsProspectSchema = z.object({
  ...personFields,
  campaign: z.object({ id: count, name: z.string() }),
  campaign_status: z.enum(LEAD_STATUSES),
  /** The last time it happened; null where the number is a standing. */
  occurred_at: z.iso.datetime().nullable(),
});
export type AnalyticsProspect = z.output<typeof analyticsProspectSchema>;

const ids = listQuery(z.array(idSchema).max(1000).optional());
const people = z.object({
  success: z.literal(true),
  prospects: z.array(analyticsProspectSchema),
  total_prospects: count,
  ...nextCursor,
});
const category = z.string().min(1).max(40);
const FEATURE = 'campaign_creation_enabled';

const activityFields = {
  step: z.object({ id: count, step_type: z.enum(STEP_TYPES) }).nullable(),
  condition: z.object({ id: count, condition_type: z.enum(CONDITION_TYPES) }).nullable(),
};

/** A node that was carried out for a lead, or failed. */
const activitySchema = z.object({
  prospect: z.object(personFields),
  ...activityFields,
  scheduled_for: z.iso.datetime(),
  branch: z.enum(['yes', 'no']).nullable(),
  error: text,
  /** What the receiving server said about a mail that came back; null for one that did not. */
  bounce_reason: text,
  /** In words, why a step had nothing to do, or why a condition was answered with no. */
  note: text,
  /** Every try of a call, the first one first, at most the latest 20; `note` has the words of the last. */
  calls: z.array(
    z.object({
      outcome: z.enum(CALL_OUTCOMES),
      /** Of an own outcome. */
      outcome_name: text,
      note: text,
      recorded_at: z.iso.datetime(),
    }),
  ),
  next_action: z.object({ ...activityFields, scheduled_for: z.iso.datetime().nullable() }).nullable(),
  campaign: z.object({ id: count, name: z.string() }),
});
export type Activity = z.output<typeof activitySchema>;

const idList = z.array(idSchema).max(1000).nullish();
/** Spelled as the specification has them. */
export const activityFiltersSchema = z.object({
  actionType: z.array(z.enum(NODE_TYPES)).max(NODE_TYPES.length).nullish(),
  fromDate: z.iso.date().nullish(),
  toDate: z.iso.date().nullish(),
  campaignId: idList,
  prospectId: idSchema.nullish(),
  accountId: idList,
  /** The days are those of this zone; of UTC when it is left out. */
  timeZone: zoneQuery,
});
export type ActivityFilters = z.input<typeof activityFiltersSchema>;

/** Which days and campaigns the figures of an organization are about. */
const organizationFigures = {
  ...figureDays,
  sender_accounts: ids,
  campaigns: ids,
  campaign_statuses: listQuery(z.array(campaignStatusSchema).max(5).optional()),
};

export const analyticsEndpoints = {
  getCampaignAnalytics: endpoint('GET /campaigns/{id}/analytics/', {
    summary: 'Figures of a campaign over a range of days, its pipeline and A/B tests',
    shows: ['figures'],
    query: z.object(figureDays),
    errors: ['bad_request'],
    ok: z.object({ analytics: campaignAnalyticsSchema }),
  }),
  listCampaignClasses: endpoint('GET /campaigns/{id}/analytics/classes/', {
    summary: 'What the answers of the leads of a campaign say, as far as it is sure, over its whole life',
    shows: ['figures'],
    ok: z.object({ classes: replyTypes }),
  }),
  listCampaignSenderFigures: endpoint('GET /campaigns/{id}/analytics/senders/', {
    summary: 'Messages of a campaign over a range of days by sender, step and variant, with their replies and bounces',
    shows: ['figures'],
    query: z.object(figureDays),
    errors: ['bad_request'],
    ok: z.object({ senders: z.array(senderFiguresSchema).max(LIST_LIMITS.accounts) }),
  }),
  downloadCampaignAnalyticsProspects: endpoint('GET /campaigns/{id}/analytics/prospects/csv/', {
    recorded: { event: 'export_made', subject: 'campaign' },
    summary: 'All people behind a number of a campaign as a CSV file, at most a million',
    query: z.object({ ...figureDays, category }),
    errors: ['bad_request'],
    ok: z.unknown(),
  }),
  listCampaignAnalyticsProspects: endpoint('GET /campaigns/{id}/analytics/prospects', {
    summary: 'The people behind a number of a campaign, 25 a page',
    shows: ['figures'],
    query: z.object({ ...figureDays, category, page: pageQuery, ...cursorQuery }),
    errors: ['bad_request', 'cursor_invalid'],
    ok: people,
  }),
  getOrganizationAnalytics: endpoint('GET /dashboard/organization-campaign-analytics/', {
    summary: 'Figures of all campaigns over a range of days',
    shows: ['figures'],
    feature: FEATURE,
    query: z.object(organizationFigures),
    errors: ['bad_request'],
    ok: z.object({ analytics: organizationAnalyticsSchema }),
  }),
  getMeetingFigures: endpoint('GET /dashboard/meetings/', {
    summary: 'Meetings that leads booked in a range of days, moved, cancelled or missed, in all and by person',
    shows: ['figures'],
    feature: FEATURE,
    query: z.object(organizationFigures),
    errors: ['bad_request'],
    ok: z.object({ meetings: meetingFiguresSchema }),
  }),
  getReplyTypeFigures: endpoint('GET /dashboard/reply-types/', {
    summary: 'What leads of campaigns replied in a range of days, as far as it is sure, each lead once',
    shows: ['figures'],
    feature: FEATURE,
    query: z.object(organizationFigures),
    errors: ['bad_request'],
    ok: z.object({ reply_types: replyTypeFiguresSchema }),
  }),
  getCallFigures: endpoint('GET /dashboard/calls/', {
    summary: 'Calls that were recorded in a range of days, by hour and by person, with how many reached the lead',
    shows: ['figures'],
    feature: FEATURE,
    query: z.object(organizationFigures),
    errors: ['bad_request'],
    ok: z.object({ calls: callFiguresSchema }),
  }),
  downloadOrganizationAnalyticsProspects: endpoint('GET /dashboard/organization-campaign-analytics/prospects/csv/', {
    recorded: { event: 'export_made' },
    summary: 'All people behind a number of the dashboard as a CSV file, at most a million',
    feature: FEATURE,
    query: z.object({
      ...organizationFigures,
      category,
    }),
    errors: ['bad_request'],
    ok: z.unknown(),
  }),
  listOrganizationAnalyticsProspects: endpoint('GET /dashboard/organization-campaign-analytics/prospects', {
    summary: 'The people behind a number of the dashboard, 25 a page',
    shows: ['figures'],
    feature: FEATURE,
    query: z.object({
      ...organizationFigures,
      category,
      page: pageQuery,
      ...cursorQuery,
    }),
    errors: ['bad_request', 'cursor_invalid'],
    ok: people,
  }),
};

export const activitiesEndpoints = {
  downloadActivities: endpoint('GET /activities/csv/', {
    recorded: { event: 'export_made' },
    summary: 'All activities that pass the filters as a CSV file, newest first, at most a million',
    query: z.object({ filters: jsonQuery(activityFiltersSchema.optional()) }),
    errors: ['bad_request'],
    ok: z.unknown(),
  }),
  listActivities: endpoint('GET /activities/', {
    summary: 'What campaigns did, newest first, 25 a page',
    query: z.object({
      page: pageQuery,
      ...cursorQuery,
      filters: jsonQuery(activityFiltersSchema.optional()),
    }),
    errors: ['bad_request', 'cursor_invalid'],
    ok: z.object({ activities: z.array(activitySchema), total_activities: count, ...nextCursor }),
  }),
};
