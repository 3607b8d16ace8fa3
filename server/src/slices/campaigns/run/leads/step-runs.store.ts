import type { Branch, FlowNode } from '@overture/domain/flow/flow';
import { LeadHours } from '@overture/domain/sending/lead-hours';
import { getWorkingDays, type Schedule, type WorkingDays } from '@overture/domain/sending/working-days';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface StepRun {
  organization_id: number;
  campaign_id: number;
  campaign_lead_id: number;
  prospect_id: number;
  node_id: number;
  outcome: 'done' | 'answered' | 'failed';
  branch: Branch | null;
  variant: string | null;
  /** Revision of the flow whose text was used; null without one. */
  revision: number | null;
  intent_id: number | null;
  error: string | null;
  scheduled_for: Date | null;
  finished_at: Date;
}

/** Adds to the timeline. Each node occurs once; a retried failure is replaced by its new outcome. */
export async function insertStepRuns(tx: Tx, runs: readonly StepRun[]): Promise<void> {
  if (runs.length === 0) return;
  await sql`insert into campaign_step_runs as r (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome,
      branch, variant, revision, intent_id, error, scheduled_for, finished_at)
    select organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, branch, variant, revision, intent_id, error,
      scheduled_for, finished_at
    from json_to_recordset(${toJson(runs)}::json) as g (organization_id bigint, campaign_id bigint,
      campaign_lead_id bigint, prospect_id bigint, node_id bigint, outcome text, branch text, variant text, revision int,
      intent_id bigint, error text, scheduled_for timestamptz, finished_at timestamptz)
    on conflict (campaign_lead_id, node_id, given_up) do update set outcome = excluded.outcome, error = excluded.error,
      intent_id = excluded.intent_id, variant = excluded.variant, revision = excluded.revision, finished_at = excluded.finished_at
      where r.outcome = 'failed'`.execute(tx.db);
}

/** Flows of campaigns, for the engine. */
export async function listFlows(tx: Tx, campaignIds: readonly number[]): Promise<Map<number, FlowNode[]>> {
  const rows = await sql<FlowNode & { campaign_id: number }>`select campaign_id, id, kind, type, parent_id, branch,
      delay_in_hours, message, message_b, subject_line, subject_line_b, placeholder_message, placeholder_message_b,
      more_variants, variant_rules, address_wait_in_days
    from campaign_nodes where campaign_id = any(${campaignIds}::bigint[]) and is_live order by id`.execute(tx.db);
  return Map.groupBy(rows.rows, (node) => node.campaign_id);
}

/** The nodes after deleted ones, by deleted node; nodes at the end of the flow are left out. */
export async function listFollowers(tx: Tx, deletedIds: readonly number[]): Promise<Map<number, number>> {
  if (deletedIds.length === 0) return new Map();
  const rows = await sql<{ start: number; id: number }>`with recursive chain as (
      select n.id as start, n.id, n.is_live, n.follower_id from campaign_nodes n where n.id = any(${[...deletedIds]}::bigint[])
      union select c.start, n.id, n.is_live, n.follower_id from chain c join campaign_nodes n on n.id = c.follower_id
      where not c.is_live)
    select start, id from chain where is_live and id <> start`.execute(tx.db);
  return new Map(rows.rows.map(({ start, id }) => [start, id]));
}

/** When the last thing was done for leads; those for whom nothing was are left out. */
export async function listLastDone(tx: Tx, leadIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await sql<{ id: number; at: Date }>`select campaign_lead_id as id, max(finished_at) as at
    from campaign_step_runs where campaign_lead_id = any(${[...leadIds]}::bigint[]) group by 1`.execute(tx.db);
  return new Map(rows.rows.map(({ id, at }) => [id, at]));
}

export interface StepRunRow {
  campaign_lead_id: number;
  node_id: number;
  outcome: 'done' | 'answered' | 'failed';
  branch: Branch | null;
  variant: string | null;
  revision: number | null;
  intent_id: number | null;
  error: string | null;
  scheduled_for: Date | null;
  finished_at: Date;
  /** The receiving server's text for a bounced mail; null without a bounce. */
  bounce_reason: string | null;
  /** It came back for good. */
  is_hard_bounce: boolean;
}

/** Which days the delays of campaigns count, and the hours of those that keep to their leads' zones; the others are left out. */
export async function listSchedules(
  tx: Tx,
  campaignIds: readonly number[],
): Promise<{ days: Map<number, WorkingDays>; hours: Map<number, LeadHours> }> {
  const rows = await sql<
    Schedule & { id: number }
  >`select id, timezone, sending_window, windows, counts_working_days, skips_holidays, holiday_calendar, uses_lead_zone
    from campaigns where id = any(${campaignIds}::bigint[]) and (counts_working_days or uses_lead_zone)`.execute(tx.db);
  const zoned = rows.rows.filter((row) => row.uses_lead_zone);
  const days = new Map(
    rows.rows.flatMap(({ id, ...schedule }) => {
      const days = getWorkingDays(schedule);
      return days ? [[id, days] as const] : [];
    }),
  );
  return { days, hours: new Map(zoned.map((row) => [row.id, new LeadHours(row)])) };
}

/** Step runs of leads that count, oldest first. */
export async function listStepRuns(tx: Tx, campaignLeadIds: readonly number[]): Promise<StepRunRow[]> {
  const rows =
    await sql<StepRunRow>`select campaign_lead_id, node_id, outcome, branch, variant, revision, intent_id, error,
      scheduled_for, finished_at, case when bounced_at is not null then coalesce(bounce_reason, '') end as bounce_reason, is_hard_bounce
    from campaign_step_runs where campaign_lead_id = any(${campaignLeadIds}::bigint[]) and given_up = 0 order by finished_at, id`.execute(
      tx.db,
    );
  return rows.rows;
}
