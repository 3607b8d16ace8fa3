import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBenchServer } from '../support/bench-server.ts';
import { parseSize } from '../support/size.ts';
import { call, control, rest } from './month/month-calls.ts';
import { loadLead, readMails, reasonOf, type Verdict, verify } from './month/shared.oracle.ts';
import {
  ADDED,
  addPeople,
  begin,
  type Campaign,
  lineOf,
  MAILBOXES,
  MENDED,
  type Story,
  TYPO,
} from './month/shared-story.ts';

/**
 * Three mailboxes and two LinkedIn accounts share one campaign on the running program, through its calls alone. One
 * mailbox loses its password and gets it back, a typo is fixed and a step added while it runs, bounces pause another
 * mailbox until a user releases it. Afterwards the figures equal both ledgers, each person heard from one address, and
 * every lead shows its sender, its texts, the reasons and the times.
 */
interface Options {
  leads: number;
  days: number;
}

const HOUR_IN_MS = 3_600_000;
/** Days of the story, counted from the start. */
const LOST_ON = 3;
const MENDED_ON = 5;
const FOUND_ON = 7;
const BOUNCES_ON = 8;
/** More than the guard bears of what one mailbox sends in a week, less than it bears of the whole campaign. */
const BOUNCING = 18;

/** In steps of an hour by day, and one step for the night; the events of a day happen in its morning. */
async function live(story: Story, { days }: Options): Promise<void> {
  const start = new Date((await call<{ now: string }>(story, 'GET', '/dev/clock/')).now);
  let now = start;
  let day = -1;
  await rest(story);
  while (now.getTime() < start.getTime() + days * 24 * HOUR_IN_MS) {
    now = new Date((await call<{ now: string }>(story, 'POST', '/dev/clock/', { advance_in_seconds: ahead(now) })).now);
    await rest(story);
    const today = Math.floor((now.getTime() - start.getTime()) / (24 * HOUR_IN_MS));
    if (today === day) {
      await lookAtHeld(story);
      await lookAtGuard(story);
      continue;
    }
    day = today;
    await TELLING[day]?.(story);
    if (story.seen.has('paused') && !story.seen.has('released')) await releaseAll(story);
    const sent = (await readMails(story)).length;
    process.stdout.write(`  day ${day}, ${now.toISOString().slice(0, 10)}: ${sent} mails\n`);
  }
}

/** Seconds to the next full hour between 8 and 18. */
function ahead(now: Date): number {
  const next = new Date(now);
  next.setUTCMinutes(0, 30, 0);
  do next.setUTCHours(next.getUTCHours() + 1);
  while (next.getUTCHours() < 8 || next.getUTCHours() > 18);
  return Math.ceil((next.getTime() - now.getTime()) / 1000);
}

const TELLING: Record<number, (story: Story) => Promise<void>> = {
  [LOST_ON]: losePassword,
  [MENDED_ON]: fixAndAdd,
  [FOUND_ON]: findPassword,
  [BOUNCES_ON]: bringBounces,
};

async function losePassword(story: Story): Promise<void> {
  await control(story, '/__control/accounts', { email: story.mailboxes[1]!.email, password: 'another one' });
}

async function lookAtHeld(story: Story): Promise<void> {
  const { id } = story.mailboxes[1]!;
  const { rows } = await story.server.owner.query<{ id: number }>(
    `select prospect_id::int as id from campaign_leads where campaign_id = $1 and email_account_id = $2 and email_touched_at is not null
       and status = 'ACTIVE' and next_lane = 'email' and next_at <= app_now() limit 1`,
    [story.campaign_id, id],
  );
  if (rows.length === 0) return;
  const reason = reasonOf(await loadLead(story, rows[0]!.id));
  if (reason?.includes('bo@ours.example is disconnected')) story.seen.set('held', reason);
}

async function findPassword(story: Story): Promise<void> {
  const { id, email } = story.mailboxes[1]!;
  await control(story, '/__control/accounts', { email, password: 'sandbox' });
  const { sandbox_mail } = await call<{ sandbox_mail: { imap: object; smtp: object; password: string } }>(
    story,
    'GET',
    '/app/',
  );
  const { imap, smtp, password } = sandbox_mail;
  await call(story, 'POST', '/email/imap/', {
    name: 'Ada Jansen',
    email,
    imap: { ...imap, username: email, password },
    smtp: { ...smtp, username: email, password },
    account_id: id,
  });
}

