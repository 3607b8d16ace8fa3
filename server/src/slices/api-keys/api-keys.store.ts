import type { KeyKind, KeyScope } from '@overture/domain/access/key-scopes';
import { KEY_EXPIRY_NOTICE_IN_DAYS, KEY_LIMITS } from '@overture/domain/access/key-scopes';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type Kysely, sql } from 'kysely';
import type { KeyUse } from '../../kernel/api-keys/key-use.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { keptPlan } from '../../kernel/db/kept-plan.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isFull } from '../../kernel/rounds/batches.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { endedPlan } from '../plans/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;
interface SystemTx {
  db: Kysely<DB>;
}

export interface CallerRow {
  id: number;
  name: string;
  kind: KeyKind;
  organization_id: number;
  scopes: KeyScope[];
  ip_allow: string[];
  ended: 'revoked' | 'expired' | 'suspended' | 'person_left' | null;
  /** Null for an app whose person has left. */
  user_id: number | null;
  resource: string | null;
  is_agency: boolean;
  disabled_features: string[];
  ended_plan: 'trial' | 'subscription' | null;
}

const organizationColumns = sql`o.is_agency and o.is_whitelabel as is_agency,
  o.disabled_features || o.agency_disabled_features as disabled_features, ${endedPlan('o')} as ended_plan`;

/**
 * The caller of an app's access token. It has the rights of the person who connected the app, for as long as that person may manage the
 * organization.
 */
export async function findAppCallerRow({ db }: SystemTx, sha256: Buffer): Promise<CallerRow | undefined> {
  const rows =
    await sql<CallerRow>`${keptPlan}select k.id, k.name, k.kind, k.organization_id, t.scopes, k.ip_allow::text[] as ip_allow,
      case when k.revoked_at is not null or u.apps_ended_at >= k.created_at then 'revoked' when t.expires_at <= app_now() then 'expired'
        when o.suspended_at is not null then 'suspended' when u.id is null then 'person_left' end as ended,
      u.id as user_id, a.resource, ${organizationColumns}
    from oauth_tokens t join api_keys k on k.id = t.api_key_id join connected_apps a on a.api_key_id = k.id
      join organizations o on o.organization_id = k.organization_id
      left join users u on u.id = k.created_by and u.organization_id = k.organization_id and u.active and u.role <> 'RESTRICTED'
    where t.token_hash = ${sha256} and t.use = 'access'`.execute(db);
  return rows.rows[0];
}

/**
 * The caller of a key. A key has the rights of a person who manages the organization: its maker, or the first other manager once
 * the maker has left.
 */
export async function findCallerRow({ db }: SystemTx, sha256: Buffer): Promise<CallerRow | undefined> {
  const rows =
    await sql<CallerRow>`${keptPlan}select k.id, k.name, k.kind, k.organization_id, k.scopes, k.ip_allow::text[] as ip_allow,
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= app_now() then 'expired'
        when o.suspended_at is not null then 'suspended' end as ended,
      u.id as user_id, null as resource, ${organizationColumns}
    from api_keys k join organizations o on o.organization_id = k.organization_id
      cross join lateral (select u.id from users u where u.organization_id = k.organization_id and u.active
        and u.role <> 'RESTRICTED' order by u.id = k.created_by desc nulls last, u.id limit 1) u
    where k.key_hash = ${sha256}`.execute(db);
  return rows.rows[0];
}

export interface KeyRow {
  id: number;
  name: string;
  kind: 'program' | 'assistant';
  start: string;
  scopes: KeyScope[];
  ip_allow: string[];
  created_by: { id: number; name: string } | null;
  created_at: Date;
  expires_at: Date | null;
  is_ended: boolean;
  is_replaced: boolean;
  revoked_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
  rotated_from: number | null;
  calls: number;
}

const isEnded = sql`(k.revoked_at is not null or coalesce(k.expires_at <= app_now(), false))`;
const columns = sql`k.id, k.name, k.kind, k.start, k.scopes, array(select abbrev(r::inet) from unnest(k.ip_allow) r) as ip_allow,
  case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as created_by, k.created_at,
  k.expires_at, ${isEnded} as is_ended,
  exists (select from api_keys newer where newer.rotated_from = k.id and newer.organization_id = k.organization_id) as is_replaced,
  k.revoked_at, k.last_used_at, k.last_used_ip, k.rotated_from,
  (select coalesce(sum(d.calls), 0)::int from api_key_days d where d.api_key_id = k.id and d.organization_id = k.organization_id
    and d.day > (app_now() at time zone 'UTC')::date - ${sql.lit(KEY_LIMITS.usage_in_days)}) as calls`;
