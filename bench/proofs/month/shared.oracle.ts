import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerLine } from '../world/linkedin-world.ts';
import { type Comparison, compareDays, findPassedCaps } from './month.oracle.ts';
import { call } from './month-calls.ts';
import { ADDED, EMAIL_CAP, MAILBOXES, MENDED, type Story, TYPO } from './shared-story.ts';

/** What `twenty-days` asks afterwards: figures beside both ledgers, and every lead. */

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

export async function loadLead(story: Story, id: number): Promise<Lead> {
  const path = `/campaigns/prospects/${id}/?campaign_id=${story.campaign_id}`;
  return (await call<{ prospect: Lead }>(story, 'GET', path)).prospect;
}

export function reasonOf({ campaign_status, error, scheduled_campaign }: Lead): string | null {
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

export async function readMails(story: Story): Promise<MailLine[]> {
  return (await readLines<MailLine>(story, 'sandbox-ledger.jsonl')).filter(({ from }) =>
    MAILBOXES.some((own) => own === from),
  );
}

export interface Verdict {
  comparisons: Comparison[];
  passed: string[];
  problems: string[];
  reasons: Record<string, number>;
  by_sender: Record<string, number>;
  by_revision: Record<string, number>;
}

export async function verify(story: Story): Promise<Verdict> {
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
  return {
    comparisons: compareDays('campaign', analytics.daily_metrics, { actions, mails: sent.map(({ at }) => ({ at })) }),
    passed: findPassedCaps(senders, actions, sent),
    by_sender: countBy(mails.map(({ from }) => from)),
    ...(await loadLeads(story, mails)),
  };
}

/** Every lead is asked what happened and why. */
async function loadLeads(story: Story, mails: readonly MailLine[]) {
  const byPerson = Map.groupBy(mails, ({ recipients }) => recipients[0]!);
  const problems: string[] = [];
  const reasons: string[] = [];
  const revisions: string[] = [];
  const { rows } = await story.server.owner.query<{ id: number }>(
    'select prospect_id::int as id from campaign_leads where campaign_id = $1 order by id',
    [story.campaign_id],
  );
  for (const { id } of rows) {
    const lead = await loadLead(story, id);
    const reason = reasonOf(lead);
    if (reason === null) problems.push(`${lead.email} (${lead.campaign_status}) does not say why`);
    reasons.push((reason ?? 'no reason').replace(/\d+/g, 'N'));
    problems.push(...findProblems(lead, byPerson.get(lead.email) ?? []));
    revisions.push(...mailSteps(lead).map(({ revision }) => `revision ${revision}`));
  }
  const company = ({ recipients }: MailLine) => recipients[0]!.split('@')[1]!;
  for (const [house, all] of Map.groupBy(mails, company))
    if (new Set(all.map(({ from }) => from)).size > 1) problems.push(`${house} heard from two people`);
  return { problems, reasons: countBy(reasons), by_revision: countBy(revisions) };
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
