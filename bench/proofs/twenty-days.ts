import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchServer, startBenchServer } from '../bench-server.ts';
import { call, control, type Month, rest } from './month/month-calls.ts';
import { type Comparison, compareDays, findPassedCaps } from './month/month-oracle.ts';
import { connectLinkedin, connectMailbox, importList } from './month/month-setup.ts';
import type { LedgerLine } from './world/linkedin-world.ts';

/**
 * Three mailboxes and two LinkedIn accounts share one campaign on the running program, through its calls alone. One mailbox loses its
 * password and gets it back, a typo is mended and a step added while it runs, bounces pause another mailbox until a person lets it go.
 * Afterwards the figures equal both ledgers, each person heard from one address, and every lead says by whom, in which words, why and when.
 */
interface Options {
  leads: number;
  days: number;
}

const HOUR_IN_MS = 3_600_000;
const MAILBOXES = ['ada@mine.example', 'bo@ours.example', 'cy@theirs.example'] as const;
const EMAIL_CAP = 40;
/** Days of the story, counted from the start. */
const LOST_ON = 3;
const MENDED_ON = 5;
const FOUND_ON = 7;
const BOUNCES_ON = 8;
/** More than the guard bears of what one mailbox sends in a week, less than it bears of the whole campaign. */
const BOUNCING = 18;

const TYPO = 'about teh price';
const MENDED = 'about the price';
const ADDED = 'one last word';

interface Step {
  id: number;
  step_type: string;
  parent_step_id: number | null;
  delay_in_hours: number;
  subject_line: string | null;
  message: string | null;
}

interface Campaign {
  id: number;
  steps: Step[];
}

interface Story extends Month {
  campaign_id: number;
  mailboxes: { id: number; email: string }[];
  seats: { id: number; seat: string }[];
  /** What was seen on the way, in words; each must be there at the end. */
  seen: Map<string, string>;
}

async function begin(server: BenchServer, { leads }: Options): Promise<Story> {
  const person = await server.signUp();
  await server.owner.query(
    'update organizations set active_subscription = true, extra_linkedin_accounts = 5, extra_email_accounts = 5 where organization_id = $1',
    [person.organization_id],
  );
  await server.owner.query("update sessions set expires_at = now() + interval '400 days' where organization_id = $1", [
    person.organization_id,
  ]);
  const { sandbox_url } = await call<{ sandbox_url: string }>({ person }, 'GET', '/app/');
  const month: Month = { server, person, sandbox_url, snippet: null, senders: [] };
  await control(month, '/unipile/__control/limits', { reads_per_minute: 1_000_000, visits_per_day: 1_000_000 });
  const mailboxes: Story['mailboxes'] = [];
  for (const email of MAILBOXES) {
    const { id } = await connectMailbox(month, email, 0);
    // An hour at a time goes by here: a day spread over its window, mail by mail, would take as many looks as it has mails.
    await call(month, 'PUT', `/accounts/${id}/`, { natural_rhythm: false, ramp: 'off', email_max_messages: EMAIL_CAP });
    mailboxes.push({ id, email });
  }
  const seats = [await connectLinkedin(month, 0), await connectLinkedin(month, 0)];
  const campaign_id = await makeCampaign(month);
  const story = { ...month, campaign_id, mailboxes, seats, seen: new Map<string, string>() };
  await addPeople(
    story,
    'Leads',
    Array.from({ length: leads }, (_, n) => personLine(n)),
  );
  await call(story, 'POST', `/campaigns/${campaign_id}/activate/`, {
    email_account_ids: mailboxes.map(({ id }) => id),
    linkedin_account_ids: seats.map(({ id }) => id),
  });
  return story;
}

async function makeCampaign(month: Month): Promise<number> {
  const { campaign } = await call<{ campaign: Campaign }>(month, 'POST', '/campaigns/', { name: 'Twenty days' });
  await call(month, 'PUT', `/campaigns/${campaign.id}/`, { timezone: 'UTC' });
  const flow = [
    ['EMAIL', 0, 'Hello {{first_name}}, we should talk {about prices|about costs}.'],
    ['VISIT_LINKEDIN_PROFILE', 24, null],
    ['EMAIL', 48, `Once more ${TYPO}, {{first_name}}.`],
    ['LINKEDIN_INVITE', 24, null],
  ] as const;
  let parent: number | null = null;
  for (const [step, delay_in_hours, message] of flow) {
    const made: { new_step: { id: number } } = await call(month, 'POST', `/campaigns/${campaign.id}/steps/`, {
      step,
      ...(parent === null ? {} : { parent }),
    });
    parent = made.new_step.id;
    await call(month, 'PUT', `/campaigns/${campaign.id}/steps/${parent}/`, {
      delay_in_hours,
      ...(message === null ? {} : { message, subject_line: 'A question about {{company_name}}' }),
    });
  }
  return campaign.id;
}

