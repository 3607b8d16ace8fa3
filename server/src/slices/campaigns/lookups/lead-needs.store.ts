import { type ContactLookup, LOOKUP_FIELDS } from '@overture/domain/money/credits';
import type { LookupCounts } from '@overture/domain/money/lookup-estimate';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { lookupCounts, missingResultCondition } from '../../lead-filters/index.ts';
import { type LeadView, selectedLeads } from '../leads/leads.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export async function countOpenLeads({ db, organization }: Tx, campaignId: number): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*)::int as total from campaign_leads
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and archived_at is null
      and status not in ('COMPLETED', 'FAILED', 'REPLIED')`.execute(db);
  return rows.rows[0]!.total;
}

export interface IncompleteLeads {
  total: number;
  /** The first of them, in the order in which they were added or given. */
  prospect_ids: number[];
}

/** Leads of a campaign it is not over for that meet a condition on `campaign_leads l` and `prospects p`. */
export async function findIncompleteLeads(
  { db, organization }: Tx,
  campaignId: number,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<IncompleteLeads> {
  const rows = await sql<{ total: number; ids: string | null }>`with lacking as materialized (
      select p.id, l.id as position
      from campaign_leads l join prospects p on p.id = l.prospect_id and p.organization_id = ${organization.id}
      where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.archived_at is null
        and l.status not in ('COMPLETED', 'FAILED', 'REPLIED') and ${condition})
    select ${firstOf(limit)}`.execute(db);
  return toIncompleteLeads(rows.rows[0]!);
}

/** The same for leads that are not in the campaign yet. */
export async function findIncompletePeople(
  { db, organization }: Tx,
  campaignId: number,
  prospectIds: readonly number[],
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<IncompleteLeads> {
  const rows = await sql<{ total: number; ids: string | null }>`with lacking as materialized (
      select p.id, given.position from unnest(${[...prospectIds]}::bigint[]) with ordinality as given (id, position)
      join prospects p on p.id = given.id and p.organization_id = ${organization.id}
      left join campaign_leads l on l.campaign_id = ${campaignId} and l.prospect_id = p.id
      where ${condition})
    select ${firstOf(limit)}`.execute(db);
  return toIncompleteLeads(rows.rows[0]!);
}

/** Of the table `lacking (id, place)`: how many, and the first of them. */
const firstOf = (limit: number) => sql`(select count(*)::int from lacking) as total,
  (select string_agg(id::text, ',' order by position) from (select id, position from lacking order by position limit ${limit}) f) as ids`;

function toIncompleteLeads({ total, ids }: { total: number; ids: string | null }): IncompleteLeads {
  return { total, prospect_ids: ids?.split(',').map(Number) ?? [] };
}

/** Whom a flow would pay for: the leads of a campaign it is not over for, or people named. */
export type PaidFor = { campaign_id: number } | { prospect_ids: readonly number[] };

/** A task to be priced. A look-up also counts as done when the lead's own field is filled. */
export interface AskedTask {
  prompt_id: number;
  lookup: ContactLookup | null;
}

/** For each task, the number of leads without a result: these would cost credits. */
export async function countUnknown(tx: Tx, people: PaidFor, tasks: readonly AskedTask[]): Promise<number[]> {
  if (tasks.length === 0) return [];
  const counts = tasks.map(({ prompt_id, lookup }) => {
    const isUnknown = lookup ? lacksLookUp(tx, lookup, prompt_id) : missingResultCondition(tx, prompt_id, sql`p.id`);
    return sql`count(*) filter (where ${isUnknown})::int`;
  });
  const own = sql`p.organization_id = ${tx.organization.id}`;
  const from =
    'campaign_id' in people
      ? sql`campaign_leads l join prospects p on p.id = l.prospect_id and ${own}
        where l.campaign_id = ${people.campaign_id} and l.organization_id = ${tx.organization.id}
          and l.archived_at is null and l.status not in ('COMPLETED', 'FAILED', 'REPLIED')`
      : sql`prospects p where p.id = any(${[...people.prospect_ids]}::bigint[]) and ${own}`;
  const rows = await sql<{ amounts: number[] }>`select array[${sql.join(counts)}] as amounts from ${from}`.execute(
    tx.db,
  );
  return rows.rows[0]!.amounts;
}

/** Whether a lead (`prospects p`) lacks what a look-up finds and was not looked up before. */
export function lacksLookUp({ organization }: Pick<Tx, 'organization'>, lookup: ContactLookup, promptId: number) {
  const field = sql.ref(`p.${LOOKUP_FIELDS[lookup]}`);
  return sql`is_blank(${field}) and ${missingResultCondition({ organization }, promptId, sql`p.id`)}`;
}

/** Of a view's first `amount` leads, those that lack what a look-up finds and were not looked up before. */
export async function listWithout(
  tx: Tx,
  view: LeadView,
  asked: { lookup: ContactLookup; prompt_id: number },
  amount: number,
): Promise<number[]> {
  const all = selectedLeads(tx, { view, amount: MOST_LEADS });
  const rows = await sql<{ ids: string | null }>`select string_agg(id::text, ',' order by position) as ids from (
      select p.id, chosen.position from (${all}) as chosen
      join prospects p on p.id = chosen.prospect_id and p.organization_id = ${tx.organization.id}
      where ${lacksLookUp(tx, asked.lookup, asked.prompt_id)} order by chosen.position limit ${amount}) as first`.execute(
    tx.db,
  );
  return rows.rows[0]?.ids?.split(',').map(Number) ?? [];
}

/** The leads of a view by what a look-up can still do for them. */
export async function countWithout(
  tx: Tx,
  view: LeadView,
  asked: { lookup: ContactLookup; prompt_id: number },
): Promise<LookupCounts> {
  const all = selectedLeads(tx, { view, amount: MOST_LEADS });
  const rows = await sql<LookupCounts>`select ${lookupCounts(tx, asked)} from (${all}) as chosen
    join prospects p on p.id = chosen.prospect_id and p.organization_id = ${tx.organization.id}`.execute(tx.db);
  return rows.rows[0]!;
}

/** Those of the people named that are leads of the campaign. */
export async function filterLeads(
  { db, organization }: Tx,
  campaignId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await sql<{
    prospect_id: number;
  }>`select prospect_id from campaign_leads where campaign_id = ${campaignId}
    and organization_id = ${organization.id} and archived_at is null and prospect_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return rows.rows.map(({ prospect_id }) => prospect_id);
}

/** More leads than any campaign has. */
const MOST_LEADS = 100_000_000;
