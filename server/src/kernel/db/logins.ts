import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { derive } from '../crypto.ts';
import type { Log } from '../log.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { classifyOutage, describeReason } from './outage.ts';
import { requireSessionStart, withClient } from './with-client.ts';

/** Of every session. A pooler hands none of them on: there the logins have them (`setLoginDefaults`). */
export const SESSION_SETTINGS = [
  'timezone=UTC',
  'statement_timeout=60000',
  'idle_in_transaction_session_timeout=120000',
  'jit=off',
];

const ACTING = ['app', 'system', 'queue'] as const;
type Acting = (typeof ACTING)[number];

/**
 * The connection strings of a process, one for each of its pools. Each login may act as its own role only: an injected
 * statement cannot reach another organization's rows, the queue, or the tables' owner.
 */
export type DatabaseLogins = Record<Acting, string> & {
  /** Where `app` and `system` go through a pooler: past it, as `app`, for a connection that listens. */
  direct?: string;
  /** A read replica, as `app`. */
  replica?: string;
};

interface Login {
  name: string;
  password: string;
}

const TRIAL_LIMIT_IN_MS = 5000;
const APPLICATION = 'overture:logins';

export interface LoginOptions {
  /** DATABASE_URL, or the embedded database's address. */
  address: string;
  /** MIGRATION_DATABASE_URL: a login that may give others what they need. */
  admin_address?: string | undefined;
  /** DATABASE_DIRECT_URL: `address` leads through a pooler, this one does not. */
  direct_address?: string | undefined;
  /** DATABASE_REPLICA_URL: a standby, which has the logins of its primary. */
  replica_address?: string | undefined;
  secret_key: string;
  /** Whether this process takes jobs from the queue. */
  runs_jobs: boolean;
  /** Its superuser is ours then, and its password is in a file of ours. */
  is_embedded?: boolean;
}

interface Self {
  name: string;
  database: string;
  is_superuser: boolean;
  /** It owns no table of ours, and is no superuser: its operator has limited it. */
  owns_nothing: boolean;
  lacks: string[];
}

/**
 * Makes sure of the logins and answers their addresses. Name and password follow from database and secret key: every process of an
 * installation comes to the same ones, and a new key brings new ones. Where they cannot be made or do not get in, the log says what to
 * run, and everything signs in as before, as the login of `address`. One that owns nothing is used as it is.
 */
export async function openLogins(options: LoginOptions, log: Log): Promise<DatabaseLogins> {
  const { address, direct_address, replica_address } = options;
  const own = {
    app: address,
    system: address,
    queue: address,
    ...(replica_address ? { replica: replica_address } : {}),
  };
  // A pooler may know the logins of the pools alone.
  const first = direct_address ?? address;
  const { admin_address = first } = options;
  await requireSessionStart(first);
  return withClient(first, APPLICATION, async (client) => {
    const self = await loadSelf(client, options.runs_jobs);
    if (self.is_superuser && !options.is_embedded) log.warn(describeSuperuser(self));
    // Where one login is both, it gives on the connection it was asked on.
    const asAdmin = <Result>(work: (admin: pg.Client) => Promise<Result>): Promise<Result> =>
      admin_address === first ? work(client) : withClient(admin_address, APPLICATION, work);
    if (self.owns_nothing) {
      if (direct_address !== undefined) throw new Error(describePoolerNeed('it owns nothing'));
      if (self.lacks.length > 0) await asAdmin((admin) => grantRoles(admin, self));
      return own;
    }
    const logins = deriveLogins(self.database, options.secret_key);
    return asAdmin(async (admin) => {
      const isPooled = direct_address !== undefined;
      const failure =
        (await makeLogins(admin, logins)) ??
        (isPooled ? await setLoginDefaults(admin, logins) : null) ??
        (await awaitPooler(isPooled, log, () => tryLogins(admin, address, logins, isPooled)));
      if (failure === null && isPooled)
        await awaitPooler(isPooled, log, () => requireSameDatabase(client, buildAddress(address, logins.app)));
      if (failure === null) return mapAddresses(logins, options);
      if (isPooled) throw new Error(describePoolerNeed(failure));
      log.warn({ reason: failure }, await describeFallback(admin, self));
      return own;
    });
  });
}

