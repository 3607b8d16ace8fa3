import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

type Tx = Pick<ReadContext, 'db'>;

export type ArchiveRow = Record<string, unknown> & { id: number };

/** The files of an archive and their columns: everything that people of the client wrote, gathered or were told, and no secret. */
export const ARCHIVE_FILES = {
  people: [
    ...['id', 'first_name', 'last_name', 'email', 'phone_number', 'linkedin_profile_url', 'headline', 'job_title'],
    ...['industry', 'location', 'company_name', 'company_website_url', 'company_linkedin_url', 'company_location'],
    ...['company_amount_of_employees', 'company_revenue', 'lists', 'labels', 'interest', 'created_at'],
  ],
  research: ['person_id', 'task', 'state', 'answer', 'updated_at'],
  campaigns: ['id', 'name', 'status', 'timezone', 'language', 'created_at', 'activated_at', 'archived_at'],
  campaign_steps: [
    ...['id', 'campaign_id', 'after_step_id', 'branch', 'type', 'delay_in_hours', 'subject_line', 'message'],
    ...['subject_line_b', 'message_b'],
  ],
  campaign_people: [
    ...['campaign_id', 'person_id', 'status', 'started_at', 'contacted_at', 'replied_at', 'completed_at', 'error'],
  ],
  messages: [
    ...['id', 'person_id', 'sent_at', 'kind', 'sent_by_prospect', 'from_email', 'to_email', 'subject_line'],
    ...['message', 'attachments'],
  ],
  notes: ['person_id', 'author', 'content', 'created_at'],
  unsubscribed: ['kind', 'email', 'phone_key', 'linkedin_key', 'reason', 'detail', 'created_at'],
  excluded_domains: ['domain', 'created_at'],
  team: ['name', 'email', 'role', 'active', 'created_at'],
} as const;

export type ArchiveFile = keyof typeof ARCHIVE_FILES;

const sources: Record<ArchiveFile, ReturnType<typeof sql>> = {
  people: sql`select p.*, c.interest,
      (select string_agg(s.name, ', ' order by s.id) from search_prospects i join searches s on s.id = i.search_id
        where i.prospect_id = p.id) as lists,
      (select string_agg(l.name::text, ', ' order by l.id) from prospect_labels i join labels l on l.id = i.label_id
        where i.prospect_id = p.id) as labels
    from prospects p left join chats c on c.prospect_id = p.id`,
  research: sql`select a.id, a.prospect_id as person_id, t.name as task, a.state, a.answer, a.updated_at
    from enrichment_answers a left join enrichment_prompts t on t.id = a.prompt_id`,
  campaigns: sql`select * from campaigns`,
  campaign_steps: sql`select *, parent_id as after_step_id from campaign_nodes where is_live or gone_at is not null`,
  campaign_people: sql`select *, prospect_id as person_id from campaign_leads`,
  messages: sql`select m.*, m.prospect_id as person_id,
      (select string_agg(a.name, ', ' order by a.id) from chat_attachments a where a.message_id = m.id) as attachments
    from chat_messages m`,
  notes: sql`select n.*, n.prospect_id as person_id, u.name as author from chat_notes n left join users u on u.id = n.user_id`,
  unsubscribed: sql`select * from suppressions`,
  excluded_domains: sql`select * from excluded_domains`,
  team: sql`select * from users`,
};

/** The next rows after one, as the transaction's organization sees them. */
export async function listArchiveRows(
  { db }: Tx,
  file: ArchiveFile,
  after: number,
  limit: number,
): Promise<ArchiveRow[]> {
  const columns = [...new Set(['id', ...ARCHIVE_FILES[file]])].map((name) => sql.ref(name));
  const rows = await sql<ArchiveRow>`select ${sql.join(columns)} from (${sources[file]}) t
    where id > ${after} order by id limit ${limit}`.execute(db);
  return rows.rows;
}

export interface AttachmentRow {
  id: number;
  name: string;
  file_key: string;
}

export async function listAttachments({ db }: Tx, after: number, limit: number): Promise<AttachmentRow[]> {
  const rows = await sql<AttachmentRow>`select id, name, file_key from chat_attachments
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
