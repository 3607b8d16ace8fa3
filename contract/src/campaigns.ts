import { RIGHTS } from '@overture/domain/access/permissions';
import { ACCOUNT_TYPES } from '@overture/domain/accounts';
import { CAMPAIGN_STATUSES } from '@overture/domain/campaign/transitions';
import { MORE_VARIANTS } from '@overture/domain/flow/flow';
import { CONDITION_TYPES, STEP_TYPES } from '@overture/domain/flow/step-types';
import {
  CAMPAIGN_DAILY_LIMITS,
  CAMPAIGN_SENDERS_MAX,
  CAMPAIGN_TOTAL_LIMITS,
  REQUEST_LIMITS,
  TEXT_LIMITS,
} from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { LANGUAGES } from '@overture/domain/message/languages';
import { PROVIDER_MATCHINGS } from '@overture/domain/sending/sender-choice';
import { WINDOWS_A_DAY } from '@overture/domain/sending/sending-window';
import { z } from 'zod';
import { campaignMails, campaignMailsBody } from './campaign-mails.ts';
import {
  cursorQuery,
  done,
  endpoint,
  idSchema,
  listQuery,
  nextCursor,
  pageQuery,
  seenVersion,
  unused,
} from './endpoint.ts';
import { figureDays } from './figure-days.ts';
import { formattedTextsSchema } from './formatted-texts.ts';
import { labelSchema } from './labels.ts';
import { campaignTouchRules } from './touch-locks.ts';

export const campaignStatusSchema = z.enum(CAMPAIGN_STATUSES);

/** ISO weekdays (Monday 1) and hours of the wall clock in the campaign's zone; `end` may be 24:00. */
const sendingWindowSchema = z.object({
  days: z.array(z.number().int().min(1).max(7)).min(1).max(50),
  start: z.string().max(5),
  end: z.string().max(5),
});

/** Several windows a weekday, keyed '1' (Monday) to '7'; at most three a day. */
const weekWindowsSchema = z.record(
  z.string().max(1),
  z.array(z.object({ start: z.string().max(5), end: z.string().max(5) })).max(WINDOWS_A_DAY),
);

export const campaignAccountSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  picture_url: z.string().nullable(),
  account_type: z.enum(ACCOUNT_TYPES),
  status: z.string(),
});

/**
 * Counts of the leads of a campaign that are not archived; where a period is asked for, contacts and replies are those told in it, as
 * the overview counts them. `reply_rate` is replied over contacted leads, in percent, one decimal.
 */
const campaignCounts = {
  total_prospects: z.number().int(),
  total_completed_leads: z.number().int(),
  total_contacted: z.number().int(),
  total_replies: z.number().int(),
  reply_rate: z.number(),
};

/** Higher counts are capped at this. */
export const MOST_WAITING_COUNTED = 1000;

const campaignHead = {
  id: z.number().int(),
  name: z.string(),
  status: campaignStatusSchema,
  created_at: z.iso.datetime(),
  accounts: z.array(campaignAccountSchema),
  labels: z.array(labelSchema),
  ...campaignCounts,
  timezone: z.string(),
  language: z.enum(LANGUAGES),
  email_max_messages: z.number().int(),
  linkedin_max_messages: z.number().int(),
  linkedin_max_connections: z.number().int(),
  /** Same as `total_prospects`. */
  amount_of_prospects: z.number().int(),
  /** Leads of a running or paused campaign that wait for data, counted up to `MOST_WAITING_COUNTED`. */
  waiting_for_data: z.number().int(),
  /** What was done for all leads so far, archived ones included. */
  total_emails_sent: z.number().int(),
  total_linkedin_messages_sent: z.number().int(),
  total_invites_sent: z.number().int(),
  total_invites_accepted: z.number().int(),
  /**
   * `reply_rate_display`: replies over messages of each variant ("A 12.5% / B 9%") at one tested step, the one with most messages; null
   * while it sent nothing. `step` is that step with its number among the steps; the analytics of the campaign count the same.
   */
  ab_testing: z.object({
    enabled: z.boolean(),
    reply_rate_display: z.string().nullable(),
    step: z.object({ id: z.number().int(), type: z.enum(STEP_TYPES), number: z.number().int() }).nullable(),
    /** Further steps with two messages. */
    other_steps: z.number().int(),
  }),
};

/** A campaign in lists and pickers: everything but its flow, which thousands of campaigns would make heavy. */
const campaignSummarySchema = z.object(campaignHead);
export type CampaignSummary = z.output<typeof campaignSummarySchema>;

export const attachmentSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
});