/** One in ten answers, one in twenty is away; two at a company. */
function personLine(n: number): string {
  const kind = n % 10 === 3 ? 'reply' : n % 20 === 7 ? 'ooo' : 'silent';
  return lineOf(kind, `kim${n}`, `house${Math.floor(n / 2)}`);
}

const lineOf = (kind: string, name: string, house: string) =>
  `${name},Reader,${kind}+${name}@${house}.example,https://www.linkedin.com/in/${name}-reader-silent,Director,${house}`;

const COLUMNS = {
  first_name: 'First',
  last_name: 'Last',
  email: 'Mail',
  linkedin_url: 'Profile',
  job_title: 'Title',
  company_name: 'Company',
};

/** Puts people into the campaign; answers their ids. */
async function addPeople(story: Story, name: string, lines: readonly string[]): Promise<number[]> {
  const list = await importList(story, name, COLUMNS, lines);
  await rest(story);
  await call(story, 'POST', `/search/${list}/prospects/add-to-campaign/`, {
    campaign: story.campaign_id,
    amount: lines.length,
    search_or_campaign: 'search',
    allow_duplicates: true,
  });
  const { rows } = await story.server.owner.query<{ id: number }>(
    'select prospect_id::int as id from search_prospects where search_id = $1',
    [list],
  );
  return rows.map(({ id }) => id);
}

/** An hour at a time by day, over the night at once; what is to happen on a day happens in its morning. */
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
    if (story.seen.has('paused') && !story.seen.has('let go')) await letGo(story);
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
  [MENDED_ON]: mendAndAdd,
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
  const reason = reasonOf(await readLead(story, rows[0]!.id));
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

async function mendAndAdd(story: Story): Promise<void> {
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

async function letGo(story: Story): Promise<void> {
  const { states } = await call<{ states: GuardState[] }>(story, 'GET', '/guard/');
  for (const { id, state } of states)
    if (state === 'paused')
      await call(story, 'POST', `/guard/${id}/release/`, { cause: 'list', note: 'A bought list' });
  const paused = states.filter(({ state }) => state === 'paused').map(({ name }) => name);
  // The only mailbox of its domain pauses that too; the others go on.
  if (paused.length > 0 && paused.every((name) => MAILBOXES[2].endsWith(name))) story.seen.set('let go', paused.join());
}

interface LeadStep {
  step: { step_type: string } | null;
  message: string | null;
  completed: boolean;
  completed_at: string | null;
  error: string | null;
  note: string | null;
  revision: number | null;
  waiting_for: { text: string } | null;
}

interface Lead {
  email: string;
  campaign_status: string;
  error: string | null;
  senders: { channel: string; account: { email: string | null }; has_begun: boolean }[];
  scheduled_campaign: { replied_at: string | null; hand_overs: object[]; steps: LeadStep[] };
}

async function readLead(story: Story, id: number): Promise<Lead> {
  const path = `/campaigns/prospects/${id}/?campaign_id=${story.campaign_id}`;
  return (await call<{ prospect: Lead }>(story, 'GET', path)).prospect;
}

function reasonOf({ campaign_status, error, scheduled_campaign }: Lead): string | null {
  const { steps, replied_at } = scheduled_campaign;
  const failure = error ?? steps.find((step) => step.error !== null)?.error ?? null;
  if (campaign_status === 'COMPLETED') return steps.some(({ completed }) => completed) ? 'went all its way' : failure;
  if (campaign_status === 'REPLIED') return replied_at === null ? null : 'replied';
  if (campaign_status === 'FAILED') return failure;
  return steps.find((step) => step.waiting_for !== null)?.waiting_for?.text ?? null;
}

interface MailLine {
  accepted_at: string;
  from: string;
  recipients: string[];
}

async function readLines<Line>(story: Pick<Story, 'server'>, name: string): Promise<Line[]> {
  const text = await readFile(join(story.server.directory, name), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Line]));
}

async function readMails(story: Story): Promise<MailLine[]> {
  return (await readLines<MailLine>(story, 'sandbox-ledger.jsonl')).filter(({ from }) =>
    MAILBOXES.some((own) => own === from),
  );
}

