import type { ActingKey } from '@overture/contract/acting-key';
import type { SecurityOutcome } from '@overture/domain/security/events';
import { type RawBuilder, sql } from 'kysely';
import { selectActingKey } from '../../kernel/api-keys/acting-key.ts';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface EventQuery {
  /** Names of events; null for all. */
  events: readonly string[] | null;
  outcome: SecurityOutcome | null;
  user_id: number | null;
  /** Days (UTC, both included). */
  from_day: string | null;
  to_day: string | null;
}

export interface PersonRow {
  id: number;
  name: string;
  email: string;
}

export interface EventRow {
  id: number;
  event: string;
  outcome: SecurityOutcome;
  user_id: number | null;
  actor_id: number | null;
  user: PersonRow | null;
  actor: PersonRow | null;
  api_key: ActingKey | null;
  /** Who else acted: the agency's name, or "Support". */
  outside_actor_name: string | null;
  ip: string | null;
  country: string | null;
  device: string | null;
  subject_kind: string | null;
  subject_id: number | null;
  subject_label: string | null;
  reason: string | null;
  repeats: number;
  occurred_at: Date;
  /** The instant to the microsecond, which no Date holds. */
  cursor: string;
}

const person = (table: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.id`)} is not null then jsonb_build_object('id', ${sql.ref(`${table}.id`)},
    'name', ${sql.ref(`${table}.name`)}, 'email', ${sql.ref(`${table}.email`)}) end`;

/** One page of the log, newest first: its rows are found on an index alone, then people and things get their names. */
export async function pageEvents(tx: Tx, query: EventQuery, { limit, offset, after }: PageRange): Promise<EventRow[]> {
  const isAfter = after ? sql`(e.occurred_at, e.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql`true`;
  const rows = await sql<EventRow>`
    with page as materialized (select * from security_events e where ${eventFilter(tx, query)} and ${isAfter}
      order by e.occurred_at desc, e.id desc limit ${limit} offset ${offset})
    select e.id, e.event, e.outcome, e.user_id, e.actor_id, ${person('u')} as "user", ${person('a')} as actor,
      ${selectActingKey('e')} as api_key,
      case when x.is_support then 'Support' else x.agency_name end as outside_actor_name, e.ip, e.country,
      e.device, e.subject_kind, e.subject_id, e.reason, e.repeats, e.occurred_at, e.occurred_at::text as cursor,
      coalesce(e.subject_label, s.name, c.name, l.name, p.name) as subject_label
    from page e
    left join users u on u.id = e.user_id and u.organization_id = e.organization_id
    left join users a on a.id = e.actor_id and a.organization_id = e.organization_id
    left join outside_actors((select array_agg(distinct actor_id) from page)) x on x.id = e.actor_id
    left join accounts s on e.subject_kind = 'sender' and s.id = e.subject_id
    left join campaigns c on e.subject_kind = 'campaign' and c.id = e.subject_id
    left join searches l on e.subject_kind = 'list' and l.id = e.subject_id
    left join users p on e.subject_kind = 'person' and p.id = e.subject_id
    order by e.occurred_at desc, e.id desc`.execute(tx.db);
  return rows.rows;
}

/** How many there are, counted up to a bound. */
export async function countEvents(tx: Tx, query: EventQuery, atMost: number): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*)::int as total
    from (select from security_events e where ${eventFilter(tx, query)} limit ${atMost}) as counted`.execute(tx.db);
  return rows.rows[0]?.total ?? 0;
}

const MAX_PEOPLE = 500;

/** The organization's people, by name. */
export async function listPeople({ db, organization }: Tx): Promise<PersonRow[]> {
  const rows = await sql<PersonRow>`select id, name, email from users
    where organization_id = ${organization.id} order by name, id limit ${MAX_PEOPLE}`.execute(db);
  return rows.rows;
}

/** `e` is the events' name. */
function eventFilter({ organization }: Tx, query: EventQuery): RawBuilder<unknown> {
  const parts = [sql`e.organization_id = ${organization.id}`];
  if (query.events) parts.push(sql`e.event = any(${[...query.events]}::text[])`);
  if (query.outcome) parts.push(sql`e.outcome = ${query.outcome}`);
  if (query.user_id !== null) parts.push(sql`e.user_id = ${query.user_id}`);
  if (query.from_day) parts.push(sql`e.occurred_at >= ${query.from_day}::date::timestamp at time zone 'UTC'`);
  if (query.to_day) parts.push(sql`e.occurred_at < (${query.to_day}::date + 1)::timestamp at time zone 'UTC'`);
  return sql.join(parts, sql` and `);
}
