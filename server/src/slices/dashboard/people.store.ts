import type { MetricCategory } from '@overture/domain/analytics';
import type { DateRange } from '@overture/domain/date-presets';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { type PersonSummaryRow, personSummaryColumns } from '../prospects/index.ts';
import { inScope, type Scope } from './analytics.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Facts that are searched for people, newest first: a list behind ten million facts stays a page. */
export const MAX_SEARCHED_FACTS = 20_000;

export interface AnalyticsPersonRow extends PersonSummaryRow {
  campaign_id: number;
  campaign_name: string;
  campaign_status: string;
  occurred_at: Date | null;
}

const EVENTS_OF: Record<MetricCategory, readonly string[]> = {
  emails_sent: ['email_sent'],
  linkedin_messages_sent: ['linkedin_message_sent', 'inmail_sent'],
  invites_sent: ['invite_sent'],
  invites_accepted: ['invite_accepted'],
  replies: ['replied'],
  interested: ['interested'],
  prospects_contacted: ['contacted'],
};

/** Events behind a number, as a condition on `e`. */
export function factsOfMetric(category: MetricCategory): RawBuilder<unknown> {
  return sql`e.type = any(${[...EVENTS_OF[category]]}::text[])`;
}

/** Events of a node of the flow that was carried out, as a condition on `e`. */
export function factsOfNode(nodeId: number, branch: 'yes' | 'no' | null): RawBuilder<unknown> {
  if (branch === null) return sql`e.node_id = ${nodeId} and e.action is not null and e.type <> 'failed'`;
  const types = branch === 'yes' ? ['answered_yes', 'invite_accepted'] : ['answered_no'];
  return sql`e.node_id = ${nodeId} and e.action is not null and e.type = any(${types}::text[])`;
}

/** Mails of a step that came back, as a condition on `e`. */
export function bouncesOfNode(nodeId: number): RawBuilder<unknown> {
  return sql`e.node_id = ${nodeId} and e.type = 'bounced'`;
}

export interface People {
  rows: AnalyticsPersonRow[];
  total: number;
  is_complete: boolean;
}

/** Leads with such facts, the last fact first; a lead stands in it once. */
export async function listPeopleOfFacts(
  tx: Tx,
  given: { facts: RawBuilder<unknown>; scope: Scope; range: DateRange | null; limit: number; offset: number },
): Promise<People> {
  const days = given.range
    ? sql`e.occurred_at >= ${given.range.start_date}::date::timestamp at time zone 'UTC'
        and e.occurred_at < (${given.range.end_date}::date + 1)::timestamp at time zone 'UTC'`
    : sql`true`;
  const facts = sql`select e.campaign_lead_id, e.occurred_at from campaign_events e
    where e.organization_id = ${tx.organization.id} and ${given.facts} and ${days}
      and ${inScope(given.scope, sql.ref('e.campaign_id'), sql.ref('e.account_id'))}
    order by e.occurred_at desc limit ${MAX_SEARCHED_FACTS}`;
  const rows = await sql<AnalyticsPersonRow & { total: number; facts: number }>`
    with facts as materialized (${facts}),
    leads as (select campaign_lead_id, max(occurred_at) as occurred_at from facts group by campaign_lead_id),
    page as (select *, (select count(*)::int from leads) as total, (select count(*)::int from facts) as facts from leads
      order by occurred_at desc, campaign_lead_id desc limit ${given.limit} offset ${given.offset})
    select ${personSummaryColumns}, l.campaign_id, c.name as campaign_name, l.status as campaign_status, page.occurred_at,
      page.total, page.facts
    from page join campaign_leads l on l.id = page.campaign_lead_id join prospects p on p.id = l.prospect_id
    join campaigns c on c.id = l.campaign_id order by page.occurred_at desc, page.campaign_lead_id desc`.execute(tx.db);
  const first = rows.rows[0];
  return { rows: rows.rows, total: first?.total ?? 0, is_complete: (first?.facts ?? 0) < MAX_SEARCHED_FACTS };
}

/** Leads of a campaign by how they stand now, the newest first. */
export async function listPeopleStanding(
  tx: Tx,
  given: { campaign_id: number; status: string | null; next_node_id: number | null; limit: number; offset: number },
): Promise<People> {
  const where = sql`l.campaign_id = ${given.campaign_id} and l.organization_id = ${tx.organization.id}
    and l.archived_at is null and (${given.status}::text is null or l.status = ${given.status})
    and (${given.next_node_id}::bigint is null or l.next_node_id = ${given.next_node_id})`;
  const rows = await sql<AnalyticsPersonRow>`select ${personSummaryColumns}, l.campaign_id, c.name as campaign_name,
      l.status as campaign_status, null as occurred_at
    from campaign_leads l join prospects p on p.id = l.prospect_id join campaigns c on c.id = l.campaign_id
    where ${where} order by l.id desc limit ${given.limit} offset ${given.offset}`.execute(tx.db);
  const total = await sql<{
    total: number;
  }>`select count(*)::int as total from campaign_leads l where ${where}`.execute(tx.db);
  return { rows: rows.rows, total: total.rows[0]?.total ?? 0, is_complete: true };
}
