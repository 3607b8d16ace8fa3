import { RIGHTS } from '@overture/domain/access/permissions';
import { LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { CONDITION_TYPES, STEP_TYPES } from '@overture/domain/flow/step-types';
import { INBOX_LIMITS, LEADS_PER_COMPANY, REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { WAITING_RULES } from '@overture/domain/sending/waiting-rules';
import { z } from 'zod';
import { actingKey } from './acting-key.ts';
import { leadSnippetSchema } from './ai-segments.ts';
import { agreedCredits, CAMPAIGNS_FEATURE, campaignAccountSchema } from './campaigns.ts';
import { booleanQuery, cursorQuery, done, endpoint, idSchema, nextCursor, pageQuery, unused } from './endpoint.ts';
import { labelSchema } from './labels.ts';
import { zoneQuery } from './organization-settings.ts';
import {
  kanbanStatusSchema,
  prospectSchema,
  seenSelection,
  seenSelectionBody,
  selectionBody,
  tableBody,
  tableQuery,
} from './prospects.ts';
import { sentenceSchema } from './said.ts';

const text = z.string().nullable();

const nodeOfLead = {
  step: z.object({ id: z.number().int(), step_type: z.enum(STEP_TYPES) }).nullable(),
  condition: z.object({ id: z.number().int(), condition_type: z.enum(CONDITION_TYPES) }).nullable(),
};

/** How a node went: at most one of the three is there. */
const outcome = {
  /** Why it was given up, or that the mail came back for good. */
  error: text,
  /** Why there was nothing to do although it counts as done: 'You were connected with this person already.'; or that the mail came back. */
  note: text,
  /** The answer of a condition. */
  is_yes: z.boolean().nullable(),
};

/** What holds an action, in words, and until when it surely does. */
const waitingForSchema = z.object({
  rule: z.enum(WAITING_RULES),
  text: z.string(),
  sentence: sentenceSchema,
  until: z.iso.datetime().nullable(),
});

const nextActionSchema = z.object({
  ...nodeOfLead,
  scheduled_for: z.iso.datetime().nullable(),
  waiting_for: waitingForSchema,
});

export type NextAction = z.output<typeof nextActionSchema>;

const previousActionSchema = z.object({
  ...nodeOfLead,
  scheduled_for: z.iso.datetime().nullable(),
  completed: z.boolean(),
  completed_at: z.iso.datetime().nullable(),
  ...outcome,
});

export type PreviousAction = z.output<typeof previousActionSchema>;

const leadStatusSchema = z.enum(LEAD_STATUSES);

/** A lead of a campaign. `id` is the person's id, the same in every list, campaign and chat. */
const campaignLeadSchema = prospectSchema.extend({
  campaign_status: leadStatusSchema,
  next_action: nextActionSchema.nullable(),
  previous_actions: z.array(previousActionSchema),
  /** Words of the last failure, also of the end of the campaign for this lead. */
  error: text,
  /** Labels of the inbox, by name; they belong to the lead. */
  labels: z.array(labelSchema),
  /** The conversation is marked as important. */
  is_flagged: z.boolean(),
  kanban_status: kanbanStatusSchema.nullable(),
  /** Who writes to the lead on each channel, once that is known: from the first touch on it stays so. */
  senders: z.array(
    z.object({ channel: z.enum(['email', 'linkedin']), account: campaignAccountSchema, has_begun: z.boolean() }),
  ),
  created_at: z.iso.datetime(),
  campaign: z.object({ id: z.number().int(), name: z.string(), accounts: z.array(campaignAccountSchema) }),
});
export type CampaignLead = z.output<typeof campaignLeadSchema>;

/** One node of the flow for one lead. Nodes the lead has not reached have neither time nor error. */
const scheduledStepSchema = z.object({
  ...nodeOfLead,
  parent_id: z.number().int().nullable(),
  is_yes_child: z.boolean().nullable(),
  /** The message as it was sent or, before that, as it would be now; null for nodes without one. */
  message: text,
  subject_line: text,
  /** True when a person rewrote this message for this lead. */
  is_edited: z.boolean(),
  can_edit: z.boolean(),
  /** The message to begin with when it is rewritten: what is known filled in, the rest as tokens. Null when it cannot be. */
  edit_message: text,
  /** The subject to begin with when it is rewritten; null for a follow-up that continues the thread of an earlier email. */
  edit_subject: text,
  /** Data the lead lacks for this message. */
  missing: z.array(z.string()),
  snippets: z.array(leadSnippetSchema),
  /** In words, what a person should know about this message: why a snippet is not in it. */
  notes: z.array(z.string()),
  scheduled_for: z.iso.datetime().nullable(),
  completed: z.boolean(),
  completed_at: z.iso.datetime().nullable(),
  ...outcome,
  /** Of the flow whose text was sent; null before that, and for nodes without one. */
  revision: z.number().int().nullable(),
  /** A later revision has deleted the step. */
  is_deleted: z.boolean(),
  /**
   * Since when an invitation that a condition waits for is no longer pending at LinkedIn, though it was not accepted.
   */
  invite_gone_at: z.iso.datetime().nullable(),
  waiting_for: waitingForSchema.nullable(),
});
export type ScheduledStep = z.output<typeof scheduledStepSchema>;

const campaignLeadDetailSchema = campaignLeadSchema.extend({
  scheduled_campaign: z.object({
    id: z.number().int(),
    campaign_id: z.number().int(),
    started_at: z.iso.datetime().nullable(),
    replied_at: z.iso.datetime().nullable(),
    completed_at: z.iso.datetime().nullable(),
    /** The key or app that added the lead to the campaign; null for people. */
    added_by_key: actingKey.nullable(),
    /** The key or app that set the present status; null for people and for the campaign itself. */
    status_by_key: actingKey.nullable(),
    /** When the lead moved to another sender, oldest first; null for deleted senders. */
    hand_overs: z.array(
      z.object({
        channel: z.enum(['email', 'linkedin']),
        from: campaignAccountSchema.nullable(),
        to: campaignAccountSchema.nullable(),
        handed_at: z.iso.datetime(),
        /** It began again at the LinkedIn invite. */
        is_restart: z.boolean(),
        /**
         * When the previous sender had invited the lead and the lead started again there: those runs are not counted in
         * any step.
         */
        invited_at: z.iso.datetime().nullable(),
      }),
    ),
    steps: z.array(scheduledStepSchema),
  }),
});
export type CampaignLeadDetail = z.output<typeof campaignLeadDetailSchema>;

export const addingFields = {
  ...selectionBody,
  /** Where the leads come from: the list (default) or the campaign with the id in the path. */
  search_or_campaign: unused(z.enum(['search', 'campaign'])),
  /** Also leads that are in another campaign already. A lead is never twice in the same one. */
  allow_duplicates: unused(z.boolean()),
  /** Also leads whom another campaign holds by the touch lock; their first message waits until it ends. */
  allow_locked: unused(z.boolean()),
  /** Also leads that were written to in a tool from which they were imported. */
  allow_contacted: unused(z.boolean()),
  /** At most this many leads of one company in the campaign, those already in it included. */
  prospects_per_company: unused(z.number().int().min(LEADS_PER_COMPANY.min).max(LEADS_PER_COMPANY.max)),
};

const max_body_bytes = REQUEST_LIMITS.max_json_body_in_bytes;
const archivedLeadSchema = z.object({
  /** The lead's id, as in every list. */
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: text,
  company_name: text,
  campaign_status: z.enum(LEAD_STATUSES),
  archived_at: z.iso.datetime(),
});
export type ArchivedLead = z.output<typeof archivedLeadSchema>;

const leadsChanged = z.object({ success: z.literal(true), amount: z.number().int() });
const leadsByCampaign = z
  .array(z.object({ campaign_id: idSchema, prospect_ids: z.array(idSchema).min(1).max(INBOX_LIMITS.changed_at_once) }))
  .max(LIST_LIMITS.campaigns);
export type LeadsByCampaign = z.output<typeof leadsByCampaign>;

const addingAnswer = z.object({
  success: z.literal(true),
  added: z.number().int(),
  total_prospects: z.number().int(),
  duplicate_count: z.number().int(),
  company_limit_count: z.number().int(),
  excluded_domains_count: z.number().int(),
  /** Unsubscribed, or on the suppression list for another reason. */
  suppressed_count: z.number().int(),
  /** Held by another campaign, or resting after one, by the touch lock. */
  locked_count: z.number().int(),
  /** Written to in a tool from which they were imported. */
  contacted_count: z.number().int(),
  /** Of those that were added: their first message waits for the touch lock of their company. */
  company_wait_count: z.number().int(),
});

const fileQuery = z.object({
  /** Times have the clock and offset of this zone; of the organization's zone when it is left out. */
  time_zone: zoneQuery,
  /** False: without the mark by which spreadsheets recognize UTF-8. */
  byte_order_mark: booleanQuery.optional(),
});

export const campaignLeadsEndpoints = {
  listCampaignLeads: endpoint('GET /campaigns/{id}/prospects/', {
    summary: 'Leads of a campaign, 25 a page, with status, next action and what it waits for',
    shows: ['campaign_leads', 'leads'],
    query: z.object({ page: pageQuery, ...tableQuery, ...cursorQuery }),
    errors: ['bad_request', 'cursor_invalid', 'filter_too_slow'],
    ok: z.object({ prospects: z.array(campaignLeadSchema), total_prospects: z.number().int(), ...nextCursor }),
  }),
  selectCampaignLeads: endpoint('POST /campaigns/{id}/prospects/select/', {
    summary: 'Whom the first leads of a table are now, in its order',
    roles: RIGHTS.work,
    reads_only: true,
    body: seenSelectionBody,
    errors: ['bad_request'],
    ok: seenSelection,
  }),
  removeCampaignLeads: endpoint('DELETE /campaigns/{id}/prospects/', {
    summary: 'Move leads back to their lead list; nothing more is sent to them from this campaign',
    touches: ['campaign_leads', 'campaigns', 'figures'],
    roles: RIGHTS.work,
    body: z.object(selectionBody),
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected'],
    ok: leadsChanged,
  }),
  archiveCampaignLeads: endpoint('POST /campaigns/{id}/archive-prospects/', {
    summary: 'Archive leads: they leave the table and nothing more is sent to them from this campaign',
    touches: ['campaign_leads', 'campaigns', 'figures'],
    roles: RIGHTS.work,
    body: z.object(selectionBody),
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected'],
    ok: leadsChanged,
  }),
  listArchivedLeads: endpoint('GET /campaigns/{id}/archived-prospects/', {
    summary: 'Leads that were archived in a campaign, the last first',
    shows: ['campaign_leads'],
    query: z.object({ page: pageQuery, ...cursorQuery }),
    errors: ['cursor_invalid'],
    ok: z.object({ leads: z.array(archivedLeadSchema), total: z.number().int(), ...nextCursor }),
  }),
  restoreCampaignLeads: endpoint('POST /campaigns/{id}/restore-prospects/', {
    summary: 'Put archived leads back: unfinished ones are paused at their step until they are resumed',
    touches: ['campaign_leads', 'campaigns', 'figures'],
    roles: RIGHTS.work,
    body: z.object({ prospect_ids: z.array(idSchema).min(1).max(REQUEST_LIMITS.max_ids) }),
    max_body_bytes,
    ok: leadsChanged,
  }),
  archiveIncompleteLeads: endpoint('POST /campaigns/{id}/archive-incomplete-leads/', {
    summary: 'Archive the leads that lack data a message needs and no fallback message covers',
    touches: ['campaign_leads', 'campaigns'],
    roles: RIGHTS.work,
    ok: leadsChanged,
  }),
  setLeadStatus: endpoint('PATCH /campaigns/{id}/prospects/{prospectId}/status/', {
    summary: 'Set the status of a lead by hand',
    touches: ['campaign_leads', 'campaigns', 'figures', 'chats'],
    roles: RIGHTS.work,
    body: z.object({ status: leadStatusSchema }),
    errors: ['lead_transition_refused'],
    ok: z.object({ success: z.literal(true), campaign_status: leadStatusSchema }),
  }),
  pauseLeads: endpoint('PUT /campaigns/prospects/paused/', {
    summary: 'Pause or resume leads in all campaigns that they have not finished',
    touches: ['campaign_leads', 'campaigns', 'figures', 'chats'],
    roles: RIGHTS.work,
    body: z.object({
      prospect_ids: z.array(idSchema).min(1).max(INBOX_LIMITS.changed_at_once),
      is_paused: z.boolean(),
      /** Changes no other leads and campaigns: `changed` of the call before undoes it. */
      only: unused(leadsByCampaign),
    }),
    /** Leads that changed in at least one campaign; the others have finished, or are so already. */
    ok: leadsChanged.extend({ changed: leadsByCampaign }),
  }),
  completeCall: endpoint('POST /campaigns/{id}/prospects/{prospectId}/complete-call/', {
    summary: 'Mark the call step a lead waits at as done',
    touches: ['campaign_leads', 'campaigns', 'figures', 'chats'],
    roles: RIGHTS.work,
    errors: ['conflict'],
    ok: done,
  }),
  settleUnconfirmed: endpoint('POST /campaigns/{id}/prospects/{prospectId}/unconfirmed/', {
    summary: 'Say whether a message that could not be confirmed was sent',
    touches: ['campaign_leads', 'figures', 'chats'],
    roles: RIGHTS.work,
    body: z.object({ was_sent: z.boolean() }),
    errors: ['conflict'],
    ok: done,
  }),
  exportCampaignLeads: endpoint('POST /campaigns/{id}/prospects/export-csv/', {
    recorded: { event: 'export_made', subject: 'campaign' },
    summary: 'Leads of a campaign as CSV',
    reads_only: true,
    body: z.object({
      prospect_ids: selectionBody.prospect_ids,
      export_amount: selectionBody.amount,
      ...tableBody,
    }),
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected'],
    ok: z.object({ csv_content: z.string(), filename: z.string() }),
  }),
  downloadCampaignLeads: endpoint('GET /campaigns/{id}/prospects/csv/', {
    recorded: { event: 'export_made', subject: 'campaign' },
    summary: 'All leads of a campaign as a CSV file with every column, newest first, at most a million',
    query: fileQuery,
    ok: z.unknown(),
  }),
  downloadCampaignMessages: endpoint('GET /campaigns/{id}/messages/csv/', {
    recorded: { event: 'export_made', subject: 'campaign' },
    summary: 'Messages to and from the leads of a campaign as a CSV file, lead by lead, at most a million',
    query: fileQuery,
    ok: z.unknown(),
  }),
  getCampaignLead: endpoint('GET /campaigns/prospects/{id}/', {
    summary: 'A lead with its timeline in a campaign',
    shows: ['campaign_leads', 'leads'],
    query: z.object({
      /** The campaign; the one the lead was added to last when left out. */
      campaign_id: idSchema.optional(),
    }),
    ok: z.object({ prospect: campaignLeadDetailSchema }),
  }),
  editLeadMessage: endpoint('PUT /campaigns/prospects/{id}/messages/{stepId}/', {
    summary: 'Rewrite the message of a step for one lead, as long as it has not been sent',
    touches: ['campaign_leads'],
    roles: RIGHTS.work,
    body: z.object({ message: z.string().max(100_000), subject_line: unused(z.string().max(10_000)) }),
    errors: ['bad_request', 'conflict'],
    ok: done,
  }),
  checkDuplicates: endpoint('POST /campaigns/{id}/check-duplicates/', {
    summary: 'Count what adding leads of the list or campaign {id} to target_campaign_id would do',
    feature: CAMPAIGNS_FEATURE,
    reads_only: true,
    body: z.object({
      ...addingFields,
      /** The campaign that takes the leads. Left out, {id} is that campaign and prospect_ids names people. */
      target_campaign_id: unused(idSchema),
    }),
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected'],
    ok: z.object({
      total_prospects: z.number().int(),
      will_be_added: z.number().int(),
      duplicate_count: z.number().int(),
      company_limit_count: z.number().int(),
      excluded_domains_count: z.number().int(),
      /** Unsubscribed, or on the suppression list for another reason. */
      suppressed_count: z.number().int(),
      /** Held by another campaign, or resting after one, by the touch lock. */
      locked_count: z.number().int(),
      /** Written to in a tool from which they were imported. */
      contacted_count: z.number().int(),
      /** Of those that will be added: their first message waits for the touch lock of their company. */
      company_wait_count: z.number().int(),
      /** The tools that wrote to them, the latest first. */
      past_contacts: z.array(
        z.object({ tool: z.string(), leads: z.number().int(), last_contacted_at: z.iso.datetime().nullable() }),
      ),
    }),
  }),
  addToCampaign: endpoint('POST /search/{id}/prospects/add-to-campaign/', {
    summary: 'Add leads of the list (or campaign) {id} to a campaign',
    touches: ['campaign_leads', 'campaigns', 'figures'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    body: z.object({ ...addingFields, campaign: idSchema, lookup_credits: unused(agreedCredits) }),
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected', 'campaign_transition_refused'],
    ok: addingAnswer,
  }),
  addToDraft: endpoint('POST /campaigns/{id}/draft-leads/', {
    summary: 'Add leads of a list to a draft; nothing is sent before it is started',
    touches: ['campaign_leads', 'campaigns', 'figures'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    body: z.object({ search_id: idSchema, ...addingFields }).omit({ search_or_campaign: true }),
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected', 'campaign_locked'],
    ok: addingAnswer,
  }),
};