async function fixAndAdd(story: Story): Promise<void> {
  const path = `/campaigns/${story.campaign_id}/revision/`;
  const { revision } = await call<{ revision: { version: number; campaign: Campaign } }>(story, 'GET', path);
  const nodes: object[] = revision.campaign.steps.map((step) => ({
    id: step.id,
    type: step.step_type,
    parent_id: step.parent_step_id,
    branch: null,
    delay_in_hours: step.delay_in_hours,
    subject_line: step.subject_line,
    message: step.message?.replace(TYPO, MENDED) ?? null,
  }));
  const last = revision.campaign.steps.find((step) => step.step_type === 'LINKEDIN_INVITE')!;
  nodes.push({
    id: -1,
    type: 'EMAIL',
    parent_id: last.id,
    branch: null,
    delay_in_hours: 48,
    subject_line: 'About {{company_name}}',
    message: `Only ${ADDED}, {{first_name}}.`,
  });
  const saved = await call<{ revision: { version: number } }>(story, 'PUT', path, {
    version: revision.version,
    nodes,
  });
  const { impact } = await call<{ impact: { changes: object[] } }>(story, 'POST', `${path}preview/`, {});
  const { number } = await call<{ number: number }>(story, 'POST', `${path}publish/`, {
    version: saved.revision.version,
    seen: impact.changes,
  });
  story.seen.set('published', `revision ${number}`);
}

async function bringBounces(story: Story): Promise<void> {
  const lines = Array.from({ length: BOUNCING }, (_, n) => lineOf('bounce', `away${n}`, `gone${n}`));
  const ids = await addPeople(story, 'Bought list', lines);
  await call(story, 'POST', `/campaigns/${story.campaign_id}/hand-over-prospects/`, {
    prospect_ids: ids,
    account_id: story.mailboxes[2]!.id,
  });
}

interface GuardState {
  id: number;
  scope: string;
  name: string;
  state: string;
  reason: string;
}

async function lookAtGuard(story: Story): Promise<void> {
  const { states } = await call<{ states: GuardState[] }>(story, 'GET', '/guard/');
  const paused = states.find(
    ({ scope, name, state }) => scope === 'sender' && name === MAILBOXES[2] && state === 'paused',
  );
  if (paused) story.seen.set('paused', paused.reason);
}

async function releaseAll(story: Story): Promise<void> {
  const { states } = await call<{ states: GuardState[] }>(story, 'GET', '/guard/');
  for (const { id, state } of states)
    if (state === 'paused')
      await call(story, 'POST', `/guard/${id}/release/`, { cause: 'list', note: 'A bought list' });
  const paused = states.filter(({ state }) => state === 'paused').map(({ name }) => name);
  // The only mailbox of its domain pauses that too; the others continue.
  if (paused.length > 0 && paused.every((name) => MAILBOXES[2].endsWith(name)))
    story.seen.set('released', paused.join());
}

const STORY = ['held', 'published', 'paused', 'released'] as const;

function report(story: Story, { comparisons, passed, problems, ...counts }: Verdict): boolean {
  const unequal = comparisons.filter(({ shown, real }) => shown !== real);
  for (const [what, group] of Map.groupBy(comparisons, (one) => one.what)) {
    const sum = (key: 'shown' | 'real') => group.reduce((total, one) => total + one[key], 0);
    process.stdout.write(`  ${what}: ${sum('shown')} shown, ${sum('real')} in the ledger, ${group.length} days\n`);
  }
  for (const { what, day, shown, real } of unequal)
    process.stdout.write(`  NOT EQUAL ${what} ${day}: ${shown}, ${real}\n`);
  for (const word of STORY) process.stdout.write(`  ${word}: ${story.seen.get(word) ?? 'NOT SEEN'}\n`);
  process.stdout.write(`  ${JSON.stringify(counts)}\n  caps passed: ${passed.join('; ') || 'none'}\n`);
  for (const problem of problems.slice(0, 20)) process.stdout.write(`  ${problem}\n`);
  const hasBoth = Object.keys(counts.by_revision).length > 1;
  return (
    unequal.length + passed.length + problems.length === 0 && STORY.every((word) => story.seen.has(word)) && hasBoth
  );
}

if (import.meta.main) {
  const log = process.env.PROGRAM_LOG ?? join(tmpdir(), `overture-twenty-days-${process.pid}.log`);
  const server = await startBenchServer(
    { NODE_ENV: 'development', SANDBOX: 'on', TIME_TRAVEL: 'on', SANDBOX_REPLY_DELAY: '3600-200000' },
    undefined,
    log,
  );
  try {
    const options = { leads: parseSize('LEADS', 700), days: parseSize('DAYS', 20) };
    const story = await begin(server, options.leads);
    await live(story, options);
    await sleep(1000);
    await rest(story);
    const isProven = report(story, await verify(story));
    process.stdout.write(`  the program's log is ${log}\n${isProven ? 'PROVEN' : 'NOT PROVEN'}\n`);
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await server.stop();
  }
}
