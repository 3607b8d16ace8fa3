import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { figuresTable } from '../campaigns/index.ts';
import { type PersonSummaryRow, personSummaryColumns } from '../prospects/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ActivityQuery {
  actions: readonly string[] | null;
  /** Days (UTC, both included); null without a bound. */
  from_day: string | null;
  to_day: string | null;
  campaign_ids: readonly number[] | null;
  account_ids: readonly number[] | null;
  prospect_id: number | null;
  limit: number;
  offset: number;
}

export interface ActivityRow extends PersonSummaryRow {
  node_id: number;
  action: string;
  type: string;
  error: string | null;
  bounce_reason: string | null;
  occurred_at: Date;
  campaign_id: number;
  campaign_name: string;
  next_node_id: number | null;
  next_type: string | null;
  next_at: Date | null;
}

/** One page of what campaigns did, newest first: read off the front of an index. */
export async function pageActivities(tx: Tx, query: ActivityQuery): Promise<ActivityRow[]> {
  const rows = await sql<ActivityRow>`
    with page as materialized (select e.campaign_lead_id, e.prospect_id, e.campaign_id, e.node_id, e.action, e.type, e.occurred_at
      from campaign_events e where e.organization_id = ${tx.organization.id} and e.action is not null
        and ${eventFilter(query)} order by e.occurred_at desc, e.campaign_lead_id desc, e.node_id desc
      limit ${query.limit} offset ${query.offset})
    select ${personSummaryColumns}, e.node_id, e.action, e.type,
      r.error,
      case when r.bounced_at is not null then coalesce(r.bounce_reason, '') end as bounce_reason, e.occurred_at, c.id as campaign_id, c.name as campaign_name,
      n.id as next_node_id, n.type as next_type, l.next_at
    from page e join prospects p on p.id = e.prospect_id join campaigns c on c.id = e.campaign_id
    join campaign_leads l on l.id = e.campaign_lead_id
    left join campaign_nodes n on n.id = l.next_node_id
    left join campaign_step_runs r on r.campaign_lead_id = e.campaign_lead_id and r.node_id = e.node_id
    order by e.occurred_at desc, e.campaign_lead_id desc, e.node_id desc`.execute(tx.db);
  return rows.rows;
}

function eventFilter(query: ActivityQuery): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (query.from_day) parts.push(sql`e.occurred_at >= ${query.from_day}::date::timestamp at time zone 'UTC'`);
  if (query.to_day) parts.push(sql`e.occurred_at < (${query.to_day}::date + 1)::timestamp at time zone 'UTC'`);
  if (query.actions) parts.push(sql`e.action = any(${[...query.actions]}::text[])`);
  if (query.campaign_ids) parts.push(sql`e.campaign_id = any(${[...query.campaign_ids]}::bigint[])`);
  if (query.account_ids) parts.push(sql`e.account_id = any(${[...query.account_ids]}::bigint[])`);
  if (query.prospect_id !== null) {
    parts.push(sql`e.campaign_lead_id = any(array(select id from campaign_leads
      where prospect_id = ${query.prospect_id} and organization_id = current_organization_id()))`);
  }
  return sql.join(parts, sql` and `);
}

/** How many there are: from the sums by the day, unless one person is asked for. */
export async function countActivities(tx: Tx, query: ActivityQuery): Promise<number> {
  const rows = await (query.prospect_id === null ? countFromDays(tx, query) : countOfPerson(tx, query));
  return rows.rows[0]?.total ?? 0;
}

function countOfPerson(tx: Tx, query: ActivityQuery) {
  return sql<{ total: number }>`select count(*)::int as total from campaign_events e
    where e.organization_id = ${tx.organization.id} and e.action is not null and ${eventFilter(query)}`.execute(tx.db);
}

/** Sums hold each type of node in a column of its name. */
function countFromDays(tx: Tx, query: ActivityQuery) {
  const parts = [sql`d.organization_id = ${tx.organization.id}`];
  if (query.from_day) parts.push(sql`d.day >= ${query.from_day}::date`);
  if (query.to_day) parts.push(sql`d.day <= ${query.to_day}::date`);
  if (query.campaign_ids) parts.push(sql`d.campaign_id = any(${[...query.campaign_ids]}::bigint[])`);
  if (query.account_ids) parts.push(sql`d.account_id = any(${[...query.account_ids]}::bigint[])`);
  const columns = query.actions?.map((action) => sql.ref(`d.${action.toLowerCase()}`)) ?? [sql.ref('d.actions')];
  return sql<{ total: number }>`select coalesce(sum(${sql.join(columns, sql` + `)}), 0)::int as total
    from ${figuresTable(query.campaign_ids !== null)} d where ${sql.join(parts, sql` and `)}`.execute(tx.db);
}