const nodeLinks = {
  id: z.number().int(),
  delay_in_hours: z.number().int(),
  ...{ parent_step_id: z.number().int().nullable(), parent_condition_id: z.number().int().nullable() },
  /** The branch of its parent condition; null under a step and at the start. */
  is_yes_child: z.boolean().nullable(),
};

export const stepSchema = z.object({
  ...nodeLinks,
  step_type: z.enum(STEP_TYPES),
  ...{ child_step_id: z.number().int().nullable(), child_condition_id: z.number().int().nullable() },
  message: z.string().nullable(),
  subject_line: z.string().nullable(),
  placeholder_message: z.string().nullable(),
  /** Variant B exists only while A/B testing is on. */
  ...{ message_b: z.string().nullable(), subject_line_b: z.string().nullable() },
  placeholder_message_b: z.string().nullable(),
  more_variants: z.array(
    z.object({
      ...{ variant: z.enum(MORE_VARIANTS), message: z.string() },
      ...{ subject_line: z.string().nullable(), placeholder_message: z.string().nullable() },
    }),
  ),
  /** Formatted texts of the email's variants as HTML, by variant; null for none. The message of a variant is its text part. */
  formatted_texts: formattedTextsSchema.nullable(),
  /** Days it is held for a lead without the address of its channel before it is passed over; null for ever, and where it needs none. */
  address_wait_in_days: z.number().int().nullable(),
  /** The messages under their other names, for clients that read those. */
  ...{ message_template: z.string().nullable(), message_template_b: z.string().nullable() },
  attachments: z.array(attachmentSchema),
  attachment_total_size: z.number().int(),
  /** Rises with every change of its texts and its delay; 1 in templates. */
  version: z.number().int(),
});
export type Step = z.output<typeof stepSchema>;

/** Children of a condition: one field for each branch, for any kind of child. */
export const conditionSchema = z.object({
  ...nodeLinks,
  condition_type: z.enum(CONDITION_TYPES),
  /** The link whose click counts; null for any link, and for other conditions. */
  link_url: z.string().nullable(),
  yes_child_step_id: z.number().int().nullable(),
  no_child_step_id: z.number().int().nullable(),
});
export type Condition = z.output<typeof conditionSchema>;

/** A campaign with its flow: `steps` and `conditions` name each other by ids from one sequence. */
export const campaignSchema = z.object({
  ...campaignHead,
  sending_window: sendingWindowSchema,
  /** Replaces `sending_window`, which then covers all of them; null when `sending_window` applies. */
  windows: weekWindowsSchema.nullable(),
  /** Whole days of a delay are days of the sending window. */
  counts_working_days: z.boolean(),
  /** Nothing planned leaves on public holidays. */
  skips_holidays: z.boolean(),
  /** Of which country ('DE') or region ('DE-BY'); null for what the time zone says (`listHolidayCalendars`). */
  holiday_calendar: z.string().nullable(),
  /** The hours hold by the clock of each lead too. */
  uses_lead_zone: z.boolean(),
  /** The custom column that names the sender of each lead: its address, its name, or the colleague it belongs to. */
  sender_column_id: z.number().int().nullable(),
  /** Whether a first mail goes from a mailbox at the provider of who gets it. */
  provider_matching: z.enum(PROVIDER_MATCHINGS),
  /** Over all senders of the campaign; null where only the senders' limits hold. */
  ...{ max_emails_per_day_total: z.number().int().nullable(), max_new_leads_per_day: z.number().int().nullable() },
  ...campaignMails.shape,
  /** What the campaign asks for beyond the organization's touch lock; null for its rules. */
  touch_rules: campaignTouchRules.nullable(),
  ...{ email_account_id: z.number().int().nullable(), linkedin_account_id: z.number().int().nullable() },
  /** All senders of each channel that take new leads; the first is `email_account_id`, `linkedin_account_id`. */
  ...{ email_account_ids: z.array(z.number().int()), linkedin_account_ids: z.array(z.number().int()) },
  /** Id of the first node, in the field of its kind. */
  ...{ first_step: z.number().int().nullable(), first_condition: z.number().int().nullable() },
  steps: z.array(stepSchema),
  conditions: z.array(conditionSchema),
  /** Credits that look-ups of the flow may still cost, as agreed; null without a bound (campaigns that ran before there was one). */
  lookup_credits: z.number().int().nullable(),
  activated_at: z.iso.datetime().nullable(),
  completed_at: z.iso.datetime().nullable(),
  /** Rises with every change of the settings. */
  version: z.number().int(),
});
export type Campaign = z.output<typeof campaignSchema>;

