import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';

type Tx = Pick<ReadContext, 'db' | 'organization'>;
export type Row = Record<string, unknown>;

/** A part of the file: the rows of a table that are about the leads (`$ids`), without what only the program needs. */
interface Part {
  title: string;
  /** Columns left out besides ids of the organization. */
  without?: readonly string[];
  /** Which rows of `t`, where that is not `prospect_id`. */
  where?: string;
  order?: string;
}

const BY_CHAT = 'exists (select from chat_messages m where m.id = t.message_id and m.prospect_id = any($ids))';
const BY_LEAD = 'exists (select from campaign_leads l where l.id = t.campaign_lead_id and l.prospect_id = any($ids))';

/** What a person's file holds, in its order. A table that refers to leads is here, or has its reason in the test. */
export const PERSON_PARTS: Readonly<Record<string, Part>> = {
  prospects: { title: 'What is stored about you', where: 't.id = any($ids)' },
  privacy_notices: { title: 'When you were informed' },
  privacy_requests: {
    title: 'What you asked for',
    without: ['code_hash', 'code_until', 'code_tries', 'closed_by', 'erasure_job_id'],
  },
  search_prospects: { title: 'Lists you were on', without: ['import_id'] },
  prospect_labels: { title: 'Labels' },
  enrichment_answers: { title: 'Research about you, with its sources', without: ['folded_text'] },
  ai_segment_texts: { title: 'Texts written for you' },
  contact_lookups: { title: 'Searches for your address' },
  campaign_leads: { title: 'Campaigns you were in' },
  campaign_events: { title: 'What happened in campaigns', where: BY_LEAD, order: 't.occurred_at' },
  campaign_step_runs: { title: 'Steps of campaigns', order: 't.id' },
  call_attempts: { title: 'Calls', without: ['token', 'claimed_until', 'takes_effect_at'], order: 't.id' },
  meetings: { title: 'Meetings you booked', without: ['booking_uid'], order: 't.id' },
  link_clicks: { title: 'Links of our emails that were opened', without: ['ip', 'agent'], order: 't.id' },
  mail_opens: { title: 'Emails of ours that were opened', without: ['ip', 'agent'], order: 't.id' },
  campaign_lead_messages: { title: 'Messages prepared for you', where: BY_LEAD },
  outbound_intents: { title: 'Messages sent to you', without: ['lease_token', 'letter', 'bcc_emails'], order: 't.id' },
  chats: { title: 'Conversation' },
  chat_messages: {
    title: 'Messages',
    without: ['digest', 'html', 'formatted_text', 'signature_html', 'bcc_emails'],
    order: 't.sent_at, t.id',
  },
  chat_attachments: { title: 'Files of messages', where: BY_CHAT, without: ['file_key'] },
  message_classes: { title: 'How your messages were read' },
  chat_notes: { title: 'Notes' },
  waiting_drafts: {
    title: 'Drafts that were not sent',
    without: ['lease_token', 'lease_until', 'attempts', 'not_before'],
  },
  user_drafts: { title: 'Messages that were not finished', without: ['bcc_emails'] },
  possible_answers: { title: 'Replies from other addresses', without: ['digest', 'html', 'files'] },
  past_mails: { title: 'Emails outside of campaigns', without: ['digest'], order: 't.sent_at, t.id' },
  past_contacts: { title: 'Contacts in other tools' },
  import_changes: { title: 'What imports changed, for seven days' },
  kanban_cards: { title: 'Boards' },
  kanban_history: { title: 'History of boards' },
  crm_links: { title: 'Records in a CRM' },
  crm_events: { title: 'What was sent to a CRM' },
  approvals: { title: 'Messages that waited for approval' },
  linkedin_members: { title: 'Your ids at LinkedIn accounts' },
  linkedin_relations: { title: 'Connections at LinkedIn' },
};

/** Rows of one part; a bound that no person reaches keeps the file in memory. */
const ROWS_IN_PART = 20_000;

/** The tables of the file that this database has. */
export async function listParts({ db }: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any(${Object.keys(PERSON_PARTS)}::text[])`.execute(
    db,
  );
  const found = new Set(rows.map(({ name }) => name));
  return Object.keys(PERSON_PARTS).filter((name) => found.has(name));
}

export async function listRows({ db, organization }: Tx, table: string, ids: readonly number[]): Promise<Row[]> {
  const { without = [], where = 't.prospect_id = any($ids)', order } = PERSON_PARTS[table]!;
  const given = sql`any(${[...ids]}::bigint[])`;
  const condition = sql.join(
    where.split('any($ids)').map((text) => sql.raw(text)),
    given,
  );
  const { rows } = await sql<{
    row: Row;
  }>`select jsonb_strip_nulls(to_jsonb(t) - ${['organization_id', ...without]}::text[]) as row
    from ${sql.table(table)} t where t.organization_id = ${organization.id} and ${condition}
    ${order === undefined ? sql`` : sql`order by ${sql.raw(order)}`} limit ${ROWS_IN_PART}`.execute(db);
  return rows.map(({ row }) => row);
}

/** Exports of lists the leads were on, from the security log. */
export async function listExports({ db, organization }: Tx, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<{
    row: Row;
  }>`select jsonb_strip_nulls(jsonb_build_object('list', s.name, 'at', e.occurred_at, 'by', u.name)) as row
    from security_events e join search_prospects m on m.search_id = e.subject_id and m.prospect_id = any(${[...ids]}::bigint[])
      join searches s on s.id = m.search_id left join users u on u.id = e.user_id
    where e.organization_id = ${organization.id} and e.event = 'export_made' and e.subject_kind = 'list' and e.occurred_at >= m.created_at
    order by e.occurred_at limit ${ROWS_IN_PART}`.execute(db);
  return rows.map(({ row }) => row);
}

export async function getOrganizationName({ db, organization }: Tx): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select name from organizations where organization_id = ${organization.id}`.execute(db);
  return rows[0]!.name;
}
