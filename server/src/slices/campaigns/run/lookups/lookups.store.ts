import { conditionsWith } from '@overture/domain/flow/step-types';
import type { ContactLookup } from '@overture/domain/money/credits';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../../kernel/context.ts';
import { keptPlan } from '../../../../kernel/db/kept-plan.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../../kernel/rounds/rounds.ts';
import { endedPlan } from '../../../plans/index.ts';

type SystemTx = Pick<SystemTransactionContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A look-up of a lead's campaign that found nothing or could not run; `reason` is shown at the lead. */
export interface EndedLookup {
  lookup: ContactLookup;
  reason: string | null;
}

/** Those of a lead, as a column `lookups_ended` of `campaign_leads l`; null without any. */
export const endedLookups = sql`(select json_agg(json_build_object('lookup', k.lookup, 'reason', k.reason))
  from campaign_lookups k where k.campaign_lead_id = l.id and k.state = 'ended')`;

export interface WantedLookup {
  organization_id: number;
  campaign_lead_id: number;
  prospect_id: number;
  lookup: ContactLookup;
}

/** Requests look-ups; existing requests are kept. The caller has locked the leads. */
export async function insertWanted(tx: SystemTx, wanted: readonly WantedLookup[]): Promise<void> {
  if (wanted.length === 0) return;
  await sql`insert into campaign_lookups (organization_id, campaign_lead_id, prospect_id, lookup)
    select organization_id, campaign_lead_id, prospect_id, lookup from json_to_recordset(${toJson(wanted)}::json)
      as g (organization_id bigint, campaign_lead_id bigint, prospect_id bigint, lookup text)
    on conflict do nothing`.execute(tx.db);
}

/** Ends overdue look-ups of these leads. The caller has locked the leads. */
export async function endOverdue(
  tx: SystemTx,
  leadIds: readonly number[],
): Promise<{ campaign_lead_id: number; lookup: ContactLookup }[]> {
  if (leadIds.length === 0) return [];
  const rows = await sql<{
    campaign_lead_id: number;
    lookup: ContactLookup;
  }>`update campaign_lookups set state = 'ended'
    where campaign_lead_id = any(${[...leadIds]}::bigint[]) and state = 'asked' and ends_by <= app_now()
    returning campaign_lead_id, lookup`.execute(tx.db);
  return rows.rows;
}

/** A look-up that waits to be started: its lead is at the condition, and the campaign is running. */
const isWaiting = sql`k.state = 'wanted' and l.status in ('SCHEDULED', 'ACTIVE') and l.archived_at is null
  and c.status = 'ACTIVE'`;
const waiting = sql`campaign_lookups k join campaign_leads l on l.id = k.campaign_lead_id
  join campaigns c on c.id = l.campaign_id`;

export const WANTED_LOOP = 'wanted-lookups';

/**
 * Organizations whose campaigns want look-ups started. Checked first because there are usually none, which a join of five tables need not
 * find out.
 */
export async function listOrganizationsWanting(tx: SystemTx): Promise<number[]> {
  const any = await sql<{ is_any: boolean }>`${keptPlan}select exists (select from campaign_lookups
    where state = 'wanted') as is_any`.execute(tx.db);
  if (!any.rows[0]!.is_any) return [];
  const rows = await sql<{ id: number }>`select distinct k.organization_id as id from ${waiting}
    where ${isWaiting} and exists (select from organizations o where o.organization_id = k.organization_id and ${endedPlan('o')} is null)
      and ${isNotParked(WANTED_LOOP, sql.ref('k.organization_id'), sql`'look-ups'`)}
    order by id limit 100`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}

/**
 * Credits that look-ups of campaigns may still cost, by campaign; null without a bound. Campaigns are locked before their leads, as by everyone
 * who changes them; those in use wait for the next round.
 */
export async function lockBudgets({ db, organization }: Tx): Promise<Map<number, number | null>> {
  const rows = await sql<{ id: number; lookup_credits: number | null }>`select c.id, c.lookup_credits from campaigns c
    where c.organization_id = ${organization.id} and c.status = 'ACTIVE'
      and exists (select from campaign_lookups k join campaign_leads l on l.id = k.campaign_lead_id
        where k.organization_id = ${organization.id} and k.state = 'wanted' and l.campaign_id = c.id)
    order by c.id limit 1000 for no key update of c skip locked`.execute(db);
  return new Map(rows.rows.map(({ id, lookup_credits }) => [id, lookup_credits]));
}

