import { parseArgs } from 'node:util';
import { createPorts, isLinkedinSimulated, isStripeSimulated } from './app/adapters.ts';
import { version } from './app/app-info.ts';
import { backUpBeforeUpgrade } from './app/backup/upgrade-backup.service.ts';
import { simulatedContacts } from './app/contact-adapters.ts';
import { simulatedCrms } from './app/crm-adapters.ts';
import { type SupervisedDatabase, superviseDatabase } from './app/embedded-database.ts';
import { prepareFirstStart } from './app/first-start.service.ts';
import { simulatedMailboxes } from './app/mailbox-adapters.ts';
import { createProgram, type ProcessRole, type Program, ROLES } from './app/program.ts';
import { simulatedResearch } from './app/research-adapters.ts';
import { switchSamplesOff } from './app/samples/sample-accounts.ts';
import { type SampleSignIn, seedSamples } from './app/samples/seed.ts';
import { describeSandboxMail, type RunningSandbox, startSandbox } from './app/sandbox.ts';
import { type Config, ConfigError, loadConfig } from './kernel/config.ts';
import { awaitDatabase } from './kernel/db/await-database.ts';
import { type DatabaseLogins, openLogins } from './kernel/db/logins.ts';
import { migrate } from './kernel/db/migrate.ts';
import { UpgradeError } from './kernel/db/migration-history.ts';
import { classifyOutage, DatabaseUnavailable } from './kernel/db/outage.ts';
import { throughOutages } from './kernel/db/through-outages.ts';
import { createLog, type Log } from './kernel/log.ts';

/**
 * One program, many processes: `--roles=web,live,worker,cron` (default: all). `--seed-only` fills the samples and ends. An upgrade of the
 * database begins with a backup, which `--no-backup` and `--backup-done` skip.
 */
const { values } = parseArgs({
  options: {
    roles: { type: 'string' },
    'seed-only': { type: 'boolean', default: false },
    'no-backup': { type: 'boolean' },
    'backup-done': { type: 'boolean' },
  },
  strict: true,
});

interface Running {
  postgres: SupervisedDatabase | null;
  sandbox: RunningSandbox | null;
  program: Program | null;
}

const MIGRATION_ATTEMPTS = 5;

const running: Running = { postgres: null, sandbox: null, program: null };
let isEnding = false;

/** Last started, first stopped: no new requests, then the stand-ins, then the database. */
async function end(log: Log, code: number, mayDrain = false): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (mayDrain) await running.program?.drain();
  // A part that hangs must not keep the rest: the database recovers from a hard end, and so does sending.
  setTimeout(() => process.exit(code || 1), 20_000).unref();
  const stops = [() => running.program?.stop(), () => running.sandbox?.stop(), () => running.postgres?.stop()];
  for (const stop of stops)
    await Promise.resolve(stop()).catch((error) => log.error({ err: error }, 'component did not stop cleanly'));
  process.exit(code);
}

async function start(config: Config, log: Log): Promise<void> {
  const roles = readRoles(values.roles);
  const isWhole = roles.length === ROLES.length;
  if (!config.DATABASE_URL && !isWhole) {
    throw new ConfigError('Several processes share one database: set DATABASE_URL to use --roles.');
  }
  const [connectionString, sandbox] = await Promise.all([openDatabase(config, log), openSandbox(config, log, isWhole)]);
  // Not before: the database's own user may have to pass through folders that are made for it.
  process.umask(0o077);
  const logins = await prepareDatabase(connectionString, config, roles, log);
  const program = await createProgram({
    config,
    log,
    logins,
    roles,
    // Samples alone need no lead database.
    ports: createPorts(config, sandbox?.addresses ?? null, { log, roles: values['seed-only'] ? [] : roles }),
    installation: { ...describeSandbox(config, sandbox), onClockMoved: async (offset) => sandbox?.moveClock(offset) },
  });
  running.program = program;
  await sandbox?.moveClock(program.system.clock.offset_in_ms());
  await throughOutages(program.system, () => prepareFirstStart(program.system));
  const has_linkedin = isLinkedinSimulated(config);
  const samples = sandbox ? await seedSamples(program, sandbox.addresses, { has_linkedin }) : [];
  // Before users can sign in, and before loops ask for connections as well.
  if (config.SANDBOX === 'off') await throughOutages(program.system, () => switchSamplesOff(program.system));
  const address = values['seed-only'] ? null : await program.listen();
  if (values['seed-only']) return end(log, 0);
  if (!isWhole) log.info({ roles, address }, 'ready');
  if (process.stdout.isTTY !== undefined || !config.is_production) greet(config, address, samples, sandbox);
}

function describeSandbox(config: Config, sandbox: RunningSandbox | null) {
  if (sandbox === null) return { sandboxed: [], sandbox_url: null, sandbox_mail: null };
  return {
    sandboxed: listSimulated(config),
    sandbox_url: `http://${sandbox.addresses.http}`,
    sandbox_mail: describeSandboxMail(sandbox.addresses),
  };
}