interface Verdict {
  comparisons: Comparison[];
  passed: string[];
  problems: string[];
  reasons: Record<string, number>;
  by_sender: Record<string, number>;
  by_revision: Record<string, number>;
}

async function verify(story: Story): Promise<Verdict> {
  const mails = await readMails(story);
  const seats = new Set(story.seats.map(({ seat }) => seat));
  const lines = await readLines<LedgerLine>(story, 'sandbox-linkedin-ledger.jsonl');
  const actions = lines.filter(({ account_id }) => seats.has(account_id));
  type Analytics = { analytics: { daily_metrics: Record<string, string | number>[] } };
  const path = `/campaigns/${story.campaign_id}/analytics/?start_date=2024-01-01&end_date=2032-12-31`;
  const { analytics } = await call<Analytics>(story, 'GET', path);
  const sent = mails.map(({ accepted_at, from }) => ({ at: accepted_at, from }));
  const caps = { invite: 50, message: 100, email: EMAIL_CAP, week: 100 };
  const senders = story.mailboxes.map(({ email }, place) => {
    const seat = story.seats[place]?.seat ?? 'none';
    return { seat, address: email, gap_in_seconds: 0, caps };
  });
  const byPerson = Map.groupBy(mails, ({ recipients }) => recipients[0]!);
  const problems: string[] = [];
  const reasons: string[] = [];
  const revisions: string[] = [];
  const { rows } = await story.server.owner.query<{ id: number }>(
    'select prospect_id::int as id from campaign_leads where campaign_id = $1 order by id',
    [story.campaign_id],
  );
  for (const { id } of rows) {
    const lead = await readLead(story, id);
    const reason = reasonOf(lead);
    if (reason === null) problems.push(`${lead.email} (${lead.campaign_status}) does not say why`);
    reasons.push((reason ?? 'no reason').replace(/\d+/g, 'N'));
    problems.push(...findProblems(lead, byPerson.get(lead.email) ?? []));
    revisions.push(...mailSteps(lead).map(({ revision }) => `revision ${revision}`));
  }
  const company = ({ recipients }: MailLine) => recipients[0]!.split('@')[1]!;
  for (const [house, all] of Map.groupBy(mails, company))
    if (new Set(all.map(({ from }) => from)).size > 1) problems.push(`${house} heard from two people`);
  return {
    comparisons: compareDays('campaign', analytics.daily_metrics, { actions, mails: sent.map(({ at }) => ({ at })) }),
    passed: findPassedCaps(senders, actions, sent),
    problems,
    reasons: countBy(reasons),
    by_sender: countBy(mails.map(({ from }) => from)),
    by_revision: countBy(revisions),
  };
}

const countBy = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, group]) => [word, group.length]));

/** Mails that left, as the timeline has them; one that came back left too. */
const mailSteps = ({ scheduled_campaign }: Lead) =>
  scheduled_campaign.steps.filter(
    ({ step, completed, error, note }) =>
      step?.step_type === 'EMAIL' && (completed || (error ?? note)?.startsWith('The message bounced') === true),
  );

/** What a lead says beside what its mailbox got, in words. */
function findProblems(lead: Lead, mails: readonly MailLine[]): string[] {
  const steps = mailSteps(lead);
  const from = new Set(mails.map((mail) => mail.from));
  const own = lead.senders.find(({ channel, has_begun }) => channel === 'email' && has_begun)?.account.email;
  const problems: string[] = [];
  if (steps.length !== mails.length) problems.push(`${lead.email} says ${steps.length} mails, ${mails.length} came`);
  if (from.size > 1) problems.push(`${lead.email} heard from ${[...from].join(' and ')}`);
  if (mails.length > 0 && own !== mails[0]!.from) problems.push(`${lead.email} names ${own}, not ${mails[0]!.from}`);
  for (const { message, revision, completed_at } of steps) {
    if (revision === null || message === null) problems.push(`${lead.email}: a mail without its revision or words`);
    else if (message.includes(revision === 1 ? MENDED : TYPO))
      problems.push(`${lead.email}: other words than revision ${revision}`);
    else if (message.includes(ADDED) && revision === 1) problems.push(`${lead.email}: the added step in revision 1`);
    if (completed_at === null) problems.push(`${lead.email}: a mail without its time`);
  }
  return problems;
}

const STORY = ['held', 'published', 'paused', 'let go'] as const;

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
    const options = { leads: Number(process.env.LEADS ?? 700), days: Number(process.env.DAYS ?? 20) };
    const story = await begin(server, options);
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
