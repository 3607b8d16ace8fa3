import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { DAYS_SHOWN, type DayRow, type Measured, type Part, STATES, type State } from './status.rules.ts';

type Reader = Pick<SystemTransactionContext, 'db'>;

/** Reads at most that many due messages and imports, from an index, oldest first. */
const READ_AT_MOST = 10_000;

/**
 * Where more messages are late, those of one organization that floods would hide the others: then each sender's oldest of each priority is
 * looked up, which costs a second at 30,000 senders.
 */
export async function measureWork({ db }: Reader): Promise<Measured> {
  const late = sql`from outbound_intents i where i.state = 'intent' and i.due_at < app_now() - interval '10 minutes'`;
  const { rows } = await sql<Measured>`
    with recursive oldest as materialized (
      select i.organization_id ${late} order by i.due_at limit ${READ_AT_MOST + 1}
    ), priorities as (
      (select priority from outbound_intents where state = 'intent' order by priority limit 1)
      union all select n.priority from priorities p cross join lateral (select i.priority from outbound_intents i
        where i.state = 'intent' and i.priority > p.priority order by i.priority limit 1) n
    ), senders as (
      select a.organization_id, case
        when (select count(*) from oldest) <= ${READ_AT_MOST} then a.organization_id in (select organization_id from oldest)
        else exists (select from priorities p
          cross join lateral (select ${late} and i.priority = p.priority and i.account_id = a.id limit 1) n) end as is_late
      from accounts a join organizations o on o.organization_id = a.organization_id
      where a.deleted_at is null and o.suspended_at is null
    ), waiting as (
      select organization_id from (
        select organization_id, status, kind, created_at from imports where status in ('queued', 'running')
        order by lease_until limit ${READ_AT_MOST}) unfinished
      group by organization_id
      having bool_and(status = 'queued') and bool_or(kind = 'csv' and created_at < app_now() - interval '10 minutes')
    )
    select
      (select count(*)::int from worker_heartbeats where beat_at > statement_timestamp() - interval '1 minute') as workers,
      (select count(distinct organization_id)::int from senders) as organizations,
      (select count(distinct organization_id)::int from senders where is_late) as late_senders,
      (select count(*)::int from mailbox_syncs) as mailboxes,
      (select count(*)::int from mailbox_syncs where leased_until < statement_timestamp() - interval '2 minutes')
        as unread_mailboxes,
      (select count(*)::int from waiting) as late_imports`.execute(db);
  return rows[0]!;
}

/**
 * Counts the current minute for each part, once, however many processes measure it: the worst of a minute counts. Also forgets days that are no
 * longer shown. The database's clock decides the minute; after a clock was set back the state changes, and nothing is counted until it caught up.
 */
export async function addMinute({ db }: Reader, states: Partial<Record<Part, State>>): Promise<void> {
  const parts = Object.keys(states) as Part[];
  const numbers = parts.map((part) => STATES.indexOf(states[part]!));
  await sql`
    insert into status_days as s (day, part, first_minute, last_minute, last_state, good, degraded, down)
    select (minute at time zone 'UTC')::date, part, minute, minute, state,
      (state = 0)::int, (state = 1)::int, (state = 2)::int
    from unnest(${parts}::text[], ${numbers}::smallint[]) as given (part, state),
      date_trunc('minute', statement_timestamp()) as minute
    order by part
    on conflict (day, part) do update set
      last_minute = greatest(s.last_minute, excluded.last_minute),
      last_state = case when excluded.last_minute <> s.last_minute then excluded.last_state
        else greatest(s.last_state, excluded.last_state) end,
      good = s.good + ${counted('good', 0)}, degraded = s.degraded + ${counted('degraded', 1)}, down = s.down + ${counted('down', 2)}
    where excluded.last_minute <> s.last_minute or excluded.last_state > s.last_state`.execute(db);
  await sql`delete from status_days where day <= (statement_timestamp() at time zone 'UTC')::date - ${DAYS_SHOWN}::int`.execute(
    db,
  );
}

/** What the given minute adds to its state's column, and takes from that of the better state it had before. */
const counted = (column: string, state: number) => sql`case
  when excluded.last_minute > s.last_minute then excluded.${sql.ref(column)}
  when excluded.last_minute = s.last_minute then excluded.${sql.ref(column)} - (s.last_state = ${sql.lit(state)})::int
  else 0 end`;

/** Days in words, so no time zone of a driver moves them. Days to come are of a clock that was ahead. */
export async function listDays({ db }: Reader): Promise<{ now: Date; rows: DayRow[] }> {
  const { rows } = await sql<DayRow & { now: Date }>`
    select to_char(day, 'YYYY-MM-DD') as day, part, first_minute, last_minute, last_state, good, degraded, down,
      statement_timestamp() as now
    from status_days where day <= (statement_timestamp() at time zone 'UTC')::date order by day desc, part limit ${DAYS_SHOWN * 4}`.execute(
    db,
  );
  return { now: rows[0]?.now ?? new Date(), rows };
}
