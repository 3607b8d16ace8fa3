import { LEAD_FIELDS, LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import { ORGANIZATION_SETTINGS } from '@overture/domain/organization/settings';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

type Tx = Pick<ReadContext, 'db'>;

export type ArchiveRow = Record<string, unknown> & { id: number };

interface ArchiveSource {
  /** Every tenant table is in one file, or has its reason in the test of the archive. */
  table: string;
  /** Beside `id`. Every column of the table is here, or has its reason in the same test: no secret is. */
  columns: readonly string[];
  /** The rows with a unique `id`, as the transaction's organization sees them. */
  query: RawBuilder<unknown>;
}

/** Everything that people of the client wrote, gathered or received. */
export const ARCHIVE_FILES = {
  organization: {
    table: 'organizations',
    columns: [
      ...['name', 'website_url', 'product_description', 'icp_description', 'pain_points', 'usp_description'],
      ...['case_studies', 'annual_revenue', 'employee_count', 'competitors', 'objections', 'created_at'],
      ...Object.values(ORGANIZATION_SETTINGS).map(({ column }) => column),
    ],
    query: sql`select *, organization_id as id from organizations where organization_id = current_organization_id()`,
  },
  team: {
    table: 'users',
    columns: ['name', 'email', 'role', 'active', 'created_at'],
    query: sql`select * from users where not is_workspace_user`,
  },
  people: {
    table: 'prospects',
    columns: [
      ...LEAD_PLACES.export.map((id) => LEAD_FIELDS[id].column),
      ...['profile_picture_url', 'company_logo_url', 'lists', 'labels', 'interest', 'reply_class', 'is_flagged'],
      ...['remind_at', 'assigned_to'],
      ...['conversation_archived_at', 'added_to_crm', 'created_at', 'updated_at'],
    ],
    query: sql`select p.*, c.interest, c.reply_class, c.is_flagged, c.remind_at, u.name as assigned_to,
        c.archived_at as conversation_archived_at,
        (select string_agg(s.name, ', ' order by s.id) from search_prospects i join searches s on s.id = i.search_id
          where i.prospect_id = p.id) as lists,
        (select string_agg(l.name::text, ', ' order by l.id) from prospect_labels i join chat_labels l on l.id = i.label_id
          where i.prospect_id = p.id) as labels
      from prospects p left join chats c on c.prospect_id = p.id left join users u on u.id = c.assigned_user_id`,
  },
  lists: {
    table: 'searches',
    columns: ['name', 'status', 'filters', 'created_at'],
    query: sql`select * from searches`,
  },
  research_tasks: {
    table: 'enrichment_prompts',
    columns: ['name', 'prompt', 'output_type', 'required_sources', 'lists', 'created_at', 'updated_at'],
    query: sql`select t.*, (select string_agg(s.name, ', ' order by s.id) from search_prompts i
      join searches s on s.id = i.search_id where i.prompt_id = t.id) as lists from enrichment_prompts t`,
  },
  research: {
    table: 'enrichment_answers',
    columns: ['person_id', 'task_id', 'task', 'state', 'answer', 'error', 'updated_at'],
    query: sql`select a.*, a.prospect_id as person_id, a.prompt_id as task_id, t.name as task
      from enrichment_answers a left join enrichment_prompts t on t.id = a.prompt_id`,
  },
  campaigns: {
    table: 'campaigns',
    columns: [
      ...['name', 'status', 'timezone', 'language', 'labels', 'windows', 'counts_working_days', 'skips_holidays'],
      ...['holiday_calendar', 'uses_lead_zone', 'max_emails_per_day_total', 'max_new_leads_per_day', 'senders'],
      ...['created_at', 'activated_at', 'completed_at', 'archived_at'],
    ],
    query: sql`select c.*, (select string_agg(l.name::text, ', ' order by l.id) from campaign_labels i
        join labels l on l.id = i.label_id where i.campaign_id = c.id) as labels,
      (select string_agg(s.account_id::text, ', ' order by s.account_id) from campaign_senders s
        where s.campaign_id = c.id) as senders from campaigns c`,
  },
  campaign_steps: {
    table: 'campaign_nodes',
    columns: [
      ...['campaign_id', 'after_step_id', 'branch', 'kind', 'type', 'delay_in_hours', 'address_wait_in_days'],
      ...['subject_line', 'message', 'subject_line_b', 'message_b', 'created_at', 'gone_at'],
    ],
    query: sql`select *, parent_id as after_step_id from campaign_nodes where is_live or gone_at is not null`,
  },
  campaign_drafts: {
    table: 'campaign_working_copies',
    columns: ['flow', 'edited_at', 'publish_at'],
    query: sql`select *, campaign_id as id from campaign_working_copies`,
  },
  campaign_attachments: {
    table: 'campaign_attachments',
    columns: ['campaign_id', 'step_id', 'name', 'type', 'size', 'created_at'],
    query: sql`select *, node_id as step_id from campaign_attachments`,
  },
  campaign_people: {
    table: 'campaign_leads',
    columns: [
      ...['campaign_id', 'person_id', 'status', 'next_step_id', 'next_at', 'started_at', 'contacted_at', 'replied_at'],
      ...['completed_at', 'archived_at', 'error', 'created_at'],
    ],
    query: sql`select *, prospect_id as person_id, next_node_id as next_step_id from campaign_leads`,
  },
  messages: {
    table: 'chat_messages',
    columns: [
      ...[
        'person_id',
        'sender_id',
        'sent_at',
        'kind',
        'delivery',
        'error',
        'sent_by_prospect',
        'from_name',
        'from_email',
      ],
      ...['to_name', 'to_email', 'cc_emails', 'subject_line', 'message', 'quoted_text', 'html', 'attachments'],
      ...['author', 'rfc_message_id', 'created_at'],
    ],
    query: sql`select m.*, m.prospect_id as person_id, m.account_id as sender_id,
      (select string_agg(a.name, ', ' order by a.id) from chat_attachments a where a.message_id = m.id) as attachments,
      (select u.name from users u where u.id = m.author_user_id) as author from chat_messages m`,
  },
  unmatched_replies: {
    table: 'possible_answers',
    columns: [
      ...['person_id', 'sender_id', 'sent_at', 'from_name', 'from_email', 'subject_line', 'message', 'quoted_text'],
      ...['html', 'rfc_message_id', 'decided_at', 'is_answer', 'created_at'],
    ],
    query: sql`select *, prospect_id as person_id, account_id as sender_id from possible_answers`,
  },
  unlinked_people: {
    table: 'messaging_people',
    columns: ['sender_id', 'name', 'handle', 'phone', 'message_count', 'first_at', 'last_at'],
    query: sql`select *, account_id as sender_id from messaging_people`,
  },
  notes: {
    table: 'chat_notes',
    columns: ['person_id', 'author', 'content', 'created_at'],
    query: sql`select n.*, n.prospect_id as person_id, u.name as author from chat_notes n left join users u on u.id = n.user_id`,
  },
  boards: {
    table: 'kanban_boards',
    columns: ['name', 'description', 'created_at'],
    query: sql`select * from kanban_boards`,
  },
  board_columns: {
    table: 'kanban_columns',
    columns: ['board_id', 'name', 'color', 'position', 'created_at'],
    query: sql`select * from kanban_columns`,
  },
  board_cards: {
    table: 'kanban_cards',
    columns: ['board_id', 'column_id', 'person_id', 'entered_at', 'created_at'],
    query: sql`select *, prospect_id as person_id from kanban_cards`,
  },
  board_rules: {
    table: 'kanban_rules',
    columns: [
      ...[
        'board_id',
        'column_id',
        'set_off_by',
        'campaign_ids',
        'label_id',
        'push_to',
        'push_stage',
        'push_stage_name',
      ],
      ...['stops_campaigns', 'notes_meeting', 'is_active', 'created_at'],
    ],
    query: sql`select * from kanban_rules`,
  },
  templates: {
    table: 'campaign_templates',
    columns: ['name', 'flow', 'created_at'],
    query: sql`select * from campaign_templates`,
  },
  snippets: {
    table: 'ai_segments',
    columns: ['name', 'instructions', 'amount_of_sentences', 'enrichment_sources', 'created_at', 'updated_at'],
    query: sql`select * from ai_segments`,
  },
  saved_replies: {
    table: 'saved_replies',
    columns: ['name', 'message', 'author', 'use_count', 'created_at', 'updated_at'],
    query: sql`select r.*, u.name as author from saved_replies r left join users u on u.id = r.user_id`,
  },
  signatures: {
    table: 'signatures',
    columns: ['name', 'signature', 'senders', 'created_at'],
    query: sql`select s.*, (select string_agg(i.account_id::text, ', ' order by i.account_id) from sender_signatures i
      where i.signature_id = s.id) as senders from signatures s`,
  },
  senders: {
    table: 'accounts',
    columns: [
      ...[
        'account_type',
        'name',
        'email',
        'reply_to',
        'phone',
        'job_title',
        'calendar_url',
        'status',
        'email_max_messages',
      ],
      ...['linkedin_max_connections', 'linkedin_max_messages', 'created_at', 'deleted_at'],
    ],
    query: sql`select * from accounts`,
  },
  crm_records: {
    table: 'crm_links',
    columns: ['person_id', 'record_id', 'record_url', 'pushed_values', 'written_at'],
    query: sql`select *, prospect_id as person_id from crm_links`,
  },
  unsubscribed: {
    table: 'suppressions',
    columns: ['kind', 'email', 'phone_key', 'linkedin_key', 'reason', 'detail', 'created_at'],
    query: sql`select * from suppressions`,
  },
  excluded_domains: {
    table: 'excluded_domains',
    columns: ['domain', 'created_at'],
    query: sql`select * from excluded_domains`,
  },
  credits: {
    table: 'credit_entries',
    columns: ['kind', 'credits', 'change', 'purpose', 'created_at'],
    query: sql`select * from credit_entries`,
  },
} as const satisfies Record<string, ArchiveSource>;

export type ArchiveFile = keyof typeof ARCHIVE_FILES;

/** The next rows after one. Those of `people` bring their custom columns as `custom`. */
export async function listArchiveRows(
  { db }: Tx,
  file: ArchiveFile,
  after: number,
  limit: number,
): Promise<ArchiveRow[]> {
  const { columns, query } = ARCHIVE_FILES[file];
  const selected = ['id', ...columns, ...(file === 'people' ? ['custom'] : [])].map((name) => sql.ref(name));
  const rows = await sql<ArchiveRow>`select ${sql.join(selected)} from (${query}) t
    where id > ${after} order by id limit ${limit}`.execute(db);
  return rows.rows;
}

export interface AttachmentRow {
  id: number;
  name: string;
  file_key: string;
}

/** Tables of files, by the folder of the archive. */
export const ATTACHMENT_TABLES = {
  attachments: 'chat_attachments',
  campaign_attachments: 'campaign_attachments',
} as const;

export async function listAttachments(
  { db }: Tx,
  folder: keyof typeof ATTACHMENT_TABLES,
  after: number,
  limit: number,
): Promise<AttachmentRow[]> {
  const rows = await sql<AttachmentRow>`select id, name, file_key from ${sql.table(ATTACHMENT_TABLES[folder])}
    where id > ${after} order by id limit ${limit}`.execute(db);
  return rows.rows;
}

/** A cancelled client of the transaction's agency. */
export async function findEndedClient({ db }: Tx, id: number): Promise<EndedClient | undefined> {
  const rows =
    await sql<EndedClient>`select f.name, c.cancelled_at, f.is_open_to_agency, c.erase_at <= app_now() as is_over
    from agency_clients c join agency_client_figures(${id}::bigint) f using (client_id) where c.client_id = ${id}`.execute(
      db,
    );
  return rows.rows[0];
}

interface EndedClient {
  name: string;
  cancelled_at: Date | null;
  is_open_to_agency: boolean;
  is_over: boolean | null;
}
