import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECRET_KEY } from '../world/engine-context.ts';
import { withDatabase } from './content.ts';
import type { Caller } from './former-data.ts';
import { startVersion, stopVersion, type Version } from './side-by-side.ts';

/** The section of the page, whose command is compared with the one that the log names. */
const PAGE = join(import.meta.dirname, '../../../docs/operate/upgrade.md');
const SECTION = '## Go back to the version before';
const PLACEHOLDER = 'ADDRESS OF A NEW, EMPTY DATABASE';
const HELD_IN_MS = 8000;
/** Copies in the Sent folders are read by then, or something is wrong. */
const EVIDENCE_LIMIT_IN_MS = 180_000;

interface Restored {
  leads: number;
  campaigns: number;
  is_signed_out: boolean;
  hold: string | null;
  sent_while_held: number;
}

export interface WayBack {
  /** The log names the command of the page, with its own paths. */
  is_as_on_page: boolean;
  /** By the former program. The hold stays: 1.0.0-rc.1 would send again. */
  former: Restored;
  /** By this version: what left after the backup and was known from Sent folders before the release, and what left twice after it. */
  present: Restored & { left_since: number; recognized: number; sent_after: number; twice: number };
}

export function isWayBackProven(
  { is_as_on_page, former, present }: WayBack,
  expected: Pick<Restored, 'leads' | 'campaigns'>,
): boolean {
  const isWhole = ({ leads, campaigns, is_signed_out, hold, sent_while_held }: Restored): boolean =>
    leads === expected.leads &&
    campaigns === expected.campaigns &&
    is_signed_out &&
    hold !== null &&
    sent_while_held === 0;
  const { left_since, recognized, sent_after, twice } = present;
  return (
    is_as_on_page &&
    isWhole(former) &&
    isWhole(present) &&
    left_since > 0 &&
    recognized === left_since &&
    sent_after + twice === 0
  );
}

/** Every path and address is a name in quotes. */
const withoutNames = (command: string): string => command.replaceAll(/'[^']*'/g, "''");

function findCommand(logFile: string): { command: string; is_as_on_page: boolean } {
  const line = readFileSync(logFile, 'utf8')
    .split('\n')
    .find((text) => text.startsWith('{') && text.includes('"msg":"backup before the upgrade written"'));
  if (line === undefined) throw new Error('The upgrade named no backup in its log.');
  const { restore: command } = JSON.parse(line) as { restore: string };
  const section = readFileSync(PAGE, 'utf8').split(SECTION)[1] ?? '';
  const shown = /```\n(.+)\n```/.exec(section)?.[1] ?? '';
  return { command, is_as_on_page: withoutNames(shown) === withoutNames(command) && shown.includes(PLACEHOLDER) };
}

/** A command of a version, as a person types it; its own launcher would fetch packages. */
function runCommand({ tree }: Version, command: string, environment: Record<string, string> = {}): string {
  const program = `'${process.execPath}' --disable-warning=ExperimentalWarning server/src/overture.ts`;
  return execFileSync('sh', ['-c', `env ${command.replace('npm run overture --', program)}`], {
    cwd: tree,
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LEAD_DATABASE: 'off',
      APP_URL: 'http://127.0.0.1:3999',
      OUTBOUND_ALLOW: '127.0.0.1',
      SECRET_KEY,
      ...environment,
    },
  });
}

async function makeDatabase(connectionString: string, name: string): Promise<string> {
  const address = new URL(connectionString);
  address.pathname = '/postgres';
  await withDatabase(address.href, (client) => client.query(`create database ${name}`));
  address.pathname = `/${name}`;
  return address.href;
}

const loadOne = <Row extends object>(connectionString: string, text: string): Promise<Row | undefined> =>
  withDatabase(connectionString, async (client) => (await client.query<Row>(text)).rows[0]);

const countOf = async (connectionString: string, text: string): Promise<number> =>
  (await loadOne<{ count: number }>(connectionString, `select count(*)::int as count from ${text}`))!.count;

