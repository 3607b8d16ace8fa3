import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchServer, startBenchServer } from '../../support/bench-server.ts';
import { parseSize } from '../../support/size.ts';
import type { LedgerLine } from '../world/linkedin-world.ts';
import {
  type Comparison,
  compareCounts,
  compareDays,
  countByDay,
  findCloseActions,
  findPassedCaps,
  type MonthSender,
} from './month.oracle.ts';
import { call, control, type Month, rest } from './month-calls.ts';
import { type MonthOptions, startCampaign } from './month-setup.ts';
import { FrozenTexts, loadRemaining, type SaidMessage, troubleModel, verifySnippets } from './month-snippets.ts';

const HOUR = 3600;

/**
 * A month in the life of a new organization, on the running program with the sandbox, through its calls alone: leads of a
 * CSV file, senders by the hosted page and by IMAP, campaigns from the built-in template with every channel and AI snippets in
 * its messages, a model that fails now and then, thirty days of time travel. Afterwards the figures equal what LinkedIn and the mail server have in their own ledgers, no cap was
 * passed, and every lead says what happened and why.
 */
export async function proveMonth(server: BenchServer, options: MonthOptions) {
  const person = await server.signUp();
  // Five senders are more than a trial has; a new organization pays for them.
  await server.owner.query(
    'update organizations set active_subscription = true, extra_linkedin_accounts = $1, extra_email_accounts = $1 where organization_id = $2',
    [options.senders, person.organization_id],
  );
  // The month goes by faster than a session of a benchmark lasts.
  await server.owner.query("update sessions set expires_at = now() + interval '400 days' where organization_id = $1", [
    person.organization_id,
  ]);
  const { sandbox_url } = await call<{ sandbox_url: string }>({ person }, 'GET', '/app/');
  const month: Month = { server, person, sandbox_url, snippet: null, senders: [] };
  await grantCredits(month, options.leads * CREDITS_PER_LEAD);
  // LinkedIn's pace of reading is not what is proved here.
  await control(month, '/unipile/__control/limits', { reads_per_minute: 1_000_000, visits_per_day: 1_000_000 });
  for (let place = 0; place < options.senders; place += 1) await startCampaign(month, place, options);
  const frozen = await travel(month, options.days);
  return verify(month, frozen);
}

/** Enough for every look-up and snippet. */
const CREDITS_PER_LEAD = 50;

async function grantCredits({ server, person }: Month, credits: number): Promise<void> {
  await server.owner.query(
    `with entry as (insert into credit_entries (organization_id, kind, credits, change, purpose, key)
        values ($1, 'grant', $2, $2, 'Month', 'month') returning change)
      update organizations set email_credits = email_credits + change from entry where organization_id = $1`,
    [person.organization_id, credits],
  );
}

/** In steps of an hour while campaigns may send, and one step for the night. */
async function travel(month: Month, days: number): Promise<FrozenTexts> {
  const frozen = new FrozenTexts();
  let now = new Date((await call<{ now: string }>(month, 'GET', '/dev/clock/')).now);
  const end = now.getTime() + days * 24 * HOUR * 1000;
  await rest(month);
  while (now.getTime() < end) {
    const seconds = secondsAhead(now);
    now = new Date((await call<{ now: string }>(month, 'POST', '/dev/clock/', { advance_in_seconds: seconds })).now);
    await rest(month);
    if (now.getUTCHours() !== 18) continue;
    const day = Math.round((end - now.getTime()) / (24 * HOUR * 1000));
    await frozen.look(month);
    await troubleModel(month, day, day < 3);
    process.stdout.write(`  ${now.toISOString().slice(0, 10)} ${await countDone(month)}\n`);
  }
  await control(month, '/__control/llm', { mode: 'normal' });
  await writeLast(month);
  await frozen.look(month);
  return frozen;
}

