import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Leads of a draft skip the steps that another tool has sent to them. */
export async function setSkippedNodes(
  { db }: Tx,
  campaignId: number,
  leads: readonly { prospect_id: number; skipped_nodes: readonly number[] }[],
): Promise<void> {
  await sql`update campaign_leads l set skipped_nodes = array(select json_array_elements_text(g.skipped_nodes)::bigint)
    from json_to_recordset(${toJson(leads)}::json) as g (prospect_id bigint, skipped_nodes json)
    where l.campaign_id = ${campaignId} and l.prospect_id = g.prospect_id and l.status = 'NOT_STARTED'`.execute(db);
}

const isUntouched = sql<boolean>`(l.status in ('NOT_STARTED', 'SCHEDULED', 'PAUSED') and l.contacted_at is null
  and not l.is_in_flight and not exists (select from campaign_step_runs r where r.campaign_lead_id = l.id))`;

/** Campaigns with leads among these people that nothing was done for yet, in the order of their locks. */
export async function listUntouchedLeads(
  { db, organization }: Tx,
  prospectIds: readonly number[],
): Promise<{ campaign_id: number; prospect_ids: number[] }[]> {
  const { rows } = await sql<{ campaign_id: number; prospect_ids: number[] }>`
    select l.campaign_id, json_agg(l.prospect_id order by l.prospect_id) as prospect_ids from campaign_leads l
    where l.organization_id = ${organization.id} and l.prospect_id = any(${[...prospectIds]}::bigint[]) and l.archived_at is null
      and ${isUntouched} group by l.campaign_id order by l.campaign_id`.execute(db);
  return rows;
}

/** The same of one campaign, as a condition on `campaign_leads l`. */
export const untouchedAmong = (prospectIds: readonly number[]) =>
  sql<boolean>`l.prospect_id = any(${[...prospectIds]}::bigint[]) and ${isUntouched}`;

/** A draft that was never started, with all that belongs to it. */
export async function deleteDraft({ db, organization }: Tx, id: number): Promise<void> {
  await sql`delete from campaigns where organization_id = ${organization.id} and id = ${id} and status = 'DRAFT'
    and activated_at is null`.execute(db);
}
