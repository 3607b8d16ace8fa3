import type { SystemFinding } from '@overture/contract/admin-system';
import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import { compareClocks, WARNED_SKEW_IN_MS } from '../../kernel/clock.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { matchFormerMigrations } from '../../kernel/db/former-migrations.ts';
import { listMigrationNames } from '../../kernel/db/migration-history.ts';
import { inspectReplica } from '../../kernel/db/replica/replica-sentry.ts';
import { loadPosition, REFUSALS } from '../../kernel/db/replica/server-identity.ts';
import { summarizeParked } from '../../kernel/rounds/parked-units.ts';
import { listQueue, listWorkers } from '../../slices/admin/index.ts';
import { findDifferences } from '../../slices/credit-history/index.ts';
import { READING_LIMITS } from '../../slices/mailbox-leases/index.ts';
import { findSendingHold } from '../sending-epoch.ts';
import {
  countLate,
  countUnreadMailboxes,
  type DatabaseState,
  findDatabaseState,
  findReplication,
  listMadeMigrations,
} from './database.store.ts';
import { ask, found } from './finding.ts';

const LEAST_POSTGRES = 150_000;
const LONGEST_QUEUE_WAIT_IN_MS = 10 * 60_000;
/** Codes of second factors and assertions of single sign-on are good for about this long. */
const WORST_SKEW_IN_MS = 30_000;

/** Reachability, versions, migrations, and whether a worker runs. */
export async function checkDatabase(ctx: SystemContext): Promise<SystemFinding[]> {
  const advice = 'Look whether PostgreSQL runs, at DATABASE_URL where it is set, and at the log of the program.';
  let state: DatabaseState | null = null;
  let [before, after] = [0, 0];
  const reached = await ask({ area: 'database', title: 'PostgreSQL', advice }, async () => {
    before = Date.now();
    state = await ctx.systemTransaction(findDatabaseState);
    after = Date.now();
    return describeDatabase(state);
  });
  if (state === null) return [reached];
  const clock = describeClock(state, before, after);
  const replica = await checkReplica(ctx);
  return [reached, clock, await checkStandbys(ctx), ...replica, await checkMigrations(ctx), ...(await checkWork(ctx))];
}

/** Without the setting, the primary answers everything: nothing is missing. */
async function checkReplica(ctx: SystemContext): Promise<SystemFinding[]> {
  const address = ctx.config.DATABASE_REPLICA_URL;
  if (address === undefined) return [];
  const advice = 'Look at DATABASE_REPLICA_URL and at that server. Until then the primary answers its reads.';
  const finding = await ask({ area: 'database', title: 'Read replica', advice }, async () => {
    const findPosition = () => ctx.systemRead(({ db }) => loadPosition((text) => sql.raw(text).execute(db)));
    const { refusal, bytes_behind } = await inspectReplica(address, findPosition);
    if (refusal !== null) return { status: 'warn', text: REFUSALS[refusal], advice };
    return `It follows the primary, ${(bytes_behind / 1_000_000).toFixed(1)} MB behind.`;
  });
  return [finding];
}

/** What a failover to them would cost. */
function checkStandbys(ctx: SystemContext): Promise<SystemFinding> {
  return ask({ area: 'database', title: 'Standbys', advice: 'Look at the database.' }, async () => {
    const { standbys, is_synchronous } = await ctx.systemTransaction(findReplication);
    if (standbys === 0 && !is_synchronous) return 'No server follows this one.';
    const text = `${standbys} ${standbys === 1 ? 'follows' : 'follow'} this server, ${is_synchronous ? 'synchronously' : 'asynchronously'}.`;
    if (!is_synchronous)
      return {
        status: 'warn',
        text,
        advice:
          'A failover loses the last replies, opt-outs and records of sent messages, and holds sending. Set synchronous_standby_names and synchronous_commit = on.',
      };
    if (standbys > 1) return text;
    return {
      status: 'warn',
      text,
      advice: 'Commits wait for a standby: while it is away, nothing is stored. Let two follow (ANY 1).',
    };
  });
}

function describeDatabase({ version, version_number, bytes, connections, most_connections }: DatabaseState) {
  const text = `${version}, ${(bytes / 1_000_000).toFixed(0)} MB, ${connections} of ${most_connections} connections.`;
  if (version_number < LEAST_POSTGRES)
    return { status: 'fail' as const, text, advice: 'PostgreSQL 15 or newer is needed.' };
  if (connections > 0.9 * most_connections)
    return { status: 'warn' as const, text, advice: 'Raise max_connections, or lower DATABASE_POOL_SIZE.' };
  return text;
}