async function loadSelf(client: pg.Client, runsJobs: boolean): Promise<Self> {
  const { rows } = await client.query<Self>(
    `select rolname::text as name, current_database()::text as database, rolsuper as is_superuser,
       not rolsuper and not pg_has_role(oid, (select relowner from pg_class where oid = 'installation'::regclass), 'usage') as owns_nothing,
       array(select needed from unnest($1::text[]) as needed
         where pg_has_role(session_user, to_regrole(needed), 'member') is not true) as lacks
     from pg_roles where rolname = session_user`,
    [['overture_app', 'overture_system', ...(runsJobs ? ['overture_queue'] : [])]],
  );
  return rows[0] as Self;
}

/** @throws Error in words where the login lacks a right and cannot be given it */
async function grantRoles(admin: pg.Client, { name, lacks }: Self): Promise<void> {
  const statement = `grant ${lacks.join(', ')} to ${pg.escapeIdentifier(name)}`;
  try {
    await admin.query(statement);
  } catch (error) {
    if (classifyOutage(error) !== null) throw error;
    throw new Error(
      `The database login "${name}" lacks a role. Let a superuser run: ${statement}; (${describeReason(error)})`,
    );
  }
}

function describeSuperuser({ name, database }: Self): string {
  const roles = 'overture_owner, overture_app, overture_queue, overture_system';
  return `DATABASE_URL names "${name}", a superuser: anyone who learns its password can read and change every database of that server, and run programs on its machine.
  Overture needs none: it signs in as "${name}" at a start only, and otherwise as logins that may do less. To fix this, let "${name}" run in the database ${database}:
  create role overture_migrator login createrole password '...'; alter database ${pg.escapeIdentifier(database)} owner to overture_migrator; grant ${roles} to overture_migrator with admin option;
  and put overture_migrator with its password into DATABASE_URL.`;
}

async function describeFallback(admin: pg.Client, { name }: Self): Promise<string> {
  const { rows } = await admin.query<{ admin: string; roles: string }>(
    `select session_user::text as admin, string_agg(rolname, ', ' order by rolname) as roles from pg_roles
     where rolname in ('overture_app', 'overture_system', 'overture_queue')`,
  );
  const [found] = rows;
  return `Overture works as the database login "${name}", which owns its tables: logins that may do less could not be made or used.
  Let a superuser run: alter role "${found?.admin}" createrole; grant ${found?.roles} to "${found?.admin}" with admin option;
  or set DATABASE_URL to a login that owns nothing, and MIGRATION_DATABASE_URL to this one (docs/operate/database.md).`;
}

/** Prefix of a database's logins, for every key. */
export function loginPrefix(acting: string, database: string): string {
  return `overture_${acting}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}_`;
}

function deriveLogins(database: string, secretKey: string): Record<Acting, Login> {
  const keyTag = derive(secretKey, 'database-login-name').toString('hex').slice(0, 8);
  const make = (acting: Acting): Login => {
    const name = loginPrefix(acting, database) + keyTag;
    return { name, password: derive(secretKey, `database-login:${name}`).toString('hex') };
  };
  return { app: make('app'), system: make('system'), queue: make('queue') };
}

/** The queue listens and locks for as long as a session, which a pooler in transaction mode does not have. */
function mapAddresses(
  { app, system, queue }: Record<Acting, Login>,
  { address, direct_address, replica_address }: LoginOptions,
): DatabaseLogins {
  const past = direct_address ?? address;
  return {
    app: buildAddress(address, app),
    system: buildAddress(address, system),
    queue: buildAddress(past, queue),
    ...(direct_address === undefined ? {} : { direct: buildAddress(direct_address, app) }),
    ...(replica_address === undefined ? {} : { replica: buildAddress(replica_address, app) }),
  };
}

