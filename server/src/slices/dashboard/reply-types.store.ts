import { OPINIONS, type ReplyClass, SURE_FROM } from '@overture/domain/inbound/reply-classes';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import type { ClassCount, Scope } from './analytics.store.ts';
import { isLeadIn } from './lead-scope.store.ts';
import { factColumns, type PersonRow, pageJoins } from './people.store.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;
type Span = Pick<ZoneSpan, 'since' | 'until'>;

const opinions = sql`${[...OPINIONS]}::text[]`;

/** SQL: the lead of the campaign `l` is in the scope, and was contacted before the class `k` was said: others wrote on their own. */
const isContacted = ({ organization }: Tx, k: RawBuilder<unknown>, scope: Scope) =>
  sql`l.organization_id = ${organization.id} and l.prospect_id = ${k}.prospect_id and l.contacted_at <= ${k}.sent_at
    and ${isLeadIn(scope)}`;

/** SQL: the class `k` of a message says something for sure within the span. Only what comes in has one. */
function isSaid(tx: Tx, k: RawBuilder<unknown>, { since, until }: Span, scope: Scope) {
  return sql`${k}.organization_id = ${tx.organization.id} and ${k}.confidence >= ${SURE_FROM}
    and (${since}::timestamptz is null or ${k}.sent_at >= ${since}::timestamptz)
    and (${until}::timestamptz is null or ${k}.sent_at < ${until}::timestamptz)
    and exists (select from campaign_leads l where ${isContacted(tx, k, scope)})`;
}

const said = sql.ref('k');

/** What leads said for sure within a span, most first. A lead counts once, by the newest opinion, else by the newest of the rest. */
export async function countReplyTypes(tx: Tx, span: Span, scope: Scope): Promise<ClassCount[]> {
  const rows = await sql<ClassCount>`with said as materialized (
      select distinct on (k.prospect_id) k.class from message_classes k where ${isSaid(tx, said, span, scope)}
      order by k.prospect_id, (k.class = any(${opinions})) desc, k.sent_at desc, k.message_id desc)
    select class, count(*)::int as leads from said group by class order by leads desc, class`.execute(tx.db);
  return rows.rows;
}

export interface RepliedQuery {
  class: ReplyClass;
  span: Span;
  scope: Scope;
}

export interface RepliedPlace {
  /** The last row of the page before; null for the first. */
  after: Pick<PersonRow, 'cursor' | 'campaign_lead_id'> | null;
  offset?: number;
}

/**
 * The leads that a reply type counts, the newest reply first. Messages are walked from the newest, as far as the page needs; a message
 * counts that nothing else of its lead goes before.
 */
export async function listReplied(
  tx: Tx,
  query: RepliedQuery,
  { after, offset = 0 }: RepliedPlace,
  limit: number,
): Promise<PersonRow[]> {
  const { span, scope } = query;
  const start = after
    ? sql`k.sent_at <= ${after.cursor}::timestamptz and (k.sent_at, c.id) < (${after.cursor}::timestamptz, ${after.campaign_lead_id}::bigint)`
    : sql`true`;
  const isBetter = sql`y.prospect_id = k.prospect_id and ${isSaid(tx, sql.ref('y'), span, scope)}
    and (y.class = any(${opinions}), y.sent_at, y.message_id) > (k.class = any(${opinions}), k.sent_at, k.message_id)`;
  const rows = await sql<PersonRow>`with page as materialized (select c.id as campaign_lead_id, k.sent_at as occurred_at
      from message_classes k
      cross join lateral (select l.id from campaign_leads l where ${isContacted(tx, said, scope)}
        order by l.contacted_at desc, l.id desc limit 1) c
      where ${isSaid(tx, said, span, scope)} and k.class = ${query.class} and ${start}
        and not exists (select from message_classes y where ${isBetter})
      order by k.sent_at desc, c.id desc limit ${limit} offset ${offset})
    select ${factColumns} from ${pageJoins}`.execute(tx.db);
  return rows.rows;
}
