import { OPINIONS, SURE_FROM } from '@overture/domain/inbound/reply-classes';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import type { ClassCount, Scope } from './analytics.store.ts';
import { isLeadIn } from './lead-scope.store.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

/**
 * What leads said for sure within a span, most first. A lead counts once, by the newest opinion, else by the newest of the rest. Only
 * leads whom the scope had contacted before: others wrote on their own.
 */
export async function countReplyTypes(
  { db, organization }: Tx,
  { since, until }: Pick<ZoneSpan, 'since' | 'until'>,
  scope: Scope,
): Promise<ClassCount[]> {
  const rows = await sql<ClassCount>`with said as materialized (
      select distinct on (m.prospect_id) k.class from chat_messages m
        join message_classes k on k.message_id = m.id and k.organization_id = m.organization_id
      where m.organization_id = ${organization.id} and (m.sent_by_prospect or m.kind in ('BOUNCE', 'COMPLAINT'))
        and m.sent_at >= ${since}::timestamptz and m.sent_at < ${until}::timestamptz and k.confidence >= ${SURE_FROM}
        and exists (select from campaign_leads l where l.organization_id = ${organization.id}
          and l.prospect_id = m.prospect_id and l.contacted_at <= m.sent_at and ${isLeadIn(scope)})
      order by m.prospect_id, (k.class = any(${[...OPINIONS]}::text[])) desc, m.sent_at desc, m.id desc)
    select class, count(*)::int as leads from said group by class order by leads desc, class`.execute(db);
  return rows.rows;
}