/**
 * Credits that look-ups of the flow may cost at most, as shown to the user: nothing is looked up beyond them. A start or a published
 * revision replaces what is left (left out, it stays; none in a new campaign); adding leads adds to it.
 */
export const agreedCredits = z.number().int().min(0).max(REQUEST_LIMITS.max_agreed_credits);

const dailyLimit = ({ min, max }: { min: number; max: number }) => unused(z.number().int().min(min).max(max));

/** Fields left out or null stay as they are. */
const campaignSettingsBody = z.object({
  ...{ name: unused(z.string().max(TEXT_LIMITS.campaign_name_max)), timezone: unused(z.string().max(64)) },
  language: unused(z.enum(LANGUAGES)),
  sending_window: unused(sendingWindowSchema),
  email_max_messages: dailyLimit(CAMPAIGN_DAILY_LIMITS.email_max_messages),
  linkedin_max_messages: dailyLimit(CAMPAIGN_DAILY_LIMITS.linkedin_max_messages),
  linkedin_max_connections: dailyLimit(CAMPAIGN_DAILY_LIMITS.linkedin_max_connections),
  /** An empty object goes back to `sending_window`; so does writing that alone. */
  windows: unused(weekWindowsSchema),
  ...{ counts_working_days: unused(z.boolean()), skips_holidays: unused(z.boolean()) },
  /** An empty text goes back to what the time zone says. */
  holiday_calendar: unused(z.string().max(24)),
  uses_lead_zone: unused(z.boolean()),
  /** 0 removes the assignment. */
  sender_column_id: unused(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)),
  provider_matching: unused(z.enum(PROVIDER_MATCHINGS)),
  /** 0 takes the limit away. */
  max_emails_per_day_total: unused(z.number().int().min(0).max(CAMPAIGN_TOTAL_LIMITS.max_emails_per_day_total.max)),
  max_new_leads_per_day: unused(z.number().int().min(0).max(CAMPAIGN_TOTAL_LIMITS.max_new_leads_per_day.max)),
  ...campaignMailsBody,
  touch_rules: unused(campaignTouchRules),
  ...{ email_account_id: unused(idSchema), linkedin_account_id: unused(idSchema) },
  /** Senders who share the campaign; those left out finish the leads they have touched and take no new ones. */
  email_account_ids: unused(z.array(idSchema).min(1).max(CAMPAIGN_SENDERS_MAX)),
  linkedin_account_ids: unused(z.array(idSchema).min(1).max(CAMPAIGN_SENDERS_MAX)),
  /**
   * What happens to the active leads of removed senders: they finish there (default), the other senders take them over,
   * or they end.
   */
  leads_of_removed: unused(z.enum(['finish', 'hand_over', 'end'])),
  version: seenVersion,
});

/** A flow to begin a campaign with. Ids of its steps and conditions count from 1 in each template. */
export const templateSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** A line about the built-in ones. */
  description: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
  ...{ first_step: z.number().int().nullable(), first_condition: z.number().int().nullable() },
  steps: z.array(stepSchema),
  conditions: z.array(conditionSchema),
});
export type Template = z.output<typeof templateSchema>;

const draftBody = {
  /** Left out, the draft gets a name, after its template where it has one. */
  name: unused(z.string().max(TEXT_LIMITS.campaign_name_max)),
  /** Zone of the caller's browser, for the organization's first campaign; later ones take that of the newest. */
  timezone: unused(z.string().max(64)),
};

export const CAMPAIGNS_FEATURE = 'campaign_creation_enabled';
const campaignAnswer = z.object({ campaign: campaignSchema });

const campaignsQuery = {
  sort_field: z.string().max(40).optional(),
  sort_direction: z.string().max(4).optional(),
  search: z.string().max(TEXT_LIMITS.search_query_max).optional(),
  /** Whose contacts and replies count; all days when left out. */
  ...figureDays,
  sender_accounts: listQuery(z.array(idSchema).max(1000).optional()),
  campaigns: listQuery(z.array(idSchema).max(1000).optional()),
  /** Without it all but the archived ones. */
  campaign_statuses: listQuery(z.array(campaignStatusSchema).max(5).optional()),
  labels: listQuery(z.array(idSchema).max(1000).optional()),
};