const source = sql`api_keys k left join users u on u.id = k.created_by and u.organization_id = k.organization_id`;

/** How long ended keys are still listed. */
const ENDED_SHOWN_IN_DAYS = 90;

/** Keys in force first, newest first; then those that ended lately. */
export async function listKeys({ db, organization }: Pick<Tx, 'db' | 'organization'>): Promise<KeyRow[]> {
  const rows =
    await sql<KeyRow>`select ${columns} from ${source} where k.organization_id = ${organization.id} and k.kind <> 'app'
      and (not ${isEnded} or coalesce(k.revoked_at, k.expires_at) > app_now() - make_interval(days => ${ENDED_SHOWN_IN_DAYS}))
    order by ${isEnded}, k.id desc limit ${LIST_LIMITS.api_keys}`.execute(db);
  return rows.rows;
}

export async function findKeyRow({ db, organization }: Tx, id: number): Promise<KeyRow | undefined> {
  const rows = await sql<KeyRow>`select ${columns} from ${source}
    where k.organization_id = ${organization.id} and k.id = ${id} and k.kind <> 'app'`.execute(db);
  return rows.rows[0];
}

/** The key, locked until the transaction ends. */
export async function lockKey(tx: Tx, id: number): Promise<KeyRow | undefined> {
  await sql`select from api_keys where organization_id = ${tx.organization.id} and id = ${id} for update`.execute(
    tx.db,
  );
  return findKeyRow(tx, id);
}