function readRoles(text: string | undefined): ProcessRole[] {
  if (text === undefined) return [...ROLES];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(ROLES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new ConfigError(`Unknown role: ${unknown.join(', ')}. There are ${ROLES.join(', ')}.`);
  return names as ProcessRole[];
}

async function openDatabase(config: Config, log: Log): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL;
  running.postgres = await superviseDatabase(config.DATA_DIR, log, announce);
  return running.postgres.connectionString;
}

/** A database that goes away while it is migrated is waited for again: each migration is done whole or not at all. */
async function prepareDatabase(
  address: string,
  config: Config,
  roles: ProcessRole[],
  log: Log,
): Promise<DatabaseLogins> {
  const admin_address = config.MIGRATION_DATABASE_URL ?? config.DATABASE_DIRECT_URL ?? address;
  for (let attempt = 1; ; attempt += 1) {
    await awaitDatabase(admin_address, log, nameSetting(config));
    try {
      const beforeUpgrade = () =>
        backUpBeforeUpgrade({ config, connectionString: admin_address, log, announce, given: values });
      await migrate(admin_address, log, { version, beforeUpgrade });
      const { SECRET_KEY: secret_key, DATABASE_URL } = config;
      const { DATABASE_DIRECT_URL: direct_address, DATABASE_REPLICA_URL: replica_address } = config;
      const addresses = { address, admin_address, direct_address, replica_address };
      const runs_jobs = roles.includes('worker');
      const is_embedded = DATABASE_URL === undefined;
      return await openLogins({ ...addresses, secret_key, runs_jobs, is_embedded }, log);
    } catch (error) {
      if (attempt === MIGRATION_ATTEMPTS || classifyOutage(error) === null) throw error;
      log.warn({ err: error }, 'database lost during migration, retrying');
    }
  }
}

/** The setting that names the address a start uses first. */
function nameSetting({ MIGRATION_DATABASE_URL, DATABASE_DIRECT_URL }: Config): string {
  if (MIGRATION_DATABASE_URL) return 'MIGRATION_DATABASE_URL';
  return DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
}

/** For the user of the terminal, besides the log. */
function announce(text: string): void {
  process.stderr.write(`\n  ${text}\n\n`);
}

/** The stand-ins belong to the process that runs everything; several processes point at one by settings instead. */
async function openSandbox(config: Config, log: Log, isWhole: boolean): Promise<RunningSandbox | null> {
  if (config.SANDBOX === 'off' || !isWhole) return null;
  running.sandbox = await startSandbox(log, config.DATA_DIR, announce);
  return running.sandbox;
}

function greet(config: Config, address: string | null, samples: SampleSignIn[], sandbox: RunningSandbox | null): void {
  const lines = ['', `  Overture is ready: ${config.APP_URL}`, ''];
  for (const sample of samples) lines.push(`  ${sample.what.padEnd(22)} ${sample.email}  ${sample.password}`);
  if (sandbox) lines.push('', `  Mail goes to the sandbox, not to people: http://${sandbox.addresses.http}`);
  lines.push('  API: /api/docs   Stop: Ctrl-C', '');
  if (address) process.stdout.write(`${lines.join('\n')}\n`);
}

function describeTakenPort(port: number): string {
  const name = port === Number(process.env.HEALTH_PORT) ? 'HEALTH_PORT' : 'PORT';
  return `Port ${port} is taken. Stop what uses it, or start with another: ${name}=${port + 1} npm start`;
}

const log = createLog(process.env.LOG_LEVEL ?? 'info', process.env.NODE_ENV !== 'production');
process.on('SIGINT', () => void end(log, 0));
// What containers and services are ended by: a load balancer may still send requests.
process.on('SIGTERM', () => void end(log, 0, true));
// The launcher was killed: its channel closes, and nothing may be left behind.
process.once('disconnect', () => void end(log, 0));
process.channel?.unref();
// A database that is away is waited for; an unhandled rejection about it must not end the program.
process.on('unhandledRejection', (error) => {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  log.debug({ err: error }, 'unhandled rejection');
});
try {
  await start(loadConfig(process.env), log);
} catch (error) {
  if (error instanceof ConfigError || error instanceof UpgradeError) process.stderr.write(`${error.message}\n`);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    process.stderr.write(`${describeTakenPort('port' in error ? Number(error.port) : 0)}\n`);
  } else log.fatal({ err: error }, 'Overture could not start');
  await end(log, 1);
}

function listSimulated(config: Config): string[] {
  return [
    'Email',
    ...simulatedMailboxes(config),
    ...simulatedCrms(config),
    ...(isLinkedinSimulated(config) ? ['LinkedIn'] : []),
    ...(isStripeSimulated(config) ? ['Payments'] : []),
    ...simulatedResearch(config),
    ...simulatedContacts(config),
  ];
}
