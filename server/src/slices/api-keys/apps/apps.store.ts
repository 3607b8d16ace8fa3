import type { KeyScope } from '@overture/domain/access/key-scopes';
import { APP_LIMITS, KEY_LIMITS } from '@overture/domain/access/key-scopes';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { isFull } from '../../../kernel/rounds/batches.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
interface SystemTx {
  db: Kysely<DB>;
}

export interface AppRow {
  id: number;
  name: string;
  client_id: string;
  scopes: KeyScope[];
  connected_by: { id: number; name: string } | null;
  connected_at: Date;
  disconnected_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
  is_ended: boolean;
  calls: number;
}

/** An app whose tokens all expired is over too: it can get no new ones. */
const isEnded = sql`(k.revoked_at is not null or exists (select from users p where p.id = k.created_by
    and p.apps_ended_at >= k.created_at) or not exists (select from oauth_tokens t where t.api_key_id = k.id
  and t.organization_id = k.organization_id and t.used_at is null and t.expires_at > app_now()))`;

const apps = sql`select k.id, k.name, a.client_id, k.scopes,
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as connected_by,
    k.created_at as connected_at, k.revoked_at as disconnected_at, k.last_used_at, k.last_used_ip, ${isEnded} as is_ended,
    (select coalesce(sum(d.calls), 0)::int from api_key_days d where d.api_key_id = k.id
      and d.organization_id = k.organization_id
      and d.day > (app_now() at time zone 'UTC')::date - ${sql.lit(KEY_LIMITS.usage_in_days)}) as calls
  from api_keys k join connected_apps a on a.api_key_id = k.id and a.organization_id = k.organization_id
    left join users u on u.id = k.created_by and u.organization_id = k.organization_id and u.active`;

/** Connected ones first, newest first; then those that ended lately. */
export async function listApps({ db, organization }: Tx): Promise<AppRow[]> {
  const rows = await sql<AppRow>`${apps} where k.organization_id = ${organization.id}
      and (not ${isEnded} or coalesce(k.revoked_at, k.last_used_at, k.created_at) > app_now() - interval '90 days')
    order by ${isEnded}, k.id desc limit ${LIST_LIMITS.api_keys}`.execute(db);
  return rows.rows;
}

/** The app, locked until the transaction ends. */
export async function lockApp({ db, organization }: Tx, id: number): Promise<AppRow | undefined> {
  await sql`select from api_keys where organization_id = ${organization.id} and id = ${id} for update`.execute(db);
  const rows = await sql<AppRow>`${apps} where k.organization_id = ${organization.id} and k.id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Names that a person sees before they decide. */
export async function findNames(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  userId: number,
): Promise<{ organization: string; person: string }> {
  const rows = await sql<{ organization: string; person: string }>`select o.name as organization, u.name as person
    from organizations o join users u on u.organization_id = o.organization_id and u.id = ${userId}
    where o.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]!;
}

