import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

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

/** True for a person who was written to in another tool. */
export const hasPastContact = (prospectId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from past_contacts c where c.prospect_id = ${prospectId})`;

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

const MOST_TOOLS = 5;

/** Tools that wrote to these people, the latest first. */
export async function countPastContacts(
  { db }: Reader,
  prospectIds: readonly number[],
): Promise<{ tool: string; leads: number; last_contacted_at: Date | null }[]> {
  const { rows } = await sql<{ tool: string; leads: number; last_contacted_at: Date | null }>`
    select tool, count(distinct prospect_id)::int as leads, max(last_contacted_at) as last_contacted_at from past_contacts
    where prospect_id = any(${[...prospectIds]}::bigint[])
    group by tool order by 3 desc nulls last, 1 limit ${MOST_TOOLS}`.execute(db);
  return rows;
}
