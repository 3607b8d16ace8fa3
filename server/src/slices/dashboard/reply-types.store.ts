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

/** SQL: the lead of the campaign `l` is in the scope, and was contacted before the message `m`: others wrote on their own. */
const isContacted = ({ organization }: Tx, m: RawBuilder<unknown>, scope: Scope) =>
  sql`l.organization_id = ${organization.id} and l.prospect_id = ${m}.prospect_id and l.contacted_at <= ${m}.sent_at
    and ${isLeadIn(scope)}`;

/** SQL: the message `m` with the type `k` says something for sure within the span. */
function isSaid(tx: Tx, { m, k }: Record<'m' | 'k', RawBuilder<unknown>>, { since, until }: Span, scope: Scope) {
  return sql`${m}.organization_id = ${tx.organization.id} and (${m}.sent_by_prospect or ${m}.kind in ('BOUNCE', 'COMPLAINT'))
    and (${since}::timestamptz is null or ${m}.sent_at >= ${since}::timestamptz)
    and (${until}::timestamptz is null or ${m}.sent_at < ${until}::timestamptz)
    and ${k}.message_id = ${m}.id and ${k}.organization_id = ${m}.organization_id and ${k}.confidence >= ${SURE_FROM}
    and exists (select from campaign_leads l where ${isContacted(tx, m, scope)})`;
}

const message = { m: sql.ref('m'), k: sql.ref('k') };

/** What leads said for sure within a span, most first. A lead counts once, by the newest opinion, else by the newest of the rest. */
export async function countReplyTypes(tx: Tx, span: Span, scope: Scope): Promise<ClassCount[]> {
  const rows = await sql<ClassCount>`with said as materialized (
      select distinct on (m.prospect_id) k.class from chat_messages m, message_classes k where ${isSaid(tx, message, span, scope)}
      order by m.prospect_id, (k.class = any(${opinions})) desc, m.sent_at desc, m.id desc)
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
    ? sql`m.sent_at <= ${after.cursor}::timestamptz and (m.sent_at, c.id) < (${after.cursor}::timestamptz, ${after.campaign_lead_id}::bigint)`
    : sql`true`;
  const other = { m: sql.ref('x'), k: sql.ref('y') };
  const isBetter = sql`x.prospect_id = m.prospect_id and ${isSaid(tx, other, span, scope)}
    and (y.class = any(${opinions}), x.sent_at, x.id) > (k.class = any(${opinions}), m.sent_at, m.id)`;
  const rows = await sql<PersonRow>`with page as materialized (select c.id as campaign_lead_id, m.sent_at as occurred_at
      from chat_messages m cross join message_classes k
      cross join lateral (select l.id from campaign_leads l where ${isContacted(tx, message.m, scope)}
        order by l.contacted_at desc, l.id desc limit 1) c
      where ${isSaid(tx, message, span, scope)} and k.class = ${query.class} and ${start}
        and not exists (select from chat_messages x, message_classes y where ${isBetter})
      order by m.sent_at desc, c.id desc limit ${limit} offset ${offset})
    select ${factColumns} from ${pageJoins}`.execute(tx.db);
  return rows.rows;
}