/** The server read its clock between the two instants of ours. */
function describeClock({ now_in_ms }: DatabaseState, before: number, after: number): SystemFinding {
  const skew = Math.abs(compareClocks({ before, now: now_in_ms, after }));
  const title = 'Clock of the database';
  if (skew < WARNED_SKEW_IN_MS) return found('database', title, 'It agrees with the clock of this machine.');
  return found('database', title, {
    status: skew < WORST_SKEW_IN_MS ? 'warn' : 'fail',
    text: `It differs from the clock of this machine by ${(skew / 1000).toFixed(1)} s.`,
    advice: 'Let both machines keep their time by NTP: codes, sign-ins and sending windows go by it.',
  });
}

function checkMigrations(ctx: SystemContext): Promise<SystemFinding> {
  const advice = 'Start the program once with a login that may migrate (MIGRATION_DATABASE_URL).';
  return ask({ area: 'database', title: 'Migrations', advice }, async () => {
    const made = await ctx.systemTransaction(listMadeMigrations);
    const ours = listMigrationNames();
    const unknown = made.filter((name) => !ours.includes(name));
    const missing = ours.filter((name) => !made.includes(name));
    if (unknown.length > 0 && matchFormerMigrations(made) !== 'none')
      return {
        status: 'warn',
        text: 'The database was last upgraded by a version before 1.0.0.',
        advice: 'The next start takes it over, or says which version to start first.',
      };
    if (unknown.length > 0)
      return {
        status: 'fail',
        text: `The database was brought up to date by a newer Overture (${unknown.at(-1)}).`,
        advice: 'Install that version or a newer one: this one does not know its tables.',
      };
    if (missing.length === 0) return `All ${ours.length} are made.`;
    return {
      status: 'warn',
      text: `${missing.length} are missing, the first is ${missing[0]}.`,
      advice: 'The next start makes them.',
    };
  });
}

async function checkWork(ctx: SystemContext): Promise<SystemFinding[]> {
  const advice = 'Look at the database.';
  const workers = await ask({ area: 'work', title: 'Workers', advice }, async () => {
    const alive = (await ctx.systemTransaction(listWorkers)).filter(({ is_alive }) => is_alive).length;
    if (alive > 0) return `${alive} at work.`;
    return {
      status: 'fail',
      text: 'No process with the role worker is at work: nothing is sent, imported or researched.',
      advice: 'Start the program (npm start), or a process with --roles=worker,cron.',
    };
  });
  const clocks = await ask({ area: 'work', title: 'Clocks of workers', advice }, () => compareWorkers(ctx));
  const queue = await ask({ area: 'work', title: 'Job queue', advice }, () => loadQueue(ctx));
  const rest = [checkMailboxes, checkParked, checkSending, checkCredits];
  const findings: SystemFinding[] = [workers, clocks, queue];
  for (const check of rest) findings.push(await check(ctx));
  return findings;
}

function checkMailboxes(ctx: SystemContext): Promise<SystemFinding> {
  return ask({ area: 'work', title: 'Mailboxes', advice: 'Look at the database.' }, async () => {
    const { unread, mailboxes } = await ctx.systemTransaction(countUnreadMailboxes);
    if (unread === 0) return mailboxes === 0 ? 'None is connected.' : `All ${mailboxes} are read.`;
    return {
      status: 'warn',
      text: `${unread} of ${mailboxes} are read by no process: replies to them stop no sequence.`,
      advice: `A worker opens ${READING_LIMITS.opened_per_second} in a second and reads up to ${READING_LIMITS.mailboxes}. If the number stays, start another one with --roles=worker.`,
    };
  });
}

