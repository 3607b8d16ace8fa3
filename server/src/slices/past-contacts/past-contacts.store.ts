import { MAILBOX_AS_TOOL, PAST_MAIL_LIMITS } from '@overture/domain/inbound/past-mails';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { byAnyEmail, joinEmails } from '../lead-addresses/index.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface PastContact {
  prospect_id: number;
  tool: string;
  campaign_name: string;
  last_contacted_at: string | null;
  steps_done: number | null;
  steps_total: number | null;
  outcome: 'contacted' | 'finished' | 'replied' | 'bounced' | 'unsubscribed';
}

/** Leads with the address of lead `p`, and itself: several leads may share one. A union, because an `or` would read the whole table. */
const sameAddress = sql`(select p.id union all select s.id from ${byAnyEmail(sql`p.organization_id`, joinEmails('p'))} s)`;

/** Emails with a lead lately, outside of campaigns, as SQL over `past_mails m`. */
const isRecentMail = sql`m.sent_at > app_now() - make_interval(days => ${sql.lit(PAST_MAIL_LIMITS.counts_for_days)})`;

/** True for lead `p` of `prospects` whom another tool wrote to, or whose address it wrote to, or who exchanged emails with us lately. */
export const hasPastContact: RawBuilder<boolean> = sql<boolean>`exists (select from ${sameAddress} as s (id)
  where exists (select from past_contacts c where c.prospect_id = s.id)
    or exists (select from past_mails m where m.prospect_id = s.id and ${isRecentMail}))`;

/** What an import brings. */
export async function insertPastContacts(
  { db, organization }: Tx,
  importId: number,
  given: readonly PastContact[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into past_contacts (organization_id, import_id, prospect_id, tool, campaign_name, last_contacted_at, steps_done,
      steps_total, outcome)
    select ${organization.id}, ${importId}, g.* from json_to_recordset(${toJson(given)}::json) as g (prospect_id bigint, tool text,
      campaign_name text, last_contacted_at timestamptz, steps_done smallint, steps_total smallint, outcome text)`.execute(
    db,
  );
}

/** The campaign here continues what an import says of these people in a campaign of that name. */
export async function linkPastContacts(
  { db }: Tx,
  importId: number,
  link: { campaign_id: number; campaign_name: string; prospect_ids: readonly number[] },
): Promise<void> {
  await sql`update past_contacts set campaign_id = ${link.campaign_id} where import_id = ${importId}
    and campaign_name = ${link.campaign_name} and prospect_id = any(${[...link.prospect_ids]}::bigint[])`.execute(db);
}

export async function deletePastContacts({ db }: Tx, importId: number, prospectIds: readonly number[]): Promise<void> {
  await sql`delete from past_contacts where import_id = ${importId}
    and prospect_id = any(${[...prospectIds]}::bigint[])`.execute(db);
}

/** These people and those who share an address with them, each with whether a tool wrote to them. */
export async function listSharers(
  { db }: Reader,
  prospectIds: readonly number[],
): Promise<{ id: number; has_past_contact: boolean }[]> {
  const { rows } = await sql<{ id: number; has_past_contact: boolean }>`with sharers as materialized (
      select distinct s.id from prospects p cross join lateral ${sameAddress} as s (id) where p.id = any(${[...prospectIds]}::bigint[]))
    select p.id, ${hasPastContact} as has_past_contact from sharers join prospects p using (id) order by p.id`.execute(
    db,
  );
  return rows;
}

/** True for lead `l` of a campaign that continues what another tool began. */
export const isContinued: RawBuilder<boolean> = sql<boolean>`exists (select from past_contacts c
  where c.prospect_id = l.prospect_id and c.campaign_id = l.campaign_id)`;

/** Where a lead or its address was contacted, each campaign once, the latest first. */
export async function listContacts({ db }: Reader, prospectId: number) {
  const { rows } = await sql<
    Omit<PastContact, 'prospect_id' | 'last_contacted_at'> & {
      id: number;
      last_contacted_at: Date | null;
      campaign_id: number | null;
    }
  >`select * from (select distinct on (c.tool, c.campaign_name) c.id, c.tool, c.campaign_name, c.last_contacted_at, c.steps_done,
      c.steps_total, c.outcome, c.campaign_id
    from prospects p cross join lateral ${sameAddress} as s (id) join past_contacts c on c.prospect_id = s.id where p.id = ${prospectId}
    order by c.tool, c.campaign_name, c.last_contacted_at desc nulls last, c.id desc) latest
    union all select * from (select 0, ${MAILBOX_AS_TOOL}::text, '', max(m.sent_at) as at, null::smallint, null::smallint,
      case when bool_or(m.is_received) then 'replied' else 'contacted' end, null::bigint
    from prospects p cross join lateral ${sameAddress} as s (id) join past_mails m on m.prospect_id = s.id where p.id = ${prospectId}) mails
    where at is not null
    order by last_contacted_at desc nulls last, id desc limit ${LIST_LIMITS.past_contacts}`.execute(db);
  return rows;
}

const MOST_TOOLS = 5;

/** Tools that wrote to these people, the latest first. */
export async function countPastContacts(
  { db }: Reader,
  prospectIds: readonly number[],
): Promise<{ tool: string; leads: number; last_contacted_at: Date | null }[]> {
  const { rows } = await sql<{ tool: string; leads: number; last_contacted_at: Date | null }>`
    select c.tool, count(distinct p.id)::int as leads, max(c.last_contacted_at) as last_contacted_at
    from prospects p cross join lateral ${sameAddress} as s (id) cross join lateral (
      select tool, last_contacted_at from past_contacts where prospect_id = s.id
      union all select ${MAILBOX_AS_TOOL}, m.sent_at from past_mails m where m.prospect_id = s.id and ${isRecentMail}) c
    where p.id = any(${[...prospectIds]}::bigint[])
    group by c.tool order by 3 desc nulls last, 1 limit ${MOST_TOOLS}`.execute(db);
  return rows;
}
