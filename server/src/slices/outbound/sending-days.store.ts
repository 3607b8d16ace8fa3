import { localDay, nextLocalDay } from '@overture/domain/sending-window';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** A budget that is wanted: whose (`account`, `campaign`, or with a sort of LinkedIn action: `account:invite`), how large today, and in which zone its day runs. */
export interface WantedDay {
  organization_id: number;
  scope: string;
  scope_id: number;
  cap: number;
  zone: string;
}

export interface OpenDay {
  id: number;
  scope: string;
  scope_id: number;
  used: number;
  cap: number;
  ends_at: Date;
}

/** A day that begins in another zone than the one before it lasts at least this long, or it would give a budget twice. */
const SHORTEST_DAY_AFTER_ZONE_CHANGE = '20 hours';

/**
 * The current days of the given scopes, locked until the transaction ends; a day that has not begun yet is opened. A day
 * runs to its end whatever happens to the zone meanwhile.
 */
export async function openDays(tx: Tx, wanted: readonly WantedDay[], now: Date): Promise<OpenDay[]> {
  if (wanted.length === 0) return [];
  const calendar = createCalendar(now);
  const given = JSON.stringify(wanted.map((day) => ({ ...day, ...calendar(day.zone) })));
  await sql`
    with given as (select * from json_to_recordset(${given}::json) as g (organization_id bigint, scope text,
      scope_id bigint, cap int, zone text, day date, ends_at timestamptz, next_day date, next_ends_at timestamptz))
    insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap)
    select g.organization_id, g.scope, g.scope_id, case when s.is_short then g.next_day else g.day end, g.zone, ${now},
      case when s.is_short then g.next_ends_at else g.ends_at end, g.cap
    from given g
    left join lateral (select zone, ends_at from sending_days d where d.scope = g.scope and d.scope_id = g.scope_id
      order by d.ends_at desc limit 1) l on true
    cross join lateral (select coalesce(l.zone <> g.zone and l.ends_at > ${now}::timestamptz - interval '1 day'
      and g.ends_at < ${now}::timestamptz + ${SHORTEST_DAY_AFTER_ZONE_CHANGE}::interval, false) as is_short) s
    where l.ends_at is null or l.ends_at <= ${now}
    order by g.scope, g.scope_id
    on conflict do nothing`.execute(tx.db);
  const rows = await sql<OpenDay>`
    with given as (select * from json_to_recordset(${given}::json) as g (scope text, scope_id bigint, cap int))
    select d.id, d.scope, d.scope_id, d.used, g.cap, d.ends_at
    from given g join sending_days d on d.scope = g.scope and d.scope_id = g.scope_id and d.ends_at > ${now}
    order by d.scope, d.scope_id for update of d`.execute(tx.db);
  return rows.rows;
}

function createCalendar(now: Date) {
  const known = new Map<string, { day: string; ends_at: Date; next_day: string; next_ends_at: Date }>();
  return (zone: string) => {
    let entry = known.get(zone);
    if (!entry) {
      const ends_at = nextLocalDay(now, zone);
      entry = {
        day: localDay(now, zone),
        ends_at,
        next_day: localDay(ends_at, zone),
        next_ends_at: nextLocalDay(ends_at, zone),
      };
      known.set(zone, entry);
    }
    return entry;
  };
}

/**
 * Debits days, each by one conditional statement.
 * @throws when a day would be overdrawn: the caller chose more than it saw under its own lock
 */
export async function debitDays(tx: Tx, debits: readonly { id: number; amount: number; cap: number }[]): Promise<void> {
  if (debits.length === 0) return;
  const done = await sql<{ id: number }>`
    update sending_days d set used = d.used + g.amount, cap = g.cap
    from json_to_recordset(${JSON.stringify(debits)}::json) as g (id bigint, amount int, cap int)
    where d.id = g.id and d.used + g.amount <= g.cap returning d.id`.execute(tx.db);
  if (done.rows.length !== debits.length) throw new Error('a daily budget changed under its lock');
}

/** Gives back what was debited for mails that certainly were not sent. */
export async function refundDays(tx: Tx, dayIds: readonly number[]): Promise<void> {
  if (dayIds.length === 0) return;
  await sql`
    with given as (select id, count(*)::int as amount from unnest(${dayIds}::bigint[]) as id group by id),
    locked as (select d.id, g.amount from sending_days d join given g using (id) order by d.scope, d.scope_id for update of d)
    update sending_days d set used = greatest(0, d.used - l.amount) from locked l where d.id = l.id`.execute(tx.db);
}

/** What is left today, without opening a day or locking: for planning. Scopes without an open day have all of it. */
export async function readDaysLeft(
  tx: Tx,
  wanted: readonly Pick<WantedDay, 'scope' | 'scope_id' | 'cap'>[],
  now: Date,
): Promise<{ scope: string; scope_id: number; left: number; ends_at: Date | null }[]> {
  if (wanted.length === 0) return [];
  const rows = await sql<{ scope: string; scope_id: number; left: number; ends_at: Date | null }>`
    select g.scope, g.scope_id, g.cap - coalesce(d.used, 0) as left, d.ends_at
    from json_to_recordset(${JSON.stringify(wanted)}::json) as g (scope text, scope_id bigint, cap int)
    left join sending_days d on d.scope = g.scope and d.scope_id = g.scope_id and d.ends_at > ${now}`.execute(tx.db);
  return rows.rows;
}

/** Invitations of the last seven days besides the current day's, and when the oldest of them stop counting. */
export async function readWeeks(
  tx: Tx,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, { used: number; eases_at: Date }>> {
  if (accountIds.length === 0) return new Map();
  const rows = await sql<{ scope_id: number; used: number; eases_at: Date }>`
    select scope_id, sum(used)::int as used, min(ends_at) + interval '7 days' as eases_at from sending_days
    where scope = 'account:invite' and scope_id = any(${accountIds}::bigint[]) and used > 0
      and ends_at <= ${now} and ends_at > ${now}::timestamptz - interval '7 days' group by scope_id`.execute(tx.db);
  return new Map(rows.rows.map((row) => [row.scope_id, row]));
}
