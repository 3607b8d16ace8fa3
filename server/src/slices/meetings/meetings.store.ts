import type { Meeting } from '@overture/contract/meetings';
import { type BookingOutcome, type BookingProvider, MEETING_LIMITS } from '@overture/domain/meetings';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isFull } from '../../kernel/rounds/batches.ts';
import { isKeptOut, reachOfLead } from '../suppression-rules/index.ts';
import type { BookingMessage } from './booking-message.rules.ts';
import type { KnownMeeting } from './meetings.rules.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ConnectionRow {
  id: number;
  provider: BookingProvider;
  name: string;
  hook_key: string;
  last_received_at: Date | null;
  last_outcome: BookingOutcome | null;
  last_refused_at: Date | null;
  created_at: Date;
}

const columns = sql`id, provider, name, hook_key, last_received_at, last_outcome, last_refused_at, created_at`;

export async function listConnections({ db, organization }: Reader): Promise<ConnectionRow[]> {
  const rows = await sql<ConnectionRow>`select ${columns} from booking_connections
    where organization_id = ${organization.id} order by id limit ${MEETING_LIMITS.connections}`.execute(db);
  return rows.rows;
}

export async function findConnection({ db, organization }: Reader, id: number): Promise<ConnectionRow | undefined> {
  const rows = await sql<ConnectionRow>`select ${columns} from booking_connections
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Undefined when the organization has as many as it may. The lock lets two requests not both take the last place. */
export async function insertConnection(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: { provider: BookingProvider; name: string; hook_key: string; sealed_secret: Buffer },
): Promise<ConnectionRow | undefined> {
  await sql`select from organizations where organization_id = ${organization.id} for update`.execute(db);
  const rows = await sql<ConnectionRow>`insert into booking_connections
      (organization_id, provider, name, hook_key, sealed_secret, created_by)
    select ${organization.id}, ${given.provider}, ${given.name}, ${given.hook_key}, ${given.sealed_secret},
      ${user?.id ?? null}::bigint
    where (select count(*) from booking_connections where organization_id = ${organization.id}) < ${MEETING_LIMITS.connections}
    returning ${columns}`.execute(db);
  return rows.rows[0];
}

export async function updateSecret({ db, organization }: Tx, id: number, sealed: Buffer) {
  const rows = await sql<ConnectionRow>`update booking_connections set sealed_secret = ${sealed}, last_refused_at = null
    where organization_id = ${organization.id} and id = ${id} returning ${columns}`.execute(db);
  return rows.rows[0];
}

export async function deleteConnection({ db, organization }: Tx, id: number): Promise<boolean> {
  const done =
    await sql`delete from booking_connections where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

export interface HookOwner {
  id: number;
  organization_id: number;
  provider: BookingProvider;
  sealed_secret: Buffer;
}

/** By the last part of the webhook address. */
export async function findHookOwner(
  { db }: Pick<SystemTransactionContext, 'db'>,
  hookKey: string,
): Promise<HookOwner | undefined> {
  const rows = await sql<HookOwner>`select id, organization_id, provider, sealed_secret from booking_connections
    where hook_key = ${hookKey}`.execute(db);
  return rows.rows[0];
}

/** At most once a minute: anyone with the address can send a wrong signature as often as they like. */
export async function markRefused({ db, organization }: Tx, id: number): Promise<void> {
  await sql`update booking_connections set last_refused_at = app_now() where organization_id = ${organization.id}
    and id = ${id} and (last_refused_at is null or last_refused_at < app_now() - interval '1 minute')`.execute(db);
}

/** Messages of one connection are handled one after the other. False if it is gone. */
export async function lockConnection({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`select from booking_connections where organization_id = ${organization.id} and id = ${id}
    for update`.execute(db);
  return rows.rows.length > 0;
}

export async function hasDelivery({ db, organization }: Tx, connectionId: number, digest: Buffer): Promise<boolean> {
  const rows = await sql`select from booking_deliveries where organization_id = ${organization.id}
    and booking_connection_id = ${connectionId} and digest = ${digest}`.execute(db);
  return rows.rows.length > 0;
}

export async function insertDelivery(
  { db, organization }: Tx,
  { id, digest, outcome }: { id: number; digest: Buffer; outcome: BookingOutcome },
): Promise<void> {
  await sql`insert into booking_deliveries (organization_id, booking_connection_id, digest, outcome)
    values (${organization.id}, ${id}, ${digest}, ${outcome})`.execute(db);
  await sql`update booking_connections set last_received_at = app_now(), last_outcome = ${outcome}, last_refused_at = null
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

export interface DeliveryRow {
  outcome: BookingOutcome;
  received_at: Date;
}

export async function listDeliveries({ db, organization }: Reader, connectionId: number): Promise<DeliveryRow[]> {
  const rows = await sql<DeliveryRow>`select outcome, received_at from booking_deliveries
    where organization_id = ${organization.id} and booking_connection_id = ${connectionId}
    order by received_at desc limit ${MEETING_LIMITS.deliveries_shown}`.execute(db);
  return rows.rows;
}

const DELETED_AT_ONCE = 1000;

export async function deleteOldDeliveries({ db }: Pick<SystemTransactionContext, 'db'>): Promise<boolean> {
  const done = await sql`delete from booking_deliveries where (booking_connection_id, digest) in (
    select booking_connection_id, digest from booking_deliveries
    where received_at < app_now() - make_interval(days => ${MEETING_LIMITS.deliveries_kept_in_days})
    order by received_at limit ${DELETED_AT_ONCE} for update skip locked)`.execute(db);
  return isFull(done, DELETED_AT_ONCE);
}

export interface MeetingRow extends KnownMeeting {
  id: number;
  title: string;
  ends_at: Date | null;
  provider: BookingProvider;
}

const meetingColumns = sql`id, booking_uid, prospect_id, status, title, starts_at, ends_at, changed_at, provider`;

/** Of a booking, under any of its ids. */
export async function listKnownMeetings(
  { db, organization }: Tx,
  connectionId: number,
  uids: readonly string[],
): Promise<MeetingRow[]> {
  const rows = await sql<MeetingRow>`select ${meetingColumns} from meetings where organization_id = ${organization.id}
    and booking_connection_id = ${connectionId} and booking_uid = any(${[...uids]}::text[]) order by id limit 500`.execute(
    db,
  );
  return rows.rows;
}

interface NewMeeting {
  connection_id: number;
  provider: BookingProvider;
  prospect_id: number;
  status: KnownMeeting['status'];
  message: BookingMessage;
}

export async function insertMeeting({ db, organization }: Tx, given: NewMeeting): Promise<MeetingRow> {
  const { message } = given;
  const rows =
    await sql<MeetingRow>`insert into meetings (organization_id, booking_connection_id, provider, booking_uid,
      prospect_id, status, title, starts_at, ends_at, changed_at)
    values (${organization.id}, ${given.connection_id}, ${given.provider}, ${message.uid}, ${given.prospect_id},
      ${given.status}, ${message.title}, ${message.starts_at}, ${message.ends_at}, ${message.made_at})
    returning ${meetingColumns}`.execute(db);
  return rows.rows[0]!;
}

interface Change {
  id: number;
  status: KnownMeeting['status'];
  is_moved: boolean;
  message: BookingMessage;
}

/** What the message does not name stays. */
export async function updateMeeting(
  { db, organization }: Tx,
  { id, status, is_moved, message }: Change,
): Promise<MeetingRow> {
  const rows = await sql<MeetingRow>`update meetings set status = ${status}, booking_uid = ${message.uid},
      title = case when ${message.title} = '' then title else ${message.title} end,
      starts_at = coalesce(${message.starts_at}::timestamptz, starts_at),
      ends_at = coalesce(${message.ends_at}::timestamptz, ends_at), changed_at = ${message.made_at},
      moves = moves + ${is_moved ? 1 : 0}
    where organization_id = ${organization.id} and id = ${id} returning ${meetingColumns}`.execute(db);
  return rows.rows[0]!;
}

/** Those of these leads who may be reached at all: an address that bounced, or was left behind, leaves their other channels open. */
export async function listReachable({ db, organization }: Tx, prospectIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }>`select p.id from prospects p where p.organization_id = ${organization.id}
    and p.id = any(${[...prospectIds]}::bigint[]) and not ${isKeptOut(reachOfLead)} order by p.id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

type ShownMeeting = Omit<Meeting, 'starts_at' | 'ends_at' | 'created_at'> & {
  starts_at: Date | null;
  ends_at: Date | null;
  created_at: Date;
};

export async function listOfLead({ db, organization }: Reader, prospectId: number): Promise<ShownMeeting[]> {
  const rows = await sql<ShownMeeting>`select id, provider, title, status, starts_at, ends_at, created_at from meetings
    where organization_id = ${organization.id} and prospect_id = ${prospectId}
    order by starts_at desc nulls last, id desc limit ${MEETING_LIMITS.shown_of_lead}`.execute(db);
  return rows.rows;
}
