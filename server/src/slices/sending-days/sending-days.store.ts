import { LINKEDIN_ACTIONS } from '@overture/domain/linkedin/linkedin-actions';
import type { UsedDay } from '@overture/domain/rehearsal/rehearsal-types';
import {
  type BudgetDay,
  beginDay,
  type InviteDay,
  isDayOpen,
  sumWeek,
  WEEK_IN_MS,
  type WeekUse,
} from '@overture/domain/sending/budget-days';
import { scopeOf } from '@overture/domain/sending/capacity';
import type { RiskUse } from '@overture/domain/sending/risk-budget';
import { localDay } from '@overture/domain/time/local-time';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/**
 * A budget to debit: its scope (`account`, `campaign`, or with a kind of LinkedIn action: `account:invite`), its size today, and the zone
 * of its day.
 */
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

/**
 * The current days of the given scopes, locked until the transaction ends; missing ones are opened. A day runs to its end even if the zone
 * changes.
 */
export async function openDays(tx: Tx, wanted: readonly WantedDay[], now: Date): Promise<OpenDay[]> {
  if (wanted.length === 0) return [];
  await beginDays(tx, wanted, now);
  const given = toJson(wanted);
  const rows = await sql<OpenDay>`
    with given as (select * from json_to_recordset(${given}::json) as g (scope text, scope_id bigint, cap int))
    select d.id, d.scope, d.scope_id, d.used, g.cap, d.ends_at
    from given g join sending_days d on d.scope = g.scope and d.scope_id = g.scope_id and d.ends_at > ${now}
    order by d.scope, d.scope_id for update of d`.execute(tx.db);
  return rows.rows;
}

/** Opens the days of scopes whose last one has ended; two concurrent callers open one. */
async function beginDays(tx: Tx, wanted: readonly WantedDay[], now: Date): Promise<void> {
  const lasts = await sql<{ scope: string; scope_id: number; zone: string; ends_at: Date }>`
    select g.scope, g.scope_id, l.zone, l.ends_at
    from json_to_recordset(${toJson(wanted)}::json) as g (scope text, scope_id bigint) cross join lateral (
      select zone, ends_at from sending_days d where d.scope = g.scope and d.scope_id = g.scope_id
      order by d.ends_at desc limit 1) l`.execute(tx.db);
  const known = new Map(lasts.rows.map((row) => [`${row.scope}:${row.scope_id}`, row]));
  const begun = wanted.flatMap((day) => {
    const last = known.get(`${day.scope}:${day.scope_id}`) ?? null;
    return isDayOpen(last, now) ? [] : [{ ...day, ...beginDay(last, day.zone, now) }];
  });
  if (begun.length === 0) return;
  await sql`insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap)
    select organization_id, scope, scope_id, day, zone, ${now}, ends_at, cap
    from json_to_recordset(${toJson(begun)}::json) as g (organization_id bigint, scope text, scope_id bigint,
      cap int, zone text, day date, ends_at timestamptz)
    order by scope, scope_id on conflict do nothing`.execute(tx.db);
}

/**
 * Debits days, each by one conditional statement.
 * @throws when a day would be overdrawn: the caller chose more than it saw under its own lock
 */
export async function debitDays(tx: Tx, debits: readonly { id: number; amount: number; cap: number }[]): Promise<void> {
  if (debits.length === 0) return;
  const done = await sql<{ id: number }>`
    update sending_days d set used = d.used + g.amount, cap = g.cap
    from json_to_recordset(${toJson(debits)}::json) as g (id bigint, amount int, cap int)
    where d.id = g.id and d.used + g.amount <= g.cap returning d.id`.execute(tx.db);
  if (done.rows.length !== debits.length) throw new Error('a daily budget changed under its lock');
}

/** Something that was done at a time, without a debit then. */
interface Use {
  id: number;
  organization_id: number;
  scope: string;
  scope_id: number;
  at: Date;
}

interface Covered {
  day_id: number | null;
  starts_at: Date | null;
  day: string | null;
  zone: string | null;
  last_zone: string | null;
  last_ends_at: Date | null;
}

