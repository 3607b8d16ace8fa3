import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { type LeadSelection, selectedLeads } from './leads.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Leads that were removed, in chunks that fit into live messages, and their number. */
export interface ChangedLeads {
  amount: number;
  /** The first few; enough for browsers that show one page. */
  prospect_ids: number[];
}

const MAX_PUBLISHED = 2000;

const archive = sql`archived_at = app_now(), archived_node_id = next_node_id, next_node_id = null, next_at = null, next_lane = null, waiting_rule = null,
  waiting_until = null`;

async function runChange(db: Tx['db'], ctes: RawBuilder<unknown>): Promise<ChangedLeads> {
  const rows = await sql<{ amount: number; prospect_ids: string }>`with ${ctes}
    select count(*)::int as amount,
      coalesce(string_agg(prospect_id::text, ',') filter (where position <= ${MAX_PUBLISHED}), '') as prospect_ids
    from (select prospect_id, row_number() over () as position from changed) as numbered`.execute(db);
  const { amount, prospect_ids } = rows.rows[0]!;
  return { amount, prospect_ids: prospect_ids === '' ? [] : prospect_ids.split(',').map(Number) };
}

/** Archives the selected leads: they leave the table, and nothing more is done for them. */
export async function archiveLeads(tx: Tx, selection: LeadSelection): Promise<ChangedLeads> {
  return runChange(
    tx.db,
    sql`chosen as materialized (${selectedLeads(tx, selection)}),
      locked as materialized (select l.id from campaign_leads l join chosen using (id) order by l.id for update of l),
      changed as (update campaign_leads l set ${archive} from locked where l.id = locked.id returning l.prospect_id)`,
  );
}

/**
 * Removes the selected leads from the campaign. Leads that were never acted on are deleted and may be added again. The others are archived:
 * their rows prevent a message from going out twice.
 */
export async function removeLeads(tx: Tx, selection: LeadSelection): Promise<ChangedLeads> {
  return removeChosen(tx, selectedLeads(tx, selection));
}

/** The same of leads that are not done and meet a condition on `campaign_leads l` and `prospects p`. */
export async function removeLeadsWhere(
  tx: Tx,
  campaignId: number,
  condition: RawBuilder<boolean>,
): Promise<ChangedLeads> {
  return removeChosen(
    tx,
    sql`select l.id from campaign_leads l join prospects p on p.id = l.prospect_id
      where l.campaign_id = ${campaignId} and l.organization_id = ${tx.organization.id} and l.archived_at is null
        and l.status not in ('COMPLETED', 'FAILED', 'REPLIED') and ${condition}`,
  );
}

async function removeChosen(tx: Tx, chosen: RawBuilder<unknown>): Promise<ChangedLeads> {
  return runChange(
    tx.db,
    sql`chosen as materialized (${chosen}),
      locked as materialized (select l.id, l.contacted_at is null and not l.is_in_flight and not exists (
          select from campaign_step_runs r where r.campaign_lead_id = l.id) and not exists (
          select from call_attempts a where a.campaign_lead_id = l.id and a.outcome is not null) as is_untouched
        from campaign_leads l join chosen using (id) order by l.id for update of l),
      kept as (update campaign_leads l set ${archive} from locked where l.id = locked.id and not is_untouched
        returning l.prospect_id),
      gone as (delete from campaign_leads l using locked where l.id = locked.id and is_untouched returning l.prospect_id),
      changed as (select prospect_id from kept union all select prospect_id from gone)`,
  );
}

/** Archives leads that are not done and meet a condition on `campaign_leads l` and `prospects p`. */
export async function archiveLeadsWhere(
  tx: Tx,
  campaignId: number,
  condition: RawBuilder<boolean>,
): Promise<ChangedLeads> {
  return runChange(
    tx.db,
    sql`locked as materialized (select l.id from campaign_leads l join prospects p on p.id = l.prospect_id
        where l.campaign_id = ${campaignId} and l.organization_id = ${tx.organization.id} and l.archived_at is null
          and l.status not in ('COMPLETED', 'FAILED', 'REPLIED') and ${condition} order by l.id for update of l),
      changed as (update campaign_leads l set ${archive} from locked where l.id = locked.id returning l.prospect_id)`,
  );
}

/** Campaigns that are not over for a lead, in the order of their locks. */
export async function listUnfinishedCampaigns(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  prospectId: number,
): Promise<{ id: number; name: string }[]> {
  const rows = await sql<{
    id: number;
    name: string;
  }>`select k.id, k.name from campaign_leads l join campaigns k on k.id = l.campaign_id
    where l.organization_id = ${organization.id} and l.prospect_id = ${prospectId} and l.archived_at is null
      and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[]) order by k.id limit 1000`.execute(db);
  return rows.rows;
}

/** The campaigns that leads have not finished, each with those leads. */
export async function listUnfinishedLeads(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  prospectIds: readonly number[],
): Promise<{ campaign_id: number; prospect_ids: number[] }[]> {
  const rows = await sql<{ campaign_id: number; prospect_ids: number[] }>`
    select campaign_id, array_agg(prospect_id order by prospect_id) as prospect_ids from campaign_leads
    where organization_id = ${organization.id} and prospect_id = any(${[...prospectIds]}::bigint[]) and archived_at is null
      and status = any(${UNFINISHED_LEAD_STATUSES}::text[]) group by campaign_id order by campaign_id`.execute(db);
  return rows.rows;
}