/** The next full hour between 8 and 18; from the evening, the next morning. */
function secondsAhead(now: Date): number {
  const next = new Date(now);
  next.setUTCMinutes(0, 30, 0);
  do next.setUTCHours(next.getUTCHours() + 1);
  while (next.getUTCHours() < 8 || next.getUTCHours() > 18);
  return Math.ceil((next.getTime() - now.getTime()) / 1000);
}

/** The last snippets a busy model left waiting for a while. */
async function writeLast(month: Month): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    const { rows } = await month.server.owner.query(
      "select from ai_segment_texts where organization_id = $1 and state in ('queued', 'running') limit 1",
      [month.person.organization_id],
    );
    if (rows.length === 0) return;
    await call(month, 'POST', '/dev/clock/', { advance_in_seconds: 120 });
    await rest(month);
  }
}

async function readLines<Line>(month: Pick<Month, 'server'>, name: string): Promise<Line[]> {
  const text = await readFile(join(month.server.directory, name), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Line]));
}

interface MailLine {
  accepted_at: string;
  from: string;
  recipients: string[];
}

/** What our seats did; the sample organization of a development server has its own. */
async function listActions(month: Month): Promise<LedgerLine[]> {
  const own = new Set(month.senders.map((sender) => sender.seat));
  const lines = await readLines<LedgerLine>(month, 'sandbox-linkedin-ledger.jsonl');
  return lines.filter((line) => own.has(line.account_id));
}

/** Mails of our senders; people's replies are in the same ledger or none. */
async function readMails(month: Month): Promise<MailLine[]> {
  const own = new Set(month.senders.map((sender) => sender.address));
  return (await readLines<MailLine>(month, 'sandbox-ledger.jsonl')).filter(({ from }) => own.has(from));
}

async function countDone(month: Month): Promise<string> {
  const actions = await listActions(month);
  const counts = [...Map.groupBy(actions, (done) => done.action)].map(([action, group]) => `${action} ${group.length}`);
  return [...counts, `email ${(await readMails(month)).length}`].join(', ');
}

async function verify(month: Month, frozen: FrozenTexts) {
  const actions = await listActions(month);
  const mails = await readMails(month);
  const sent = mails.map(({ accepted_at, from }) => ({ at: accepted_at, from }));
  const comparisons: Comparison[] = [];
  type Analytics = { analytics: { daily_metrics: Record<string, string | number>[] } };
  for (const sender of month.senders) {
    const { analytics } = await call<Analytics>(month, 'GET', `/campaigns/${sender.campaign_id}/analytics/?${RANGE}`);
    const own = { actions: actions.filter((done) => done.account_id === sender.seat), mails: mailsOf(mails, [sender]) };
    comparisons.push(...compareDays(`campaign ${sender.campaign_id}`, analytics.daily_metrics, own));
    comparisons.push(...(await compareSteps(month, sender, own.actions)));
  }
  const { analytics } = await call<Analytics>(month, 'GET', `/dashboard/organization-campaign-analytics/?${RANGE}`);
  const all = { actions, mails: mailsOf(mails, month.senders) };
  comparisons.push(...compareDays('organisation', analytics.daily_metrics, all));
  const passed = findPassedCaps(month.senders, actions, sent);
  const close = findCloseActions(month.senders, actions, sent);
  const before = await loadRemaining(month, actions);
  const { said, ...leads } = await explainAll(month);
  const after = await loadRemaining(month, await listActions(month));
  const snippets = await verifySnippets(month, said, { before, after }, frozen);
  return { comparisons, passed: [...passed, ...close], leads, snippets, done: await countDone(month) };
}

const RANGE = 'start_date=2024-01-01&end_date=2032-12-31';

const mailsOf = (mails: readonly MailLine[], senders: readonly MonthSender[]) => {
  const own = new Set(senders.map((sender) => sender.address));
  return mails.filter(({ from }) => own.has(from)).map((mail) => ({ at: mail.accepted_at }));
};