export const campaignsEndpoints = {
  listCampaigns: endpoint('GET /campaigns/', {
    summary: 'All campaigns, archived ones included, newest first',
    shows: ['campaigns'],
    ok: z.object({ campaigns: z.array(campaignSummarySchema).max(LIST_LIMITS.campaigns) }),
  }),
  createCampaign: endpoint('POST /campaigns/', {
    summary: 'Create a blank draft',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    body: z.object(draftBody),
    ok: campaignAnswer,
  }),
  setCampaignsStatus: endpoint('PATCH /campaigns/', {
    summary:
      'Archive campaigns (ARCHIVED) or move them back (PAUSED); with `undo`, back to what they were 10 minutes ago',
    touches: ['campaigns', 'campaign_senders'],
    roles: RIGHTS.work,
    body: z.object({
      campaign_ids: z.array(idSchema).min(1).max(1000),
      status: campaignStatusSchema,
      /** With PAUSED: unarchives; a draft becomes a draft again, a running campaign runs. */
      undo: unused(z.boolean()),
    }),
    errors: ['campaign_transition_refused'],
    ok: done,
  }),
  getCampaign: endpoint('GET /campaigns/{id}/', {
    summary: 'A campaign with its flow',
    shows: ['campaigns'],
    ok: campaignAnswer,
  }),
  updateCampaign: endpoint('PUT /campaigns/{id}/', {
    summary: 'Change the settings of a campaign',
    touches: ['campaigns', 'campaign_senders'],
    roles: RIGHTS.work,
    body: campaignSettingsBody,
    errors: ['bad_request', 'changed_meanwhile'],
    ok: campaignAnswer,
  }),
  duplicateCampaign: endpoint('POST /campaigns/{id}/duplicate/', {
    summary: 'Copy settings, flow, messages and attachments into a new draft without leads',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    ok: campaignAnswer,
  }),
  createFromTemplate: endpoint('POST /campaigns/templates/create/', {
    summary: 'A draft with the steps, messages and delays of a template',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    body: z.object({ template_id: idSchema, ...draftBody }),
    errors: ['feature_disabled'],
    ok: campaignAnswer,
  }),
  saveAsTemplate: endpoint('POST /campaigns/{id}/save-as-template/', {
    summary: 'Keep steps, messages and delays as a template of the organization; attachments stay behind',
    touches: ['templates'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    body: z.object({ name: z.string().max(TEXT_LIMITS.template_name_max) }),
    errors: ['bad_request'],
    ok: z.object({ success: z.literal(true), template: templateSchema }),
  }),
  activateCampaign: endpoint('POST /campaigns/{id}/activate/', {
    summary: 'Start a draft (all leads, or prospect_ids); pause when active; resume when paused',
    touches: ['campaigns', 'campaign_leads', 'lookups', 'user', 'credits'],
    roles: RIGHTS.work,
    body: z.object({
      linkedin_account_id: unused(idSchema),
      email_account_id: unused(idSchema),
      /** Several senders a channel; they go before the single ones. */
      email_account_ids: unused(z.array(idSchema).min(1).max(CAMPAIGN_SENDERS_MAX)),
      linkedin_account_ids: unused(z.array(idSchema).min(1).max(CAMPAIGN_SENDERS_MAX)),
      prospect_ids: unused(z.array(idSchema).max(REQUEST_LIMITS.max_ids)),
      lookup_credits: unused(agreedCredits),
      /**
       * Status the caller saw. The same call starts and pauses. If another user (or a second click) was first, the goal
       * is already reached and nothing is undone. A request for other senders or named leads then gives a conflict.
       */
      status: unused(campaignStatusSchema),
    }),
    max_body_bytes: REQUEST_LIMITS.max_json_body_in_bytes,
    errors: ['activation_refused', 'campaign_transition_refused', 'bad_request', 'conflict', 'subscription_required'],
    ok: campaignAnswer,
  }),
  pauseCampaign: endpoint('POST /campaigns/{id}/pause/', {
    summary: 'Pause a running campaign; a paused one stays as it is',
    touches: ['campaigns', 'campaign_leads'],
    roles: RIGHTS.work,
    errors: ['campaign_transition_refused'],
    ok: campaignAnswer,
  }),
  downloadCampaignAnalytics: endpoint('GET /dashboard/campaign-analytics/csv/', {
    recorded: { event: 'export_made' },
    summary: 'All campaigns that pass the filters with their figures as a CSV file, at most 5000',
    query: z.object(campaignsQuery),
    errors: ['bad_request'],
    ok: z.unknown(),
  }),
  listCampaignAnalytics: endpoint('GET /dashboard/campaign-analytics/', {
    summary: 'Campaigns with their figures, 25 a page; the campaigns list',
    shows: ['campaigns', 'figures'],
    query: z.object({ page: pageQuery, ...cursorQuery, ...campaignsQuery }),
    errors: ['bad_request', 'cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      success: z.literal(true),
      campaigns: z.array(campaignSummarySchema),
      total_campaigns: z.number().int(),
    }),
  }),
};