/**
 * Charges the days on which something was done that the database did not know, beyond their limit too: it cannot be undone. Days of before are opened
 * where they are missing, in the zone of the one before.
 */
export async function chargeDays<One extends Use>(
  tx: Tx,
  uses: readonly One[],
): Promise<{ use: One; day_id: number }[]> {
  const found = await findCovering(tx, uses);
  const missing = uses.flatMap((use, index) => {
    const begun = beginMissing(found[index]!, use.at);
    return begun ? [{ ...use, ...begun }] : [];
  });
  await sql`insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap)
    select organization_id, scope, scope_id, day, zone, min(at), ends_at, 0
    from json_to_recordset(${toJson(missing)}::json) as g (organization_id bigint, scope text, scope_id bigint,
      zone text, day date, at timestamptz, ends_at timestamptz)
    group by organization_id, scope, scope_id, day, zone, ends_at order by scope, scope_id on conflict do nothing`.execute(
    tx.db,
  );
  const days = missing.length > 0 ? await findCovering(tx, uses) : found;
  const charged = uses.map((use, index) => ({ use, day_id: days[index]!.day_id! }));
  await sql`
    with given as (select id, count(*)::int as amount from unnest(${charged.map(({ day_id }) => day_id)}::bigint[]) as id group by id),
    locked as (select d.id, g.amount from sending_days d join given g using (id) order by d.scope, d.scope_id for update of d)
    update sending_days d set used = d.used + l.amount, cap = greatest(d.cap, d.used + l.amount) from locked l where d.id = l.id`.execute(
    tx.db,
  );
  return charged;
}

/** For each use the first day that had not ended, and the last one that had. */
async function findCovering(tx: Tx, uses: readonly Use[]): Promise<Covered[]> {
  const given = uses.map(({ scope, scope_id, at }, n) => ({ n, scope, scope_id, at }));
  const { rows } =
    await sql<Covered>`select c.id as day_id, c.starts_at, c.day::text, c.zone, l.zone as last_zone, l.ends_at as last_ends_at
    from json_to_recordset(${toJson(given)}::json) as g (n int, scope text, scope_id bigint, at timestamptz)
    left join lateral (select id, starts_at, day, zone from sending_days d where d.scope = g.scope and d.scope_id = g.scope_id
      and d.ends_at > g.at order by d.ends_at limit 1) c on true
    left join lateral (select zone, ends_at from sending_days d where d.scope = g.scope and d.scope_id = g.scope_id
      and d.ends_at <= g.at order by d.ends_at desc limit 1) l on true order by g.n`.execute(tx.db);
  return rows;
}

/** Null where a day covers it: one that was opened later on that day, or that the missing one would overlap. */
function beginMissing({ starts_at, day, zone, last_zone, last_ends_at }: Covered, at: Date): BudgetDay | null {
  const last = last_zone && last_ends_at ? { zone: last_zone, ends_at: last_ends_at } : null;
  if (starts_at === null) return beginDay(last, last?.zone ?? 'UTC', at);
  if (starts_at <= at || day === localDay(at, zone ?? 'UTC')) return null;
  const begun = beginDay(last, last?.zone ?? zone ?? 'UTC', at);
  return begun.ends_at > starts_at ? null : begun;
}

/** Refunds what was debited for mails that certainly were not sent. */
export async function refundDays(tx: Tx, dayIds: readonly number[]): Promise<void> {
  if (dayIds.length === 0) return;
  await sql`
    with given as (select id, count(*)::int as amount from unnest(${dayIds}::bigint[]) as id group by id),
    locked as (select d.id, g.amount from sending_days d join given g using (id) order by d.scope, d.scope_id for update of d)
    update sending_days d set used = greatest(0, d.used - l.amount) from locked l where d.id = l.id`.execute(tx.db);
}