/** The lock lets two requests not both take the last place. */
export async function countLiveKeys({ db, organization }: Tx): Promise<number> {
  await sql`select from organizations where organization_id = ${organization.id} for update`.execute(db);
  const rows = await sql<{ total: number }>`select count(*)::int as total from api_keys k
    where k.organization_id = ${organization.id} and k.kind <> 'app' and not ${isEnded}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

/** `203.0.113.7/24` is meant as the network. */
const toNetworks = (ranges: readonly string[]) =>
  sql`array(select distinct network(r::inet)::cidr from unnest(${[...ranges]}::text[]) r)`;

export interface NewKey {
  name: string;
  kind: 'program' | 'assistant';
  start: string;
  sha256: Buffer;
  scopes: readonly KeyScope[];
  ip_allow: readonly string[];
  expires_in_days: number | null;
  rotated_from: number | null;
}

export async function insertKey({ db, organization, user }: Tx, key: NewKey): Promise<number> {
  const rows = await sql<{
    id: number;
  }>`insert into api_keys (organization_id, name, kind, start, key_hash, scopes, ip_allow,
      created_by, expires_at, rotated_from)
    values (${organization.id}, ${key.name}, ${key.kind}, ${key.start}, ${key.sha256}, ${[...key.scopes]}::text[],
      ${toNetworks(key.ip_allow)}, ${user?.id ?? null}, app_now() + make_interval(days => ${key.expires_in_days}::int),
      ${key.rotated_from}) returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function updateKey(
  { db, organization }: Tx,
  id: number,
  changes: { name: string | null; ip_allow: readonly string[] | null },
): Promise<void> {
  const ranges = changes.ip_allow ? toNetworks(changes.ip_allow) : sql`ip_allow`;
  await sql`update api_keys set name = coalesce(${changes.name}, name), ip_allow = ${ranges}
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** The old key of a rotation works on for the overlap, and no longer than it would have. */
export async function endAfter({ db, organization }: Tx, id: number, hours: number): Promise<void> {
  await sql`update api_keys set expires_at = least(expires_at, app_now() + make_interval(hours => ${hours}))
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

export async function markRevoked({ db, organization }: Tx, id: number): Promise<void> {
  await sql`update api_keys set revoked_at = app_now() where organization_id = ${organization.id} and id = ${id}`.execute(
    db,
  );
}

export interface DayRow {
  day: string;
  calls: number;
  refused: number;
  limited: number;
  failed: number;
}

/** Every day of the last 30, without a gap. */
export async function listDays({ db, organization }: Pick<Tx, 'db' | 'organization'>, id: number): Promise<DayRow[]> {
  const rows = await sql<DayRow>`select to_char(t.day, 'YYYY-MM-DD') as day, coalesce(d.calls, 0)::int as calls,
      coalesce(d.refused, 0)::int as refused, coalesce(d.limited, 0)::int as limited, coalesce(d.failed, 0)::int as failed
    from generate_series((app_now() at time zone 'UTC')::date - ${sql.lit(KEY_LIMITS.usage_in_days - 1)},
      (app_now() at time zone 'UTC')::date, interval '1 day') t(day)
      left join api_key_days d on d.organization_id = ${organization.id} and d.api_key_id = ${id} and d.day = t.day::date
    order by t.day`.execute(db);
  return rows.rows;
}

/** Adds counts of requests, and the time of the last one: at most once a minute for each key. */
export async function addUses({ db }: SystemTx, uses: readonly KeyUse[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${toJson(uses)}::jsonb)
    as g(key_id bigint, organization_id bigint, calls bigint, refused bigint, limited bigint, failed bigint, ip text)`;
  await sql`insert into api_key_days as d (organization_id, api_key_id, day, calls, refused, limited, failed)
    select k.organization_id, k.id, (app_now() at time zone 'UTC')::date, g.calls, g.refused, g.limited, g.failed
    from ${given} join api_keys k on k.id = g.key_id and k.organization_id = g.organization_id order by k.id
    on conflict (organization_id, api_key_id, day) do update set calls = d.calls + excluded.calls,
      refused = d.refused + excluded.refused, limited = d.limited + excluded.limited, failed = d.failed + excluded.failed`.execute(
    db,
  );
  await sql`update api_keys k set last_used_at = app_now(), last_used_ip = g.ip from ${given}
    where k.id = g.key_id and k.organization_id = g.organization_id
      and (k.last_used_at is null or k.last_used_at < app_now() - interval '1 minute')`.execute(db);
}

const DAYS_KEPT = 400;

const DELETED_AT_ONCE = 10_000;

/** Deletes a batch. True if there may be more. */
export async function deleteOldDays({ db }: SystemTx): Promise<boolean> {
  const deleted = await sql`delete from api_key_days where ctid = any(array(select ctid from api_key_days
    where day < (app_now() at time zone 'UTC')::date - ${sql.lit(DAYS_KEPT)} limit ${DELETED_AT_ONCE}))`.execute(db);
  return isFull(deleted, DELETED_AT_ONCE);
}

export const EXPIRY_LOOP = 'api-key-expiry';

export interface ExpiringKey {
  id: number;
  organization_id: number;
}

/** Keys that expire within a week and have no notice yet. A replaced key needs none. */
export async function findExpiring({ db }: SystemTx): Promise<ExpiringKey[]> {
  const rows = await sql<ExpiringKey>`select k.id, k.organization_id from api_keys k
      join organizations o on o.organization_id = k.organization_id and o.suspended_at is null
    where k.expires_at > app_now() and k.expires_at <= app_now() + make_interval(days => ${KEY_EXPIRY_NOTICE_IN_DAYS})
      and k.revoked_at is null and k.expiry_noticed_at is null
      and not exists (select from api_keys newer where newer.rotated_from = k.id and newer.organization_id = k.organization_id)
      and ${isNotParked(EXPIRY_LOOP, sql.ref('k.organization_id'), sql`k.id::text`)}
    order by k.expires_at, k.id limit 200`.execute(db);
  return rows.rows;
}

/** Claims the notice of a key in the transaction that writes it. @returns undefined when another process took it */
export async function claimNotice(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  id: number,
): Promise<{ name: string; start: string; expires_at: Date } | undefined> {
  const rows = await sql<{
    name: string;
    start: string;
    expires_at: Date;
  }>`update api_keys set expiry_noticed_at = app_now()
    where id = ${id} and organization_id = ${organization.id} and expiry_noticed_at is null and revoked_at is null
    returning name, start, expires_at`.execute(db);
  return rows.rows[0];
}