/** Visits and withdrawals have no daily figure; the activity list names each, and those with an error or a note were not done. */
async function compareSteps(
  month: Month,
  sender: MonthSender & { campaign_id: number },
  actions: readonly LedgerLine[],
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const [action, type] of [
    ['visit', 'VISIT_LINKEDIN_PROFILE'] as const,
    ['withdraw', 'DELETE_LINKEDIN_INVITE'] as const,
  ]) {
    const done = (await listActivities(month, sender.campaign_id, type)).filter(
      ({ error, note }) => error === null && note === null,
    );
    const shown = countByDay(done.map((activity) => activity.scheduled_for));
    const real = countByDay(actions.filter((done) => done.action === action).map((done) => done.performed_at));
    comparisons.push(...compareCounts(`campaign ${sender.campaign_id} ${action}`, shown, real));
  }
  return comparisons;
}

interface Activity {
  scheduled_for: string;
  error: string | null;
  note: string | null;
}

async function listActivities(month: Month, campaignId: number, type: string): Promise<Activity[]> {
  const filters = encodeURIComponent(JSON.stringify({ actionType: [type], campaignId: [campaignId] }));
  const found: Activity[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/activities/?page=${page}&filters=${filters}`;
    const { activities } = await call<{ activities: Activity[] }>(month, 'GET', path);
    found.push(...activities);
    if (activities.length < 25) return found;
  }
}

interface TimelineStep extends Pick<SaidMessage, 'notes' | 'snippets'> {
  step: { step_type: string } | null;
  message: string | null;
  completed: boolean;
  error: string | null;
  note: string | null;
  waiting_for: { rule: string; text: string } | null;
}

interface LeadDetail {
  prospect: {
    email: string | null;
    first_name: string;
    linkedin_profile_url: string;
    campaign_status: string;
    error: string | null;
    scheduled_campaign: { replied_at: string | null; steps: TimelineStep[] };
  };
}

/** Asks every lead what happened and why; a lead that is not completed must have a reason. */
async function explainAll(month: Month) {
  const statuses: Record<string, number> = {};
  const reasons: Record<string, number> = {};
  const speechless: string[] = [];
  const said: SaidMessage[] = [];
  for (const { campaign_id } of month.senders) {
    const { rows } = await month.server.owner.query<{ id: number }>(
      'select prospect_id::int as id from campaign_leads where campaign_id = $1 order by id',
      [campaign_id],
    );
    for (const { id } of rows) {
      const path = `/campaigns/prospects/${id}/?campaign_id=${campaign_id}`;
      const { prospect } = await call<LeadDetail>(month, 'GET', path);
      const status = prospect.campaign_status;
      statuses[status] = (statuses[status] ?? 0) + 1;
      said.push(...saidTo(prospect));
      const reason = reasonOf(prospect);
      if (reason === null) speechless.push(`campaign ${campaign_id}, lead ${id}: ${status}`);
      else reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
  }
  return { statuses, reasons, speechless, said };
}

const CHANNELS: Record<string, SaidMessage['channel']> = {
  EMAIL: 'email',
  LINKEDIN_MESSAGE: 'message',
  INMAIL: 'inmail',
};

/** Messages with snippets that left, as the timeline of a lead has them; what it says of one that came back is no reason against it. */
function saidTo(prospect: LeadDetail['prospect']): SaidMessage[] {
  const profile = prospect.linkedin_profile_url.split('/in/')[1] ?? '';
  return prospect.scheduled_campaign.steps.flatMap(({ step, message, snippets, notes, ...run }) => {
    const channel = CHANNELS[step?.step_type ?? ''];
    const words = run.error ?? run.note;
    if (words !== null && !words.startsWith('The message bounced')) return [];
    if (!run.completed || message === null || !channel) return [];
    const to = channel === 'email' ? (prospect.email ?? '') : profile;
    return [{ first_name: prospect.first_name, to, channel, message, notes, snippets }];
  });
}

function reasonOf({ campaign_status, error, scheduled_campaign }: LeadDetail['prospect']): string | null {
  const { steps, replied_at } = scheduled_campaign;
  if (campaign_status === 'COMPLETED') return steps.some((step) => step.completed) ? 'went all its way' : null;
  if (campaign_status === 'REPLIED') return replied_at === null ? null : 'replied';
  if (campaign_status === 'FAILED') return error ?? steps.find((step) => step.error !== null)?.error ?? null;
  return steps.find((step) => step.waiting_for !== null)?.waiting_for?.text.replace(/\d+/g, 'N') ?? null;
}

if (import.meta.main) {
  const startedAt = performance.now();
  const logFile = process.env.PROGRAM_LOG ?? join(tmpdir(), `overture-month-${process.pid}.log`);
  const server = await startBenchServer(
    {
      NODE_ENV: 'development',
      SANDBOX: 'on',
      TIME_TRAVEL: 'on',
      SANDBOX_ACCEPT_DELAY: '3600-1000000',
      SANDBOX_REPLY_DELAY: '3600-200000',
    },
    undefined,
    logFile,
  );
  try {
    const options = {
      leads: parseSize('LEADS', 2000),
      senders: parseSize('SENDERS', 5),
      days: parseSize('DAYS', 30),
      gap_in_seconds: parseSize('GAP', 300, 0),
    };
    const result = await proveMonth(server, options);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`month: ${JSON.stringify(options)} in ${seconds} s: ${result.done}\n`);
    const isProven = report(result) && (await reportLog(logFile));
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await server.stop();
  }
}

/** Prints all that was found; true when nothing speaks against it. */
function report({ comparisons, passed, leads, snippets }: Awaited<ReturnType<typeof proveMonth>>): boolean {
  const unequal = comparisons.filter(({ shown, real }) => shown !== real);
  for (const [what, group] of Map.groupBy(comparisons, (one) => one.what)) {
    const sum = (key: 'shown' | 'real') => group.reduce((total, one) => total + one[key], 0);
    const wrong = group.filter(({ shown, real }) => shown !== real);
    const words = wrong.map(({ day, shown, real }) => `${day}: ${shown} shown, ${real} done`).join('; ');
    process.stdout.write(
      `  ${what}: ${sum('shown')} shown, ${sum('real')} in the ledger, ${group.length} days${words ? ` NOT EQUAL ${words}` : ''}\n`,
    );
  }
  const { problems, ...counts } = snippets;
  process.stdout.write(`  caps and gaps passed: ${passed.length === 0 ? 'none' : passed.slice(0, 20).join('; ')}\n`);
  process.stdout.write(`  leads ${JSON.stringify(leads.statuses)}\n  why ${JSON.stringify(leads.reasons)}\n`);
  process.stdout.write(`  snippets ${JSON.stringify(counts)}\n`);
  for (const problem of problems.slice(0, 30)) process.stdout.write(`    ${problem}\n`);
  if (leads.speechless.length > 0)
    process.stdout.write(`  without a word: ${leads.speechless.slice(0, 20).join('; ')}\n`);
  const wrong = unequal.length + passed.length + leads.speechless.length + problems.length;
  return wrong === 0 && comparisons.length > 0 && snippets.with_text > 0 && snippets.fallbacks > 0;
}

/** Prints what the program complained of; true when nothing went wrong on its side. */
async function reportLog(file: string): Promise<boolean> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => / (warn|ERROR|FATAL) /.test(line));
  const said = Map.groupBy(lines, (line) => line.slice(9).replace(/\d+/g, 'N').slice(0, 160));
  process.stdout.write(`  the program's log is ${file}\n`);
  for (const [words, group] of said) process.stdout.write(`    ${group.length} x ${words}\n`);
  return lines.every((line) => !/ (ERROR|FATAL) /.test(line));
}
