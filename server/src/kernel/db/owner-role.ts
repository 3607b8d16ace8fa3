import pg from 'pg';
import type { Log } from '../log.ts';
import { classifyOutage, describeReason } from './outage.ts';

/** The owner of the tables. It cannot sign in; the migrating login assumes it. */
export const OWNER = 'overture_owner';
const ROLES = [OWNER, 'overture_app', 'overture_queue', 'overture_system'];
const EXTENSIONS = ['citext', 'pg_trgm', 'unaccent'];
/** A table that a running process keeps busy for longer is left for the next start. */
const LOCK_LIMIT = '10s';

interface Ownership {
  login: string;
  database: string;
  is_superuser: boolean;
  /** Of PostgreSQL; from 160000 on a membership says whether it inherits and may be taken on. */
  version: number;
  roles: string[];
  /** Who else owns tables of ours: the login that migrated before there was this role. */
  former_owners: string[];
  /** Whether the role may do all that migrations do, and the login take it on. */
  is_ready: boolean;
}

/**
 * Makes the session act as the owner of the tables. The first start brings that about: the role is made and given what migrating takes,
 * and what belongs to a login is handed over. Answers false where the login may not do so: the log says what to run, and the login
 * migrates as itself, as before.
 */
export async function becomeOwner(login: pg.Client, log: Log): Promise<boolean> {
  await makeRoles(login);
  const ownership = await loadOwnership(login);
  const isDone = ownership.is_ready && ownership.former_owners.length === 0;
  const failure = isDone ? null : await handOver(login, ownership);
  if (failure !== null) {
    log.warn({ reason: failure }, describeFallback(ownership));
    return false;
  }
  await login.query(`set role ${OWNER}`);
  return true;
}

/**
 * Roles belong to the cluster: another database's start may create one at the same time. A login without the right to create
 * roles continues without it.
 */