/** What is left today, without opening a day or locking: for planning. Scopes without an open day have their full budget. */
export async function listDaysLeft(
  tx: Tx,
  wanted: readonly Pick<WantedDay, 'scope' | 'scope_id' | 'cap'>[],
  now: Date,
): Promise<{ scope: string; scope_id: number; left: number; ends_at: Date | null }[]> {
  if (wanted.length === 0) return [];
  const rows = await sql<{ scope: string; scope_id: number; left: number; ends_at: Date | null }>`
    select g.scope, g.scope_id, g.cap - coalesce(d.used, 0) as left, d.ends_at
    from json_to_recordset(${toJson(wanted)}::json) as g (scope text, scope_id bigint, cap int)
    left join sending_days d on d.scope = g.scope and d.scope_id = g.scope_id and d.ends_at > ${now}`.execute(tx.db);
  return rows.rows;
}

/** What these senders did in their current days, by sort of LinkedIn action; those that did nothing are left out. */
export async function listRiskUse(tx: Tx, accountIds: readonly number[], now: Date): Promise<Map<number, RiskUse>> {
  if (accountIds.length === 0) return new Map();
  const scopes = LINKEDIN_ACTIONS.map(scopeOf);
  const rows = await sql<{ scope_id: number; use: RiskUse }>`
    select scope_id, json_object_agg(substring(scope from '^account:(.+)$'), used) as use from sending_days
    where scope = any(${scopes}::text[]) and scope_id = any(${accountIds}::bigint[]) and ends_at > ${now} group by scope_id`.execute(
    tx.db,
  );
  return new Map(rows.rows.map(({ scope_id, use }) => [scope_id, use]));
}

/**
 * When the invitations of a day were made, if it began before an instant. An unconfirmed one has no time, nor one that was confirmed after
 * the day.
 */
const inviteTimes = (since: Date) => sql`(select coalesce(array_agg(i.settled_at), '{}') from outbound_intents i
  where d.scope = 'account:invite' and d.starts_at <= ${since} and i.account_id = d.scope_id and i.action = 'invite' and i.state = 'confirmed'
    and i.settled_at >= d.starts_at and i.settled_at < d.ends_at and d.id = any(i.debited_day_ids)) as times`;

/** Invitations of the last seven times 24 hours besides the current day's, and when the oldest of them stop counting. */
export async function listWeeks(tx: Tx, accountIds: readonly number[], now: Date): Promise<Map<number, WeekUse>> {
  if (accountIds.length === 0) return new Map();
  const rows = await sql<InviteDay & { scope_id: number }>`
    select d.scope_id, d.used, d.starts_at, d.ends_at, ${inviteTimes(new Date(now.getTime() - WEEK_IN_MS))} from sending_days d
    where d.scope = 'account:invite' and d.scope_id = any(${accountIds}::bigint[]) and d.used > 0
      and d.ends_at <= ${now} and d.ends_at > ${now}::timestamptz - interval '7 days'`.execute(tx.db);
  const days = Map.groupBy(rows.rows, (row) => row.scope_id);
  return new Map([...days].map(([accountId, used]) => [accountId, sumWeek(used, now)]));
}

/** The days of the last week that budgets of these senders and campaigns were debited on, and the ones that run. */
export async function listUsedDays(
  tx: Tx,
  {
    account_ids,
    campaign_ids,
    organization_id,
  }: { account_ids: readonly number[]; campaign_ids: readonly number[]; organization_id: number },
  now: Date,
): Promise<UsedDay[]> {
  const rows =
    await sql<UsedDay>`select d.scope, d.scope_id, d.day::text, d.zone, d.starts_at, d.ends_at, d.used, ${inviteTimes(now)}
    from sending_days d
    where d.ends_at > ${now}::timestamptz - interval '8 days' and ((d.scope like 'account%'
      and d.scope_id = any(${account_ids}::bigint[])) or (d.scope like 'campaign%' and d.scope_id = any(${campaign_ids}::bigint[]))
      or (d.scope like 'domain:%' and d.scope_id = ${organization_id}))
    order by d.ends_at`.execute(tx.db);
  return rows.rows;
}