/** Ends a connection with all of its tokens. @returns false if it had ended before */
export async function markDisconnected({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`update api_keys set revoked_at = app_now()
    where organization_id = ${organization.id} and id = ${id} and kind = 'app' and revoked_at is null`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** The lock lets two requests not both take the last place. */
export async function countLiveApps({ db, organization }: Tx): Promise<number> {
  await sql`select from organizations where organization_id = ${organization.id} for update`.execute(db);
  const rows = await sql<{ total: number }>`select count(*)::int as total from api_keys k
    where k.organization_id = ${organization.id} and k.kind = 'app' and not ${isEnded}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

export interface NewCode {
  sha256: Buffer;
  user_id: number;
  client_id: string;
  name: string;
  redirect_uri: string;
  challenge: string;
  scopes: readonly KeyScope[];
  resource: string;
}

export async function insertCode({ db, organization }: Tx, code: NewCode): Promise<void> {
  await sql`insert into oauth_codes (code_hash, organization_id, user_id, client_id, name, redirect_uri, challenge, scopes, resource, expires_at)
    values (${code.sha256}, ${organization.id}, ${code.user_id}, ${code.client_id}, ${code.name}, ${code.redirect_uri},
      ${code.challenge}, ${[...code.scopes]}::text[], ${code.resource},
      app_now() + make_interval(secs => ${APP_LIMITS.code_in_seconds}))`.execute(db);
}

/** The organization of a code or a token, which a program presents without a session. */
export async function findOwner({ db }: SystemTx, sha256: Buffer): Promise<number | undefined> {
  const rows = await sql<{
    organization_id: number;
  }>`select organization_id from oauth_codes where code_hash = ${sha256}
    union all select organization_id from oauth_tokens where token_hash = ${sha256}`.execute(db);
  return rows.rows[0]?.organization_id;
}

export interface CodeRow extends Omit<NewCode, 'sha256' | 'scopes'> {
  scopes: KeyScope[];
  api_key_id: number | null;
  is_expired: boolean;
  /** False when the person left, or may not manage the organization anymore, or it is suspended. */
  is_entitled: boolean;
}

type Sql = ReturnType<typeof sql.ref>;

/** @param since when the person approved: what came before a recovery of the account is over */
const isEntitled = (user: Sql, organization: Sql, since: RawBuilder<unknown>) => sql`exists (
  select from users u join organizations o on o.organization_id = u.organization_id
  where u.id = ${user} and u.organization_id = ${organization} and u.active and u.role <> 'RESTRICTED' and o.suspended_at is null
    and (u.apps_ended_at is null or u.apps_ended_at < ${since}))`;

const codeIsFrom = sql`c.expires_at - make_interval(secs => ${APP_LIMITS.code_in_seconds})`;

export async function lockCode({ db, organization }: Tx, sha256: Buffer): Promise<CodeRow | undefined> {
  const rows =
    await sql<CodeRow>`select c.user_id, c.client_id, c.name, c.redirect_uri, c.challenge, c.scopes, c.resource,
      c.api_key_id, c.expires_at <= app_now() as is_expired,
      ${isEntitled(sql.ref('c.user_id'), sql.ref('c.organization_id'), codeIsFrom)} as is_entitled
    from oauth_codes c where c.organization_id = ${organization.id} and c.code_hash = ${sha256} for update`.execute(db);
  return rows.rows[0];
}

/** The connection that a code becomes. @returns its id */
export async function insertApp({ db, organization }: Tx, sha256: Buffer, code: CodeRow): Promise<number> {
  const rows = await sql<{ id: number }>`with app as (
      insert into api_keys (organization_id, name, kind, start, key_hash, scopes, created_by)
      values (${organization.id}, ${code.name}, 'app', '', null, ${code.scopes}::text[], ${code.user_id}) returning id
    ), used as (
      update oauth_codes set api_key_id = (select id from app)
      where organization_id = ${organization.id} and code_hash = ${sha256}
    )
    select id from app`.execute(db);
  const { id } = rows.rows[0]!;
  await sql`insert into connected_apps (organization_id, api_key_id, client_id, returns_to, resource)
    values (${organization.id}, ${id}, ${code.client_id}, ${code.redirect_uri}, ${code.resource})`.execute(db);
  return id;
}

export interface TokenRow {
  api_key_id: number;
  name: string;
  use: 'access' | 'refresh';
  scopes: KeyScope[];
  client_id: string;
  resource: string;
  is_used: boolean;
  /** Expired, disconnected, or of a person who may not have it anymore. */
  is_ended: boolean;
}

/** The row of its app is locked too: two refreshes wait for each other. */
export async function lockToken({ db, organization }: Tx, sha256: Buffer): Promise<TokenRow | undefined> {
  const rows = await sql<TokenRow>`select t.api_key_id, k.name, t.use, k.scopes, a.client_id, a.resource,
      t.used_at is not null as is_used, t.expires_at <= app_now() or k.revoked_at is not null
        or not ${isEntitled(sql.ref('k.created_by'), sql.ref('k.organization_id'), sql.ref('k.created_at'))} as is_ended
    from oauth_tokens t join api_keys k on k.id = t.api_key_id and k.organization_id = t.organization_id
      join connected_apps a on a.api_key_id = k.id and a.organization_id = k.organization_id
    where t.organization_id = ${organization.id} and t.token_hash = ${sha256} for update of t, k`.execute(db);
  return rows.rows[0];
}

export async function insertTokens(
  { db, organization }: Tx,
  id: number,
  tokens: readonly { sha256: Buffer; use: 'access' | 'refresh'; scopes: readonly KeyScope[]; seconds: number }[],
): Promise<void> {
  for (const { sha256, use, scopes, seconds } of tokens)
    await sql`insert into oauth_tokens (token_hash, organization_id, api_key_id, use, scopes, expires_at)
      values (${sha256}, ${organization.id}, ${id}, ${use}, ${[...scopes]}::text[], least(app_now() + make_interval(secs => ${seconds}),
        (select created_at from api_keys where organization_id = ${organization.id} and id = ${id})
          + make_interval(days => ${APP_LIMITS.connection_in_days})))`.execute(db);
  await deleteOldestTokens({ db, organization }, id);
}

/** An app that refreshes without end keeps as many rows as any other. A used token is kept to detect its second use. */
async function deleteOldestTokens({ db, organization }: Tx, id: number): Promise<void> {
  await sql`delete from oauth_tokens t using (select token_hash, row_number() over (partition by use
      order by used_at desc nulls first, expires_at desc) as place
    from oauth_tokens where organization_id = ${organization.id} and api_key_id = ${id}) kept
    where t.organization_id = ${organization.id} and t.token_hash = kept.token_hash
      and kept.place > ${APP_LIMITS.kept_tokens}`.execute(db);
}

export async function markTokenUsed({ db, organization }: Tx, sha256: Buffer): Promise<void> {
  await sql`update oauth_tokens set used_at = app_now()
    where organization_id = ${organization.id} and token_hash = ${sha256}`.execute(db);
}

const DELETED_AT_ONCE = 10_000;

/** Keeps codes for a day after they expire, to detect a second use. Deletes a batch; true if there may be more. */
export async function deleteExpired({ db }: SystemTx): Promise<boolean> {
  const codes = await sql`delete from oauth_codes where ctid = any(array(select ctid from oauth_codes
    where expires_at < app_now() - interval '1 day' limit ${DELETED_AT_ONCE}))`.execute(db);
  const tokens = await sql`delete from oauth_tokens where ctid = any(array(select ctid from oauth_tokens
    where expires_at < app_now() - interval '1 day' limit ${DELETED_AT_ONCE}))`.execute(db);
  return isFull(codes, DELETED_AT_ONCE) || isFull(tokens, DELETED_AT_ONCE);
}
