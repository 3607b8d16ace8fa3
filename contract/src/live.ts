import { z } from 'zod';
import { enrichmentAnswerSchema } from './enrichment.ts';
import { prospectSchema } from './prospects.ts';

/**
 * Messages of the live connection. `data` is small: ids and what changed; clients refetch the rest. Slices declare
 * their messages here, which keeps both ends typed.
 */
const liveEvents = {
  account_status: z.object({ account_id: z.number().int(), status: z.string() }),
  account_connected: z.object({ account_id: z.number().int() }),
  /** People who are no leads wrote to an account of messaging, or one of them was dealt with: fetch them again. */
  messaging_people: z.object({ account_id: z.number().int() }),
  credits_added: z.object({ email_credits: z.number().int() }),
  /** What the organization may use changed: fetch who is signed in again. */
  features_changed: z.object({}),
  /** The guard warned about, paused or released a sender, domain or campaign. */
  guard_changed: z.object({ is_new_pause: z.boolean() }),
  /** An endpoint of webhooks was switched off by the program: fetch them again. */
  webhooks_changed: z.object({ webhook_id: z.number().int() }),
  /** An automation was switched off by the program: fetch them again. */
  automations_changed: z.object({ automation_id: z.number().int() }),
  /** An assistant asked for something, or a person decided: fetch the approvals again. */
  approvals_changed: z.object({ approval_id: z.number().int(), is_waiting: z.boolean() }),
  /** Calls wait for a person, or were made: fetch them again. */
  calls_changed: z.object({}),
  /** A person opened a link of a campaign email, or the email. */
  clicks_changed: z.object({ campaign_id: z.number().int(), prospect_id: z.number().int() }),
  /** A lead booked, moved, cancelled or missed a meeting. */
  meetings_changed: z.object({ prospect_id: z.number().int() }),
  /** Copies of campaign emails were found, or fewer than before are in the inbox: fetch placement again. */
  placement_changed: z.object({}),
  /** LinkedIn actions wait for a person, or were carried out: fetch them again. */
  linkedin_tasks: z.object({}),
  search_started: z.object({ search_id: z.number().int() }),
  prospect_list: z.object({
    search_id: z.number().int(),
    total_prospects: z.number().int(),
    prospects: z.array(prospectSchema).max(25),
  }),
  search_finished: z.object({ search_id: z.number().int() }),
  /** A research cell got an answer, failed, was stopped or has to wait; `answer` is its row as the columns call shows it. */
  prompt_completed: z.object({
    /** Where its run was started: at most one of the two. */
    search_id: z.number().int().nullable(),
    campaign_id: z.number().int().nullable(),
    prompt_id: z.number().int(),
    prospect_id: z.number().int(),
    answer: enrichmentAnswerSchema,
  }),
  /** Many cells of a list or of a campaign changed together (a run began or stopped): refetch. */
  research_changed: z.object({
    search_id: z.number().int().nullable(),
    campaign_id: z.number().int().nullable(),
    loading_count: z.number().int(),
  }),
  /** A contact look-up filled a field of a lead. */
  enrichment_complete: z.object({ prospect_id: z.number().int(), field: z.string(), value: z.string() }),
  import_progress: z.object({
    import_id: z.number().int(),
    search_id: z.number().int(),
    status: z.string(),
    added_prospects: z.number().int(),
    duplicate_rows: z.number().int(),
    skipped_rows: z.number().int(),
    bad_rows: z.number().int(),
    unfit_values: z.number().int(),
    odd_values: z.number().int(),
    incomplete_rows: z.number().int(),
    total_rows: z.number().int(),
    bytes_read: z.number().int(),
    bytes_total: z.number().int(),
    waiting_for: z.string().nullable(),
    waits_until: z.string().nullable(),
    /** Why it failed, in words. */
    error: z.string().nullable(),
    undo_state: z.string().nullable(),
    undone_prospects: z.number().int(),
    kept_prospects: z.number().int(),
  }),
  /**
   * Many leads are being added to a campaign: progress out of `total_prospects`; they become visible when all are
   * added.
   */
  adding_progress: z.object({
    campaign_id: z.number().int(),
    added_prospects: z.number().int(),
    total_prospects: z.number().int(),
  }),
  prospect_campaign: z.object({ campaign_id: z.number().int(), prospect_ids: z.array(z.number().int()).max(500) }),
  prospect_campaign_status: z.object({
    campaign_id: z.number().int(),
    prospect_id: z.number().int(),
    campaign_status: z.string(),
  }),
  delete_prospect_campaign: z.object({
    campaign_id: z.number().int(),
    prospect_ids: z.array(z.number().int()).max(500),
  }),
  campaign_status: z.object({ campaign_id: z.number().int(), status: z.string() }),
  /** A working copy was not published at its time, in words why: fetch it again. */
  campaign_revision: z.object({ campaign_id: z.number().int(), not_published: z.string() }),
  chat_message: z.object({
    prospect_id: z.number().int(),
    message_id: z.number().int(),
    sent_by_prospect: z.boolean(),
  }),
  chat_updated: z.object({ prospect_id: z.number().int() }),
  /** Many conversations changed together. */
  chats_updated: z.object({ prospect_ids: z.array(z.number().int()).max(500) }),
  /** A reminder is due; sent to the user who set it. */
  chat_reminder: z.object({ prospect_id: z.number().int(), name: z.string() }),
  /** A colleague assigned conversations to this user. */
  chats_assigned: z.object({
    prospect_ids: z.array(z.number().int()).max(500),
    by: z.string(),
    /** Name of the lead, where it is one. */
    name: z.string().nullable(),
  }),
  chat_presence: z.object({
    prospect_id: z.number().int(),
    user_id: z.number().int(),
    name: z.string(),
    is_answering: z.boolean(),
  }),
  /** A label of the inbox was created, changed or deleted; many leads may have it. */
  chat_label: z.object({ label_id: z.number().int() }),
  /** A board was made, renamed or deleted, or its columns changed: fetch it again. */
  kanban_board: z.object({ board_id: z.number().int() }),
  /** A card was put somewhere; without a column it left the board. What a higher version said before stays. */
  kanban_card: z.object({
    board_id: z.number().int(),
    card_id: z.number().int(),
    prospect_id: z.number().int(),
    column_id: z.number().int().nullable(),
    rank: z.string().nullable(),
    version: z.number().int(),
  }),
  /** A push into a CRM got on, waits, or ended. */
  crm_push_progress: z.object({
    push_id: z.number().int(),
    name: z.string(),
    state: z.string(),
    total_count: z.number().int(),
    pushed_count: z.number().int(),
    failed_count: z.number().int(),
    error: z.string().nullable(),
    paused_until: z.string().nullable(),
  }),
  /** A CRM was connected, disconnected, or lost its sign-in. */
  integration_changed: z.object({ integration_type: z.string() }),
  /** The client missed more than the server keeps: fetch everything shown again. */
  resync: z.object({}),
} as const;

export type LiveEventType = keyof typeof liveEvents;
export type LiveEventData<Type extends LiveEventType> = z.output<(typeof liveEvents)[Type]>;