const countSent = (connectionString: string): Promise<number> =>
  countOf(connectionString, `outbound_intents where state = 'confirmed'`);

/** Until all mails of the ledger are known, which the inbox finds in the Sent folders. */
async function untilRecognized({ connectionString, mail }: Version): Promise<number> {
  for (const end = performance.now() + EVIDENCE_LIMIT_IN_MS; performance.now() < end; await sleep(500)) {
    const known = await countSent(connectionString);
    if (known >= mail.ledger.total()) return known;
  }
  return countSent(connectionString);
}

/** Until nothing is left to send. */
async function untilAtRest({ connectionString }: Version): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    const open = await countOf(
      connectionString,
      `campaign_leads where status in ('SCHEDULED', 'ACTIVE') and next_at is not null`,
    );
    if (open === 0) return;
    await sleep(500);
  }
  throw new Error('The restored installation did not come to rest.');
}

/** Everybody is signed out: the session of before opens nothing. */
const isRefused = (caller: Caller, url: string): Promise<boolean> =>
  caller
    .at(url)
    .call('GET', '/campaigns/')
    .then(
      () => false,
      (error: Error) => error.message.includes(': 401 '),
    );

/** The backup in an empty folder and an empty database, by the command of the log, and the program that is started on both. */
async function restoreBy<Result>(
  version: Version,
  { command, name, caller }: { command: string; name: string; caller: Caller },
  andThen: (restored: Version, known: number) => Promise<Result>,
): Promise<Restored & Result> {
  const { mail } = version;
  const connectionString = await makeDatabase(version.connectionString, name);
  const directory = `${version.directory}-${name}`;
  runCommand(
    version,
    command.replace(`${version.directory}-restored`, directory).replace(PLACEHOLDER, connectionString),
  );
  const leads = await countOf(connectionString, 'prospects');
  const campaigns = await countOf(connectionString, 'campaigns');
  const known = await countSent(connectionString);
  const restored: Version = { ...version, connectionString, directory };
  const before = mail.ledger.total();
  const running = await startVersion(restored, name);
  try {
    const is_signed_out = await isRefused(caller, running.url);
    await sleep(HELD_IN_MS);
    const hold = await findHold(connectionString);
    const sent_while_held = mail.ledger.total() - before;
    return { leads, campaigns, is_signed_out, hold, sent_while_held, ...(await andThen(restored, known)) };
  } finally {
    await stopVersion(running, 'SIGKILL');
  }
}

const findHold = async (connectionString: string): Promise<string | null> => {
  const text = 'select sending_held_reason as reason from installation where sending_held_since is not null';
  const row = await loadOne<{ reason: string | null }>(connectionString, text);
  return row?.reason ?? null;
};

/** What left since the backup lies in Sent folders. It is waited for, as the page says, and then a person confirms. */
async function release(restored: Version, known: number) {
  const { mail, connectionString, directory } = restored;
  const total = mail.ledger.total();
  const recognized = (await untilRecognized(restored)) - known;
  runCommand(restored, 'npm run overture -- release-hold', { DATA_DIR: directory, DATABASE_URL: connectionString });
  await untilAtRest(restored);
  const twice = mail.ledger.counts().filter(({ count }) => count > 1).length;
  return { left_since: total - known, recognized, sent_after: mail.ledger.total() - total, twice };
}

/**
 * Back to the release before, as the page says it, after this version has sent the rest: the former program restores the backup that the first start made,
 * by the command of its log, is started with the same settings, and sends nothing. Then this version restores the same backup elsewhere, finds in Sent
 * folders what left since, and sends nothing twice once a person has confirmed.
 */
export async function goBack(former: Version, present: Version, log: string, caller: Caller): Promise<WayBack> {
  const { command, is_as_on_page } = findCommand(log);
  return {
    is_as_on_page,
    former: await restoreBy(former, { command, name: 'way_back', caller }, async () => ({})),
    present: await restoreBy(present, { command, name: 'restored_here', caller }, release),
  };
}