async function makeRoles(login: pg.Client): Promise<void> {
  const found = await login.query('select from pg_roles where rolname = any($1)', [ROLES]);
  if (found.rowCount === ROLES.length) return;
  for (const role of ROLES)
    await login.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$`);
}

/** A table of ours: the first one, what migrations keep account in, and all that hold rows of tenants. */
const IS_OURS = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and (c.relname in ('installation', 'migrations')
    or exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_isolation'))`;

async function loadOwnership(login: pg.Client): Promise<Ownership> {
  const found = await login.query<Omit<Ownership, 'is_ready'>>(
    `select session_user::text as login, current_database()::text as database,
       current_setting('server_version_num')::int as version,
       (select rolsuper from pg_roles where rolname = session_user) as is_superuser,
       array(select rolname::text from pg_roles where rolname = any($1)) as roles,
       array(select distinct o.rolname::text from pg_class c join pg_roles o on o.oid = c.relowner
         where o.rolname <> '${OWNER}' and ${IS_OURS}) as former_owners`,
    [ROLES],
  );
  const ownership = found.rows[0] as (typeof found.rows)[number];
  if (ownership.roles.length < ROLES.length) return { ...ownership, is_ready: false };
  const { version } = ownership;
  const ready = await login.query<{ is_ready: boolean }>(
    `select ${canTake('session_user', OWNER, version)}
       and ${canTake(`'${OWNER}'`, 'overture_app', version)}
       and ${canTake(`'${OWNER}'`, 'overture_system', version)}
       and has_database_privilege('${OWNER}', current_database(), 'create')
       and has_schema_privilege('${OWNER}', 'public', 'create with grant option')
       and (select count(*) from pg_extension where extname = any($1)) = ${EXTENSIONS.length} as is_ready`,
    [EXTENSIONS],
  );
  return { ...ownership, is_ready: ready.rows[0]?.is_ready === true };
}

/** Whether a member may act as a role, and has its rights without doing so. */
function canTake(member: string, role: string, version: number): string {
  const has = (right: string): string => `pg_has_role(${member}, '${role}', '${right}')`;
  return version < 160_000 ? has('usage') : `${has('usage')} and ${has('set')}`;
}

/** Answers why not, or null. All of it or nothing. */
async function handOver(login: pg.Client, ownership: Ownership): Promise<string | null> {
  if (ownership.roles.length < ROLES.length) return 'a role is missing, and this login may not make it';
  try {
    await login.query(`begin; set local lock_timeout = '${LOCK_LIMIT}'`);
    if (!ownership.is_ready) await grantRights(login, ownership);
    const belongings = await login.query<{ statement: string }>(LIST_BELONGINGS, [ownership.former_owners]);
    await login.query(belongings.rows.map((row) => row.statement).join('; '));
    await login.query('commit');
    return null;
  } catch (error) {
    if (classifyOutage(error) !== null) throw error;
    await login.query('rollback').catch(() => undefined);
    return describeReason(error);
  }
}

async function grantRights(login: pg.Client, ownership: Ownership): Promise<void> {
  for (const statement of listGrants(ownership)) await login.query(statement);
  for (const extension of EXTENSIONS) await login.query(`create extension if not exists ${extension}`);
  // Who may not pass a right on gets a notice instead of an error.
  if (!(await loadOwnership(login)).is_ready)
    throw new Error('this login may not pass on the rights that migrating takes');
}

function listGrants({ login, database, version, is_superuser }: Ownership): string[] {
  const both = version < 160_000 ? '' : ' with inherit true, set true';
  return [
    // A process of the old version still works: it keeps the rights of an owner.
    ...(is_superuser ? [] : [`grant ${OWNER} to ${pg.escapeIdentifier(login)}${both}`]),
    // Migrations see what both roles see, and make functions theirs.
    `grant overture_app, overture_system to ${OWNER}${both}`,
    `grant create on database ${pg.escapeIdentifier(database)} to ${OWNER}`,
    `grant usage, create on schema public to ${OWNER} with grant option`,
  ];
}

/** What former owners have in our two schemas, except what came with an extension or goes along with a table. */
const LIST_BELONGINGS = `
  with former as (select oid from pg_roles where rolname = any($1)),
  ours as (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
  select format('alter %s %s owner to ${OWNER}', kind, name) as statement from (
    select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
      oid::regclass::text as name, tableoid as catalogue, oid from pg_class c
    where relkind in ('r', 'p', 'v', 'm', 'S') and relnamespace in (select oid from ours) and relowner in (select oid from former)
      and not (relkind = 'S' and exists (select from pg_depend d
        where d.classid = c.tableoid and d.objid = c.oid and d.deptype in ('a', 'i')))
    union all select 'routine', oid::regprocedure::text, tableoid, oid from pg_proc
    where pronamespace in (select oid from ours) and proowner in (select oid from former)
    union all select 'type', oid::regtype::text, tableoid, oid from pg_type t
    where typnamespace in (select oid from ours) and typowner in (select oid from former)
      and (typtype in ('e', 'd', 'r') or typtype = 'c' and exists (select from pg_class c where c.oid = typrelid and c.relkind = 'c'))
    union all select 'collation', oid::regcollation::text, tableoid, oid from pg_collation
    where collnamespace in (select oid from ours) and collowner in (select oid from former)
    union all select 'schema', oid::regnamespace::text, tableoid, oid from pg_namespace
    where nspname = 'graphile_worker' and nspowner in (select oid from former)
  ) as belonging
  where not exists (select from pg_depend d where d.classid = catalogue and d.objid = belonging.oid and d.deptype = 'e')
  -- To own a table takes the right to make one in its schema.
  order by kind <> 'schema'`;

function describeFallback(ownership: Ownership): string {
  const missing = ROLES.filter((role) => !ownership.roles.includes(role));
  const statements = [...missing.map((role) => `create role ${role} nologin`), ...listGrants(ownership)];
  const others = ownership.former_owners.filter((name) => name !== ownership.login);
  return `The tables belong to a login: they could not be given to the role ${OWNER}, which cannot sign in. Migrations still run.
  Let a superuser run in this database: ${statements.join('; ')};${
    others.length === 0
      ? ''
      : `\n  Start once with MIGRATION_DATABASE_URL for "${others.join('", "')}", who owns them today.`
  }`;
}