const describePoolerNeed = (reason: string): string =>
  `DATABASE_DIRECT_URL says that DATABASE_URL leads through a pooler. That takes logins of its own for requests and loops, which could not be made or used: ${reason}.
  Let DATABASE_DIRECT_URL name a login that owns the database and has CREATEROLE, and let the pooler look logins up in the database (docs/operate/database.md).`;

/** As query parameters, because those override what precedes the host; a socket address does not fit into the host part. */
function buildAddress(connectionString: string, { name, password }: Login): string {
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}user=${name}&password=${password}`;
}

/** Answers why not, or null. All of them or none. */
async function makeLogins(admin: pg.Client, logins: Record<Acting, Login>): Promise<string | null> {
  const names = ACTING.map((acting) => logins[acting].name);
  try {
    await dropFormerLogins(admin, names);
    if ((await countLogins(admin, names)) === ACTING.length) return null;
    await admin.query(`begin; select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`);
    const version = await admin.query<{ server_version_num: string }>('show server_version_num');
    const hasOptions = Number(version.rows[0]?.server_version_num) >= 160_000;
    if ((await countLogins(admin, names)) < ACTING.length)
      for (const acting of ACTING) await admin.query(makeLogin(acting, logins[acting], hasOptions));
    await admin.query('commit');
    return null;
  } catch (error) {
    if (classifyOutage(error) !== null) throw error;
    await admin.query('rollback').catch(() => undefined);
    return describeReason(error);
  }
}

/** What a session says when it begins, a pooler does not hand on. The server gives it to the sessions of these logins. */
async function setLoginDefaults(admin: pg.Client, logins: Record<Acting, Login>): Promise<string | null> {
  const statements = (['app', 'system'] as const).flatMap((acting) =>
    [...SESSION_SETTINGS, `role=overture_${acting}`].map((setting) => {
      const [name, value = ''] = setting.split('=');
      return `alter role ${logins[acting].name} set ${name} = ${pg.escapeLiteral(value)}`;
    }),
  );
  try {
    // Two starts would otherwise change one row of the catalog, and one of them would fail.
    const lock = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`;
    await admin.query(['begin', lock, ...statements, 'commit'].join('; '));
    return null;
  } catch (error) {
    if (classifyOutage(error) !== null) throw error;
    await admin.query('rollback').catch(() => undefined);
    return describeReason(error);
  }
}

async function countLogins(admin: pg.Client, names: string[]): Promise<number> {
  const found = await admin.query('select from pg_roles where rolname = any($1) and rolcanlogin', [names]);
  return found.rowCount ?? 0;
}

/**
 * The pools of requests say which role they act as; without it their login may do nothing. The queue's library says nothing, so its
 * login inherits.
 */
function makeLogin(acting: Acting, { name, password }: Login, hasOptions: boolean): string {
  const inherits = acting === 'queue';
  const options = inherits ? 'with inherit true, set false' : 'with inherit false, set true';
  return `drop role if exists ${name};
    create role ${name} login ${inherits ? 'inherit' : 'noinherit'} password '${toVerifier(password)}';
    grant overture_${acting} to ${name} ${hasOptions ? options : ''}`;
}

/** What PostgreSQL keeps of a password (RFC 5803), made here: its statement log never sees the password itself. */
function toVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

/** Those of a key that was changed, unless a process still works with it. */
async function dropFormerLogins(admin: pg.Client, names: string[]): Promise<void> {
  const prefixes = names.map((name) => name.slice(0, -8));
  const former = await admin.query<{ name: string }>(
    `select rolname as name from pg_roles where left(rolname, -8) = any($1) and rolname <> all($2)
       and not exists (select from pg_stat_activity where usename = rolname)`,
    [prefixes, names],
  );
  // A login that another start drops at the same time, or that another program made, is not worth a failure.
  for (const { name } of former.rows) await admin.query(`drop role if exists ${name}`).catch(() => undefined);
}

const POOLER_WAIT_IN_MS = 10 * 60_000;
const POOLER_PAUSE_IN_MS = 500;

