import {
  type ExportDelivery,
  type ExportRhythm,
  SCHEDULED_EXPORT_LIMITS,
  type ScheduledExportKind,
} from '@overture/domain/scheduled-exports';
import type { DateRange } from '@overture/domain/time/date-presets';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { requireRoom } from '../../kernel/limits/room.ts';
import { isFull } from '../../kernel/rounds/batches.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { zoneOf } from '../organization/index.ts';
import { endedPlan } from '../plans/index.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const EXPORTS_LOOP = 'scheduled-exports';
const CLAIMED_AT_ONCE = 100;
/** At the same time: another organization must not wait for thousands of one. */
export const DUE_OF_ORGANIZATION = 10;

export interface NewExport {
  kind: ScheduledExportKind;
  search_id: number | null;
  campaign_id: number | null;
  every: ExportRhythm;
  hour: number;
  delivery: ExportDelivery;
}

export interface ExportRow extends NewExport {
  id: number;
  user_id: number;
  name: string;
  next_at: Date;
  stopped: string | null;
  /** The list or campaign. */
  is_archived: boolean;
}

/**
 * The reason of an export that is not stopped, but that the release before cannot make: its worker would say that a campaign was deleted, or
 * email what a webhook is for. To it the export is stopped.
 */
const LATER_RELEASE = '';
const FIRST_KINDS: readonly ScheduledExportKind[] = [
  'list_leads',
  'campaign_leads',
  'campaign_messages',
  'campaign_figures',
];
const isWaiting = sql`(x.stopped is null or x.stopped = ${sql.lit(LATER_RELEASE)})`;

const columns = sql`x.id, x.user_id, x.kind, coalesce(s.name, c.name, x.name) as name, x.search_id, x.campaign_id, x.every, x.hour, x.delivery, x.next_at, nullif(x.stopped, ${sql.lit(LATER_RELEASE)}) as stopped,
  coalesce(s.status = 'archived', c.status = 'ARCHIVED', false) as is_archived`;
const source = sql`scheduled_exports x left join searches s on s.organization_id = x.organization_id and s.id = x.search_id
  left join campaigns c on c.organization_id = x.organization_id and c.id = x.campaign_id`;

export async function listExports({ db, organization }: Reader, userId: number): Promise<ExportRow[]> {
  const rows = await sql<ExportRow>`select ${columns} from ${source}
    where x.organization_id = ${organization.id} and x.user_id = ${userId} order by x.id limit ${SCHEDULED_EXPORT_LIMITS.exports}`.execute(
    db,
  );
  return rows.rows;
}

/** The name of a list or campaign that is there; undefined for one that is not. */
export async function findSubject({ db, organization }: Reader, { search_id, campaign_id }: NewExport) {
  const found: RawBuilder<{ name: string }> =
    search_id === null
      ? sql`select name from campaigns where organization_id = ${organization.id} and id = ${campaign_id}::bigint`
      : sql`select name from searches where organization_id = ${organization.id} and id = ${search_id}`;
  return (await found.execute(db)).rows[0]?.name;
}

/** @throws bad_request for too many of a person */
export async function insertExport(
  tx: Tx,
  userId: number,
  name: string,
  given: NewExport,
  nextAt: Date,
): Promise<void> {
  const { db, organization } = tx;
  const own = sql`select from scheduled_exports where organization_id = ${organization.id} and user_id = ${userId}`;
  await requireRoom(tx, own, { limit: SCHEDULED_EXPORT_LIMITS.exports, things: 'scheduled exports' });
  const stopped = FIRST_KINDS.includes(given.kind) && given.delivery === 'email' ? null : LATER_RELEASE;
  await sql`insert into scheduled_exports (organization_id, user_id, kind, name, search_id, campaign_id, every, hour, delivery, next_at, stopped)
    values (${organization.id}, ${userId}, ${given.kind}, ${name}, ${given.search_id}, ${given.campaign_id}, ${given.every},
      ${given.hour}, ${given.delivery}, ${nextAt}, ${stopped})`.execute(db);
}