/** Of all machines: the doctor itself runs on one of them. */
async function compareWorkers(ctx: SystemContext) {
  const workers = (await ctx.systemTransaction(listWorkers)).filter(({ is_alive }) => is_alive);
  // A machine with several workers is named once, by its newest beat.
  const byHost = new Map(
    workers
      .toReversed()
      .flatMap(({ host, clock_ahead_in_ms: ahead }) => (ahead === null ? [] : [[host ?? 'a worker', ahead] as const])),
  );
  const off = [...byHost].filter(([, ahead]) => Math.abs(ahead) >= WARNED_SKEW_IN_MS);
  if (off.length === 0) return 'They agree with the clock of the database.';
  const named = off.map(([host, ahead]) => `${host} is ${sayAhead(ahead)}`).join(', ');
  return {
    status: off.some(([, ahead]) => Math.abs(ahead) >= WORST_SKEW_IN_MS) ? ('fail' as const) : ('warn' as const),
    text: cutText(`They differ from the clock of the database: ${named}.`, 400),
    advice:
      'Keep the time of all machines by NTP. Sending goes by the clock of the database, and nothing leaves twice.',
  };
}

const sayAhead = (ahead: number): string =>
  `${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead' : 'behind'}`;

async function loadQueue(ctx: SystemContext) {
  const tasks = await ctx.systemTransaction(listQueue);
  const late = tasks.filter(({ waiting, oldest_at }) => waiting > 0 && isLate(oldest_at));
  const failing = tasks.filter((task) => task.failing > 0);
  const waiting = tasks.reduce((sum, task) => sum + task.waiting, 0);
  if (failing.length > 0)
    return {
      status: 'warn' as const,
      text: cutText(
        `Failing: ${failing.map(({ task, failing: count }) => `${task} (${count})`).join(', ')}. Last: ${failing[0]?.last_error ?? ''}`,
        400,
      ),
      advice: 'They are retried automatically; the log says more about each.',
    };
  if (late.length > 0)
    return {
      status: 'warn' as const,
      text: `Waiting for more than ten minutes: ${late.map(({ task }) => task).join(', ')}.`,
      advice: 'Look whether a worker runs and has the machine it needs; start another with --roles=worker.',
    };
  return `${waiting} waiting, none of them late.`;
}

const isLate = (moment: Date | null): boolean =>
  moment !== null && Date.now() - moment.getTime() > LONGEST_QUEUE_WAIT_IN_MS;

function checkSending(ctx: SystemContext): Promise<SystemFinding> {
  return ask({ area: 'work', title: 'Sending', advice: 'Look at the database.' }, async () => {
    const hold = await findSendingHold(ctx);
    if (hold !== null)
      return {
        status: 'warn',
        text: `Held since ${hold.held_since}. ${hold.reason ?? ''}`.trim(),
        advice:
          'Once no other installation and no former primary sends: confirm it in the application, or run `npm run overture -- release-hold`.',
      };
    const late = await ctx.systemTransaction(countLate);
    if (late === 0) return 'Not held, and nothing is late.';
    return {
      status: 'warn',
      text: `${late >= 10_000 ? 'More than 10,000' : late} actions are more than a day late.`,
      advice:
        'Each says in its campaign why it waits: a sender that is disconnected, a limit, a suspended organization.',
    };
  });
}

/** As compared within the last day: balance and ledger are written together. */
function checkCredits(ctx: SystemContext): Promise<SystemFinding> {
  return ask({ area: 'work', title: 'Credits', advice: 'Look at the database.' }, async () => {
    const { organizations, first } = await ctx.systemTransaction(findDifferences);
    if (organizations === 0) return 'Each balance is the sum of its ledger.';
    return {
      status: 'warn',
      text: `The balance of ${organizations} ${organizations === 1 ? 'organization' : 'organizations'} is not the sum of its ledger; the first is organization ${first}.`,
      advice:
        'Nothing was lost: the ledger (credit_entries) says what happened. The log has the difference, "credit balance differs from its ledger".',
    };
  });
}

/** Units that a shared loop skipped because they failed; all others run. */
function checkParked(ctx: SystemContext): Promise<SystemFinding> {
  return ask({ area: 'work', title: 'Parked work', advice: 'Look at the database.' }, async () => {
    const loops = await ctx.systemTransaction(summarizeParked);
    const [first] = loops;
    if (!first) return 'None.';
    const counts = loops.map(({ loop, units }) => `${loop} (${units})`).join(', ');
    const { organization_id, key, error } = first;
    return {
      status: 'warn',
      text: cutText(`Failing: ${counts}. ${first.loop} of organization ${organization_id}, ${key}: ${error}`, 600),
      advice:
        'Retried within the hour; everything else runs. Each is in the table parked_units with its error; the log has one line a minute of each loop, "unit parked".',
    };
  });
}
