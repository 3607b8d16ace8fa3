import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { DAYS_SHOWN, type DayRow, type Measured, type Part, STATES, type State } from './status.rules.ts';

type Reader = Pick<SystemTransactionContext, 'db'>;

/** Reads at most that many due messages and imports, from an index, oldest first. */
const READ_AT_MOST = 10_000;

export async function measureWork({ db }: Reader): Promise<Measured> {
  const { rows } = await sql<Measured>`
    with late as (
      select organization_id from (
        select organization_id, due_at from outbound_intents where state = 'intent' and due_at <= app_now()
        order by due_at limit ${READ_AT_MOST}) oldest
      where due_at < app_now() - interval '10 minutes'
    ), waiting as (
      select organization_id from (
        select organization_id, status, kind, created_at from imports where status in ('queued', 'running')
        order by lease_until limit ${READ_AT_MOST}) unfinished
      group by organization_id
      having bool_and(status = 'queued') and bool_or(kind = 'csv' and created_at < app_now() - interval '10 minutes')
    )
    select
      (select count(*)::int from worker_heartbeats where beat_at > statement_timestamp() - interval '1 minute') as workers,
      (select count(distinct organization_id)::int from mailbox_syncs) as organizations,
      (select count(distinct organization_id)::int from late) as late_senders,
      (select count(*)::int from mailbox_syncs) as mailboxes,
      (select count(*)::int from mailbox_syncs where leased_until < statement_timestamp() - interval '2 minutes')
        as unread_mailboxes,
      (select count(*)::int from waiting) as late_imports`.execute(db);
  return rows[0]!;
}

/**
 * Counts the current minute for each part, once, however many processes measure it: the worst of a minute counts. Also forgets days that are no
 * longer shown. The database's clock decides the minute; a clock that was set back counts nothing until it has caught up.
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
      last_minute = excluded.last_minute,
      last_state = case when excluded.last_minute > s.last_minute then excluded.last_state
        else greatest(s.last_state, excluded.last_state) end,
      good = s.good + excluded.good - (excluded.last_minute = s.last_minute and s.last_state = 0)::int,
      degraded = s.degraded + excluded.degraded - (excluded.last_minute = s.last_minute and s.last_state = 1)::int,
      down = s.down + excluded.down - (excluded.last_minute = s.last_minute and s.last_state = 2)::int
    where excluded.last_minute > s.last_minute
      or (excluded.last_minute = s.last_minute and excluded.last_state > s.last_state)`.execute(db);
  await sql`delete from status_days where day <= (statement_timestamp() at time zone 'UTC')::date - ${DAYS_SHOWN}::int`.execute(
    db,
  );
}

/** Days in words, so no time zone of a driver moves them. */
export async function listDays({ db }: Reader): Promise<{ now: Date; rows: DayRow[] }> {
  const { rows } = await sql<DayRow & { now: Date }>`
    select to_char(day, 'YYYY-MM-DD') as day, part, first_minute, last_minute, last_state, good, degraded, down,
      statement_timestamp() as now
    from status_days order by day desc, part limit ${DAYS_SHOWN * 4}`.execute(db);
  return { now: rows[0]?.now ?? new Date(), rows };
}