/** Stores what is left of the budgets. */
export async function saveBudgets({ db }: Tx, budgets: ReadonlyMap<number, number | null>): Promise<void> {
  const left = [...budgets].map(([id, credits]) => ({ id, credits }));
  if (left.length === 0) return;
  await sql`update campaigns c set lookup_credits = g.credits
    from json_to_recordset(${toJson(left)}::json) as g (id bigint, credits int)
    where c.id = g.id and c.lookup_credits is distinct from g.credits`.execute(db);
}

/** Locks leads of these campaigns whose look-ups are to be started, longest waiting first. */
export async function claimWanted(
  { db, organization }: Tx,
  campaignIds: readonly number[],
  limit: number,
): Promise<(WantedLookup & { campaign_id: number })[]> {
  const rows = await sql<
    WantedLookup & { campaign_id: number }
  >`select k.organization_id, k.campaign_lead_id, l.campaign_id, k.prospect_id, k.lookup
    from ${waiting} where k.organization_id = ${organization.id} and ${isWaiting}
      and l.campaign_id = any(${[...campaignIds]}::bigint[])
    order by l.id limit ${limit} for no key update of l skip locked`.execute(db);
  return rows.rows;
}

/** Marks the look-ups of these leads as running; the leads wait for them until an instant. */
export async function markAsked(
  { db }: Tx,
  lookup: ContactLookup,
  leadIds: readonly number[],
  endsBy: Date,
): Promise<void> {
  if (leadIds.length === 0) return;
  const ids = [...leadIds];
  await sql`update campaign_lookups set state = 'asked', ends_by = ${endsBy}
    where campaign_lead_id = any(${ids}::bigint[]) and lookup = ${lookup}`.execute(db);
  await sql`update campaign_leads l set next_at = ${endsBy}, waiting_until = ${endsBy} from campaign_nodes n
    where l.id = any(${ids}::bigint[]) and n.id = l.next_node_id and n.type = any(${conditionsWith(lookup)}::text[])
      and l.next_lane = 'local'`.execute(db);
}

/** Leads whose people have a requested or running look-up, locked in id order. */
export async function lockAsking(
  { db, organization }: Tx,
  lookup: ContactLookup,
  prospectIds: readonly number[],
): Promise<{ id: number; prospect_id: number }[]> {
  const rows = await sql<{ id: number; prospect_id: number }>`select l.id, l.prospect_id from campaign_lookups k
    join campaign_leads l on l.id = k.campaign_lead_id
    where k.organization_id = ${organization.id} and k.prospect_id = any(${[...prospectIds]}::bigint[])
      and k.lookup = ${lookup} and k.state <> 'ended' order by l.id for no key update of l`.execute(db);
  return rows.rows;
}

/** Ends look-ups of locked leads; leads at the condition are due now. Returns the campaigns to wake. */
export async function endLookups(
  { db }: Tx,
  lookup: ContactLookup,
  ended: readonly { lead_id: number; reason: string | null }[],
): Promise<number[]> {
  if (ended.length === 0) return [];
  await sql`update campaign_lookups k set state = 'ended', reason = g.reason
    from json_to_recordset(${toJson(ended)}::json) as g (lead_id bigint, reason text)
    where k.campaign_lead_id = g.lead_id and k.lookup = ${lookup}`.execute(db);
  const ids = ended.map(({ lead_id }) => lead_id);
  const rows = await sql<{ campaign_id: number }>`update campaign_leads l set next_at = app_now(), waiting_rule = null,
      waiting_until = null from campaign_nodes n
    where l.id = any(${ids}::bigint[]) and n.id = l.next_node_id and n.type = any(${conditionsWith(lookup)}::text[])
      and l.next_lane = 'local' and l.next_at > app_now() returning l.campaign_id`.execute(db);
  return [...new Set(rows.rows.map((row) => row.campaign_id))].sort((a, b) => a - b);
}
