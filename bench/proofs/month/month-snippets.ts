import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMail } from '@overture/adapters/mailbox/message/parse-mail.transform';
import { writeToken } from '@overture/domain/message/tokens';
import type { LedgerLine } from '../world/linkedin-world.ts';
import { type CreditSums, flat, verifyCredits } from '../world/snippet.oracle.ts';
import { call, control, type Month } from './month-calls.ts';

/**
 * AI snippets in the month: which messages carry them, a model that fails now and then, and what must hold afterwards. Each
 * message in the ledgers says exactly what was written and kept for it, or its fallback message, and then says so.
 */

/** Marks the messages with snippets among all others. */
const MARK = 'Found while reading';
const FALLBACK_MARK = 'Nothing to quote today';

/** Default snippet, drawn on the company's website. */
const OPENING = { id: 1, name: 'Opening line' };
const OWN_NAME = 'Website and news';
/** The default snippet's research task, and recent news. */
const OWN_TASKS = [11, 12];

interface Step {
  id: number;
  step_type: string;
  message: string | null;
  subject_line: string | null;
}

/** The organization's own snippet, made once. */
export async function makeOwnSnippet(month: Month): Promise<{ id: number; name: string }> {
  const { segment } = await call<{ segment: { id: number } }>(month, 'POST', '/campaigns/ai-segments/', {
    name: OWN_NAME,
    instructions: 'Say what the company of this lead makes and which partnership or news it had last.',
    amount_of_sentences: 2,
    enrichment_sources: OWN_TASKS,
  });
  return { id: segment.id, name: OWN_NAME };
}

/**
 * Puts snippets into a campaign of the template: the default one into the first message and the second email, the own one
 * into the second message and the first email, both into the InMail.
 */
export async function addSnippets(month: Month, campaignId: number, steps: readonly Step[]): Promise<void> {
  const tokens = {
    first: writeToken({ kind: 'snippet', ...OPENING }),
    own: writeToken({ kind: 'snippet', ...month.snippet! }),
  };
  const messages = steps.filter(({ step_type }) => step_type === 'LINKEDIN_MESSAGE').sort((a, b) => a.id - b.id);
  const emails = steps.filter(({ step_type }) => step_type === 'EMAIL').sort((a, b) => a.id - b.id);
  const inmails = steps.filter(({ step_type }) => step_type === 'INMAIL');
  const wanted: [Step | undefined, string][] = [
    [messages[0], tokens.first],
    [messages[1], tokens.own],
    [emails[0], tokens.own],
    [emails[1], tokens.first],
    [inmails[0], `${tokens.first} ${tokens.own}`],
  ];
  for (const [step, said] of wanted) {
    if (!step) throw new Error('the template has other steps than it had');
    await call(month, 'PUT', `/campaigns/${campaignId}/steps/${step.id}/`, {
      message: `Hi {{first_name}}, ${MARK}: ${said} Shall we talk?`,
      placeholder_message: `Hi {{first_name}}, ${FALLBACK_MARK}. Shall we talk anyway?`,
    });
  }
}

const FAILURES = [
  { mode: 'rate_limited', times: 12 },
  { mode: 'malformed', times: 12 },
  { mode: 'error', times: 12 },
  { mode: 'unsupported', times: 12 },
  { mode: 'slow', times: 6, delay_in_ms: 1500 },
] as const;

/** The model fails in another way each day; on the last days of the month it works, and the rest is completed. */
export async function troubleModel(month: Month, day: number, isLast: boolean): Promise<void> {
  const failure = isLast ? { mode: 'normal' } : FAILURES[day % FAILURES.length]!;
  await control(month, '/__control/llm', failure);
}

/** Texts of sent messages, as first seen; a later difference is reported. */
export class FrozenTexts {
  readonly #texts = new Map<number, string>();
  readonly changed: string[] = [];

  get size(): number {
    return this.#texts.size;
  }

  async look({ server, person }: Month): Promise<void> {
    const { rows } = await server.owner.query<{ id: number; said: string }>(
      `select id::int, state || ' ' || coalesce(text, '') as said from ai_segment_texts
        where organization_id = $1 and used_at is not null`,
      [person.organization_id],
    );
    for (const { id, said } of rows) {
      const before = this.#texts.get(id);
      if (before === undefined) this.#texts.set(id, said);
      else if (before !== said) this.changed.push(`${id}: ${before} became ${said}`);
    }
  }
}