/** The database is there already. A pooler may start later, or restart at this moment. */
async function awaitPooler<Result>(isPooled: boolean, log: Log, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPooled || classifyOutage(error) === null || performance.now() - startedAt > POOLER_WAIT_IN_MS) throw error;
      if (tries === 1)
        log.warn({ reason: describeReason(error) }, 'the pooler of DATABASE_URL cannot be used yet; waiting');
      await sleep(POOLER_PAUSE_IN_MS);
    }
  }
}

const MOST_LOOKS = 50;
const PAUSE_IN_MS = 100;

/**
 * What is sent through the pooler is heard past it only in the same database, and only in a session. With another database, one would be
 * migrated and another one served, a copy of former data for example, whose emails have long been sent.
 * @param direct a connection past the pooler
 * @throws Error in words
 */
async function requireSameDatabase(direct: pg.Client, pooledAddress: string): Promise<void> {
  const channel = `overture_start_${randomBytes(8).toString('hex')}`;
  let isHeard = false;
  const hear = (message: pg.Notification): void => {
    isHeard ||= message.channel === channel;
  };
  direct.on('notification', hear);
  try {
    await direct.query(`listen ${channel}`);
    await withClient(pooledAddress, APPLICATION, (client) => client.query(`select pg_notify('${channel}', '')`));
    // It arrives with an answer at the latest, but the server may need a moment to wake the one that listens.
    for (let looks = 0; !isHeard && looks < MOST_LOOKS; looks += 1) {
      await direct.query('select 1');
      if (!isHeard) await sleep(PAUSE_IN_MS);
    }
    await direct.query(`unlisten ${channel}`);
  } finally {
    direct.off('notification', hear);
  }
  if (!isHeard)
    throw new Error(
      `DATABASE_DIRECT_URL does not hear what is sent through DATABASE_URL: they lead to different databases, or both lead through a pooler.
  Let DATABASE_DIRECT_URL name the PostgreSQL behind the pooler (docs/operate/database.md).`,
    );
}

const WRONG_PASSWORD = '28P01';

/** One login is enough to check. A login may change its own password; the next start undoes that. */
async function tryLogins(
  admin: pg.Client,
  connectionString: string,
  logins: Record<Acting, Login>,
  isPooled: boolean,
): Promise<string | null> {
  const failure = await tryLogin(connectionString, logins.app, isPooled);
  if (failure?.code !== WRONG_PASSWORD) return failure?.reason ?? null;
  const passwords = ACTING.map((acting) => logins[acting]).map(
    ({ name, password }) => `alter role ${name} password '${toVerifier(password)}'`,
  );
  const refusal = await admin.query(passwords.join('; ')).then(() => null, describeReason);
  if (refusal !== null) return refusal;
  return (await tryLogin(connectionString, logins.app, isPooled))?.reason ?? null;
}

/** Rules of access by name (pg_hba.conf) and poolers with a list of people may keep a new login out. */
async function tryLogin(
  connectionString: string,
  login: Login,
  isPooled: boolean,
): Promise<{ reason: string; code?: string } | null> {
  const client = new pg.Client({
    connectionString: buildAddress(connectionString, login),
    application_name: APPLICATION,
    connectionTimeoutMillis: TRIAL_LIMIT_IN_MS,
    ...(isPooled ? {} : { options: '-c role=overture_app' }),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; role: string }>(
      'select session_user::text as name, current_user::text as role',
    );
    if (rows[0]?.role !== 'overture_app') return { reason: `it acts as "${rows[0]?.role}"` };
    return rows[0].name === login.name ? null : { reason: `the server takes it for "${rows[0].name}"` };
  } catch (error) {
    // 08P01 is how some poolers report an unknown user.
    const code = (error instanceof pg.DatabaseError && error.code) || '';
    if (classifyOutage(error) !== null && !code.startsWith('08')) throw error;
    return { reason: describeReason(error), code };
  } finally {
    void client.end().catch(() => undefined);
  }
}
