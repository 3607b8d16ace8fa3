import {
  COUNTED_AFTER_IN_DAYS,
  type VariantDay,
  type WinnerMeasure,
  type WinnerRule,
} from '@overture/domain/campaign/variant-winner';
import { type StepContent, VARIANTS, type Variant, type VariantRules } from '@overture/domain/flow/flow';
import { sql } from 'kysely';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** What a rule decided, with what held before it. */
export interface WinnerOutcome {
  variant: Variant;
  at: string;
  words: string;
  before: VariantRules | null;
}

export type VariantNode = Partial<StepContent> & {
  id: number;
  variant_rules: VariantRules | null;
  winner_rule: WinnerRule | null;
  winner_outcome: WinnerOutcome | null;
  variant_version: number;
  variants_since: Date | null;
};

/** A step that runs, or is written, locked for a change of its rules. */
export async function lockVariantNode(tx: Tx, campaignId: number, stepId: number): Promise<VariantNode | undefined> {
  await sql`select from campaign_nodes where id = ${stepId} and organization_id = ${tx.organization.id} for no key update`.execute(
    tx.db,
  );
  return findVariantNode(tx, campaignId, stepId);
}

export async function findVariantNode(
  { db, organization }: Tx,
  campaignId: number,
  stepId: number,
): Promise<VariantNode | undefined> {
  const rows = await sql<VariantNode>`select id, message, message_b, more_variants, variant_rules, winner_rule,
      winner_outcome, variant_version, variants_since
    from campaign_nodes where id = ${stepId} and campaign_id = ${campaignId} and organization_id = ${organization.id}
      and is_live and kind = 'step'`.execute(db);
  return rows.rows[0];
}

/** Which facts are a hit. */
const HITS: Record<WinnerMeasure, string> = { replies: 'replied', positive: 'interested' };

/**
 * Messages of a step by day and variant, with what came of them within some days. Only whole days whose last message is
 * old enough: what is counted once never changes, which the test relies on.
 */
export async function listVariantDays(
  { db, organization }: Tx,
  campaignId: number,
  { id, variants_since }: Pick<VariantNode, 'id' | 'variants_since'>,
  measure: WinnerMeasure,
): Promise<VariantDay[]> {
  const patience = sql`make_interval(days => ${COUNTED_AFTER_IN_DAYS})`;
  const rows = await sql<{ day: string; variant: Variant; sent: number; hits: number }>`
    select (e.occurred_at at time zone 'UTC')::date::text as day, e.variant, count(*)::int as sent,
      count(*) filter (where exists (select from campaign_events r
        where r.campaign_lead_id = e.campaign_lead_id and r.node_id = e.node_id and r.type = ${HITS[measure]}
          and r.occurred_at >= e.occurred_at and r.occurred_at < e.occurred_at + ${patience}))::int as hits
    from campaign_events e
    where e.campaign_id = ${campaignId} and e.organization_id = ${organization.id} and e.node_id = ${id}
      and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent')
      and e.variant = any(${[...VARIANTS]}::text[])
      and e.occurred_at >= coalesce(${variants_since}::timestamptz, '-infinity')
      and e.occurred_at < date_trunc('day', app_now() - ${patience}, 'UTC')
    group by 1, 2 order by 1`.execute(db);
  const days = Map.groupBy(rows.rows, (row) => row.day);
  return [...days.values()].map((own) =>
    Object.fromEntries(own.map(({ variant, sent, hits }) => [variant, { sent, hits }])),
  );
}

/** Stores what holds from now on. A rule is checked soon; without one, or once it has decided, never. */
export async function saveVariantRules(
  { db, organization }: Tx,
  stepId: number,
  given: { rules: VariantRules; rule: WinnerRule | null; outcome: WinnerOutcome | null },
): Promise<void> {
  const { rules, rule, outcome } = given;
  await sql`update campaign_nodes set variant_rules = ${toJson(rules)}::jsonb,
      winner_rule = ${rule === null ? null : toJson(rule)}::jsonb,
      winner_outcome = ${outcome === null ? null : toJson(outcome)}::jsonb, variant_version = variant_version + 1,
      winner_check_at = ${rule !== null && outcome === null ? sql`app_now()` : null}
    where id = ${stepId} and organization_id = ${organization.id}`.execute(db);
}

/** Whole days are counted: the next check is when another one is complete, spread over two hours. */
export async function postponeCheck({ db, organization }: Tx, stepId: number): Promise<void> {
  await sql`update campaign_nodes set winner_check_at = case when winner_rule is null or winner_outcome is not null then null
      else date_trunc('day', app_now(), 'UTC') + interval '1 day' + make_interval(mins => (id % 120)::int) end
    where id = ${stepId} and organization_id = ${organization.id}`.execute(db);
}

export const WINNER_LOOP = 'variant-winners';

export interface DueTest {
  organization_id: number;
  campaign_id: number;
  node_id: number;
}

/** Of so many tests that wait longest, organizations take turns. */
const TESTS_IN_VIEW = 5000;

/** Steps whose rule is due for a check, taking organizations in turn, longest waiting first. */
export async function listDueTests(
  { db }: Parameters<Parameters<SystemContext['systemRead']>[0]>[0],
  limit: number,
): Promise<DueTest[]> {
  const rows = await sql<DueTest>`select organization_id, campaign_id, id as node_id from (
      select organization_id, campaign_id, id, winner_check_at from campaign_nodes where winner_check_at <= app_now()
        and ${isNotParked(WINNER_LOOP, sql.ref('organization_id'), sql`id::text`)}
      order by winner_check_at, id limit ${TESTS_IN_VIEW}) due
    order by row_number() over (partition by organization_id order by winner_check_at, id), winner_check_at, id
    limit ${limit}`.execute(db);
  return rows.rows;
}

/** Who reads about a campaign: its creator, else the longest-serving manager; undefined when no user signs in any longer. */
export async function findCampaignReader(
  { db, organization }: Tx,
  campaignId: number,
): Promise<{ user_id: number; campaign: string } | undefined> {
  const rows = await sql<{ user_id: number; campaign: string }>`select u.id as user_id, c.name as campaign
    from campaigns c join users u on u.organization_id = c.organization_id and u.active and u.verified_at is not null
      and (u.id = c.created_by or u.role <> 'RESTRICTED')
    where c.id = ${campaignId} and c.organization_id = ${organization.id}
    order by u.id = c.created_by desc nulls last, u.created_at, u.id limit 1`.execute(db);
  return rows.rows[0];
}