/** What a lead's timeline says of one message with snippets. */
export interface SaidMessage {
  first_name: string;
  /** Profile name or mail address, as the ledgers have them. */
  to: string;
  channel: 'email' | 'message' | 'inmail';
  message: string;
  notes: string[];
  snippets: { id: number; state: string | null; text: string | null }[];
}

export interface SnippetVerdict {
  messages: number;
  with_text: number;
  fallbacks: number;
  frozen: number;
  problems: string[];
  credits: CreditSums;
}

export async function loadRemaining(month: Month, actions: readonly LedgerLine[]): Promise<string[]> {
  return [...linesOf(actions), ...(await mailsOf(month))].filter(hasMark);
}

/**
 * Compares timelines with texts, both ledgers and the credits.
 * @param left ledgers before and after the timelines were read: the program keeps running, and messages in between may
 * be in them or not
 */
export async function verifySnippets(
  month: Month,
  said: readonly SaidMessage[],
  left: { before: readonly string[]; after: readonly string[] },
  frozen: FrozenTexts,
): Promise<SnippetVerdict> {
  const shown = said.map(({ channel, to, message }) => keyOf(channel, to, message));
  const tasks = { [OPENING.id]: OWN_TASKS.slice(0, 1), [month.snippet!.id]: OWN_TASKS };
  const credits = await verifyCredits(month.server.owner, tasks);
  const withText = said.filter(({ snippets }) => snippets.every(({ state }) => state === 'written'));
  return {
    messages: left.after.length,
    with_text: withText.length,
    fallbacks: said.length - withText.length,
    frozen: frozen.size,
    problems: [
      ...findMissing(shown, left.after).map((line) => `in the timeline and not in a ledger: ${line}`),
      ...findMissing(left.before, shown).map((line) => `in a ledger and not in the timeline: ${line}`),
      ...said.flatMap((one) => findWrongWords(one, month.snippet!.id)),
      ...frozen.changed.map((words) => `changed after it was kept: ${words}`),
      ...credits.problems,
    ],
    credits: credits.sums,
  };
}

const keyOf = (channel: string, to: string, text: string): string => `${channel} ${to.toLowerCase()} ${flat(text)}`;
const hasMark = (line: string): boolean => line.includes(MARK) || line.includes(FALLBACK_MARK);

function linesOf(actions: readonly LedgerLine[]): string[] {
  return actions
    .filter(({ action }) => action === 'message' || action === 'inmail')
    .map(({ action, public_identifier, text }) => keyOf(action, public_identifier, text ?? ''));
}

interface JournalLine {
  kind: string;
  from: string;
  recipients: string[];
  raw: string;
}

/** Mails of our senders as the server took them. */
async function mailsOf(month: Month): Promise<string[]> {
  const own = new Set(month.senders.map(({ address }) => address));
  const text = await readFile(join(month.server.directory, 'sandbox-journal.jsonl'), 'utf8');
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('{"kind":"mail"')) continue;
    const { from, recipients, raw } = JSON.parse(line) as JournalLine;
    if (!own.has(from)) continue;
    const mail = Buffer.from(raw, 'base64');
    lines.push(keyOf('email', recipients[0] ?? '', (await parseMail(mail, mail.length)).text ?? ''));
  }
  return lines;
}

/** Lines that are not among `others` as often. */
function findMissing(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count < 1;
  });
}

/** The words that must have left: the texts in their places or, where one is missing, the fallback message and a note. */
function findWrongWords(said: SaidMessage, ownId: number): string[] {
  const isWritten = said.snippets.length > 0 && said.snippets.every(({ state }) => state === 'written');
  const texts = [OPENING.id, ownId].flatMap((id) =>
    said.snippets.filter((one) => one.id === id).map(({ text }) => text),
  );
  const expected = isWritten
    ? `Hi ${said.first_name}, ${MARK}: ${texts.join(' ')} Shall we talk?`
    : `Hi ${said.first_name}, ${FALLBACK_MARK}. Shall we talk anyway?`;
  const problems = flat(said.message) === flat(expected) ? [] : [`${said.to}: "${said.message}", not "${expected}"`];
  const notes = said.notes.filter((note) => /the fallback message takes its place\. ./.test(note));
  if (isWritten && said.notes.length > 0) problems.push(`${said.to}: notes on a message that needed none`);
  if (!isWritten && notes.length === 0) problems.push(`${said.to}: nothing says why the fallback went out`);
  return problems;
}
