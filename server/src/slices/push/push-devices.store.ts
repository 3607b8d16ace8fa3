import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

interface DeviceRow {
  id: number;
  name: string;
  is_current: boolean;
  created_at: Date;
  pushed_at: Date | null;
}

export async function listDevices(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  userId: number,
  sessionId: number,
): Promise<DeviceRow[]> {
  const rows = await sql<DeviceRow>`select id, name, signed_in_as = ${sessionId} as is_current, created_at, pushed_at
    from push_devices where organization_id = ${organization.id} and user_id = ${userId}
    order by id limit ${LIST_LIMITS.push_devices}`.execute(db);
  return rows.rows;
}

interface NewDevice {
  organization_id: number;
  user_id: number;
  session_id: number;
  endpoint: string;
  public_key: Buffer;
  auth_secret: Buffer;
  name: string;
}

/** Unread conversations (`c`) that the inbox lists for user `u`, without those of colleagues. */
const isNews = sql`c.archived_at is null and c.remind_at is null and c.has_unread and c.last_sent_by_prospect
  and c.listed_at > app_now() - interval '1 day' and (c.assigned_user_id is null or c.assigned_user_id = u.id)`;

/**
 * One browser is one device. It may have belonged to a user of another organization. Replies that are unread now are not announced.
 * The oldest devices of the user beyond the limit are removed.
 */
export async function saveDevice({ db }: SystemTx, device: NewDevice): Promise<void> {
  const { organization_id, user_id, session_id, endpoint, public_key, auth_secret, name } = device;
  await sql`delete from push_devices where signed_in_as = ${session_id} and endpoint <> ${endpoint}`.execute(db);
  await sql`insert into push_devices (organization_id, user_id, signed_in_as, endpoint, public_key, auth, name, seen_through)
    select u.organization_id, u.id, ${session_id}, ${endpoint}, ${public_key}::bytea,
      ${auth_secret.toString('base64url')}, ${name},
      coalesce((select max(c.last_message_id) from chats c where c.organization_id = u.organization_id and ${isNews}), 0)
    from users u where u.organization_id = ${organization_id} and u.id = ${user_id}
    on conflict (endpoint) do update set organization_id = excluded.organization_id, user_id = excluded.user_id,
      signed_in_as = excluded.signed_in_as, public_key = excluded.public_key, auth = excluded.auth,
      name = excluded.name, seen_through = excluded.seen_through, due_at = null, leased_until = null, tries = 0`.execute(
    db,
  );
  await sql`delete from push_devices where organization_id = ${organization_id} and user_id = ${user_id} and id in (
    select id from push_devices where organization_id = ${organization_id} and user_id = ${user_id}
    order by id desc offset ${LIST_LIMITS.push_devices})`.execute(db);
}

export async function deleteDevice({ db, organization }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from push_devices where organization_id = ${organization.id} and user_id = ${userId}
    and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Deletes a device that unsubscribed. */
export async function removeDevice({ db, organization }: Tx, id: number): Promise<void> {
  await sql`delete from push_devices where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** A device gets one notification in this time: a morning with a hundred replies must not ring a hundred times. */
const SPACE_IN_SECONDS = 30;

/** Replies of the next seconds share a notification. A push service that asked for a pause gets it, however many replies come. */
export async function requestPush({ db, organization }: Tx, in_seconds: number): Promise<void> {
  const soon = sql`greatest(app_now() + make_interval(secs => ${in_seconds}),
    pushed_at + make_interval(secs => ${SPACE_IN_SECONDS}))`;
  await sql`update push_devices set due_at = ${soon} where organization_id = ${organization.id}
    and (due_at is null or (due_at > ${soon} and (tries = 0 or leased_until is not null)))`.execute(db);
}

export interface ClaimedDevice {
  id: number;
  user_id: number;
  endpoint: string;
  public_key: Buffer;
  auth: string;
  seen_through: number;
  tries: number;
  /** Its user is deactivated or signed out there. */
  has_ended: boolean;
}

const LEASE_IN_SECONDS = 60;

/** Claims a due one; undefined if another worker has it. */
export async function claimDevice({ db, organization }: Tx, id: number): Promise<ClaimedDevice | undefined> {
  const rows = await sql<ClaimedDevice>`update push_devices d set tries = tries + 1,
      leased_until = app_now() + make_interval(secs => ${LEASE_IN_SECONDS}),
      due_at = app_now() + make_interval(secs => ${LEASE_IN_SECONDS})
    from users u where d.organization_id = ${organization.id} and d.id = ${id} and u.id = d.user_id
      and d.due_at <= app_now() and (d.leased_until is null or d.leased_until <= app_now())
    returning d.id, d.user_id, d.endpoint, d.public_key, d.auth, d.seen_through, d.tries, not u.active
      or not exists (select from sessions s where s.id = d.signed_in_as and s.expires_at > app_now()) as has_ended`.execute(
    db,
  );
  return rows.rows[0];
}

export interface News {
  prospect_id: number;
  last_message_id: number;
  name: string;
}

const MOST_COUNTED = 100;

/** Unread conversations that were not announced on the device, the newest first. */
export async function listNews({ db, organization }: Tx, device: ClaimedDevice): Promise<News[]> {
  const rows =
    await sql<News>`select c.prospect_id, c.last_message_id, concat_ws(' ', p.first_name, p.last_name) as name
    from users u join chats c on c.organization_id = u.organization_id
      join prospects p on p.organization_id = c.organization_id and p.id = c.prospect_id
    where u.organization_id = ${organization.id} and u.id = ${device.user_id} and ${isNews}
      and c.last_message_id > ${device.seen_through} order by c.listed_at desc limit ${MOST_COUNTED}`.execute(db);
  return rows.rows;
}

/** Ends a claim. A request that came since then stays due, or waits with the one that is tried again. */
export async function settleDevice(
  { db, organization }: Tx,
  { id, tries }: Pick<ClaimedDevice, 'id' | 'tries'>,
  result: { seen_through: number; was_pushed: boolean } | { pause_in_ms: number },
): Promise<void> {
  const isSettled = 'seen_through' in result;
  const next = isSettled
    ? sql`case when due_at = leased_until then null
        when ${result.was_pushed} then greatest(due_at, app_now() + make_interval(secs => ${SPACE_IN_SECONDS})) else due_at end`
    : sql`app_now() + make_interval(secs => ${result.pause_in_ms / 1000})`;
  const settled = isSettled
    ? sql`, tries = 0, seen_through = greatest(seen_through, ${result.seen_through}),
      pushed_at = case when ${result.was_pushed} then app_now() else pushed_at end`
    : sql``;
  await sql`update push_devices set leased_until = null, due_at = ${next} ${settled}
    where organization_id = ${organization.id} and id = ${id} and tries = ${tries}`.execute(db);
}
