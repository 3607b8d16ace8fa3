import type { MeetingFigures } from '@overture/contract/analytics';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import type { Scope } from './analytics.store.ts';
import { isLeadIn } from './lead-scope.store.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;
type Counts = Pick<MeetingFigures, 'booked' | 'moved' | 'cancelled' | 'no_show'>;

const counts = sql`count(*)::int as booked, (count(*) filter (where m.moves > 0))::int as moved,
  (count(*) filter (where m.status = 'cancelled'))::int as cancelled, (count(*) filter (where m.status = 'no_show'))::int as no_show`;

/**
 * Meetings that were booked within a span, and what became of them. With campaigns, senders or statuses in the scope, those of leads that
 * these had contacted before. A person has the meetings of leads that their senders had contacted: two people can have the same one.
 */
export async function countMeetings(
  { db, organization }: Tx,
  { since, until }: Pick<ZoneSpan, 'since' | 'until'>,
  scope: Scope,
): Promise<Counts & { people: (Counts & { id: number; name: string })[] }> {
  const { campaign_ids, account_ids, statuses } = scope;
  const isOpen = campaign_ids === null && account_ids === null && statuses === null;
  const accounts = account_ids && [...account_ids];
  const inScope = isLeadIn(scope);
  const before = sql`l.organization_id = ${organization.id} and l.prospect_id = m.prospect_id and l.contacted_at <= m.created_at`;
  const rows = await sql<Counts & { id: number | null; name: string | null }>`with mine as materialized (
      select m.id, m.prospect_id, m.created_at, m.status, m.moves from meetings m
      where m.organization_id = ${organization.id} and m.created_at >= ${since}::timestamptz and m.created_at < ${until}::timestamptz
        and (${isOpen}::boolean or exists (select from campaign_leads l where ${before} and ${inScope}))),
    owned as (select distinct m.id, a.connected_by as user_id from mine m join campaign_leads l on ${before} and ${inScope}
      join accounts a on a.organization_id = l.organization_id and a.id in (l.email_account_id, l.linkedin_account_id)
      where a.connected_by is not null and (${accounts}::bigint[] is null or a.id = any(${accounts}::bigint[])))
    (select null::bigint as id, null::text as name, ${counts} from mine m)
    union all
    (select u.id, u.name, ${counts} from owned o join mine m on m.id = o.id
      join users u on u.organization_id = ${organization.id} and u.id = o.user_id
      group by u.id order by booked desc, u.id limit ${LIST_LIMITS.members})`.execute(db);
  const [all = { booked: 0, moved: 0, cancelled: 0, no_show: 0 }, ...people] = rows.rows;
  return {
    ...{ booked: all.booked, moved: all.moved, cancelled: all.cancelled, no_show: all.no_show },
    people: people.flatMap(({ id, name, ...own }) => (id === null || name === null ? [] : [{ id, name, ...own }])),
  };
}

/** Without a single meeting there is nothing to count. */
export async function hasMeetings({ db, organization }: Tx): Promise<boolean> {
  const { rows } = await sql`select from meetings where organization_id = ${organization.id} limit 1`.execute(db);
  return rows.length > 0;
}