export async function deleteExport({ db, organization }: Tx, userId: number, id: number): Promise<boolean> {
  const done =
    await sql`delete from scheduled_exports where organization_id = ${organization.id} and user_id = ${userId}
    and id = ${id}`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Those that are due, of organizations that may work and people who sign in: the first ones of each organization, in turns. */
export async function listDue({
  db,
}: Pick<SystemTransactionContext, 'db'>): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select id, organization_id from (
      select x.id, x.organization_id, x.next_at, row_number() over (partition by x.organization_id order by x.next_at, x.id) as turn
      from scheduled_exports x join organizations o on o.organization_id = x.organization_id join users u on u.id = x.user_id and u.active
      where ${isWaiting} and x.next_at <= app_now() and ${endedPlan('o')} is null and o.suspended_at is null
        and ${isNotParked(EXPORTS_LOOP, sql.ref('x.organization_id'), sql`x.id::text`)}) due
    where turn <= ${DUE_OF_ORGANIZATION} order by turn, next_at, id limit ${CLAIMED_AT_ONCE}`.execute(db);
  return rows.rows;
}

/** One that is due, locked; undefined if another worker was faster. */
export async function lockDue(
  { db, organization }: Tx,
  id: number,
): Promise<(ExportRow & { time_zone: string }) | undefined> {
  const rows = await sql<
    ExportRow & { time_zone: string }
  >`select ${columns}, ${zoneOf(sql`x.organization_id`)} as time_zone
    from ${source} where x.organization_id = ${organization.id} and x.id = ${id} and ${isWaiting} and x.next_at <= app_now()
    for update of x`.execute(db);
  return rows.rows[0];
}

export async function moveOn({ db }: Tx, { id, name }: ExportRow, nextAt: Date): Promise<void> {
  await sql`update scheduled_exports set next_at = ${nextAt}, name = ${name} where id = ${id}`.execute(db);
}

export async function stopExport({ db }: Tx, id: number, reason: string): Promise<void> {
  await sql`update scheduled_exports set stopped = ${reason} where id = ${id}`.execute(db);
}

export async function insertLink(
  { db, organization }: Tx,
  exportId: number,
  days: DateRange,
  zone: string,
): Promise<{ id: number; expires_at: Date }> {
  const rows = await sql<{ id: number; expires_at: Date }>`insert into scheduled_export_links
      (organization_id, scheduled_export_id, start_date, end_date, time_zone, expires_at)
    values (${organization.id}, ${exportId}, ${days.start_date}::date, ${days.end_date}::date, ${zone},
      app_now() + make_interval(days => ${SCHEDULED_EXPORT_LIMITS.link_in_days})) returning id, expires_at`.execute(db);
  return rows.rows[0]!;
}

export interface LinkRow extends ExportRow {
  start_date: string;
  end_date: string;
  time_zone: string;
  expires_at: Date;
}

/** A link of a person that has not expired. */
export async function findLink({ db, organization }: Reader, userId: number, id: number): Promise<LinkRow | undefined> {
  const rows =
    await sql<LinkRow>`select ${columns}, l.start_date::text as start_date, l.end_date::text as end_date, l.time_zone, l.expires_at
    from scheduled_export_links l join ${source} on x.id = l.scheduled_export_id
    where l.organization_id = ${organization.id} and l.id = ${id} and l.expires_at > app_now() and x.user_id = ${userId}`.execute(
      db,
    );
  return rows.rows[0];
}

const DELETED_AT_ONCE = 10_000;

/** True if there may be more. */
export async function deleteOldLinks({ db }: Pick<SystemTransactionContext, 'db'>): Promise<boolean> {
  const done = await sql`delete from scheduled_export_links where id in
    (select id from scheduled_export_links where expires_at < app_now() order by expires_at limit ${DELETED_AT_ONCE})`.execute(
    db,
  );
  return isFull(done, DELETED_AT_ONCE);
}
