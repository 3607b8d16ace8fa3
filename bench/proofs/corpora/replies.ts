import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classifyReply } from '@overture/domain/inbound/classify-reply';
import { isSureClass } from '@overture/domain/inbound/reply-classes';
import { classifyMail } from '@overture/domain/mail/mail-classify';
import { handWrittenAbsence, saysLeft } from '../../../server/src/slices/chats/classes/classes.service.ts';
import { parseReturnDate } from '../../../server/src/slices/chats/classes/return-date.rules.ts';
import { recordProof } from '../../support/record.ts';

/**
 * Public replies with labels from a person, read by the rules of the product. REPLY_TEXTS names a folder with the texts, one `.txt` each.
 * `wish`: an opt-out; `other`: words of an opt-out with another meaning; `doubt`: only a person can decide. `automatic`: an absence note or
 * a receipt, without headers and subject; `person`: mentions leave, holidays, tickets or automatic replies, written by a person.
 */
const LEAST_WISHES = 200;
const LEAST_OTHERS = 400;
const LEAST_RECALL = 0.98;
const LEAST_AUTOMATIC = 200;
const LEAST_AUTOMATIC_RECALL = 0.9;
/** A reply hidden as a note is a lost conversation. */
const MOST_TAKEN_FOR_NOTES = 0;

type Label = 'wish' | 'other' | 'doubt' | 'automatic' | 'person';
interface LabelledText {
  label: Label;
  language: string;
  /** Of the third that no rule was written from. */
  is_held_out: boolean;
  /** An absence by hand, held like a note (docs/decisions/0214). */
  says_away_only: boolean;
  text: string;
  read: 'suppressed' | 'asked' | 'automatic' | 'left' | 'nothing';
  /** The last day of the absence: from the label and from the rules. */
  returns?: { right: string; read: string | null };
}

const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
const hashOf = (text: string): string => createHash('sha256').update(normalize(text)).digest('hex');
/** A third, chosen by hash and not by hand. */
const isHeldOut = (hash: string): boolean => Number.parseInt(hash.slice(0, 8), 16) % 3 === 0;

function parseLabels(): Map<string, { label: Label; language: string; says_away_only: boolean; days: string[] }> {
  const lines = readFileSync(join(import.meta.dirname, '../../data/reply-labels.tsv'), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  return new Map(
    rows.map(([hash = '', label = '', language = '', , days = '']) => [
      hash,
      {
        label: label as Label,
        language,
        says_away_only: days === 'away',
        days: days.split('>').slice(0, days.includes('>') ? 2 : 0),
      },
    ]),
  );
}

async function readTexts(folder: string): Promise<LabelledText[]> {
  const labels = parseLabels();
  const found = new Map<string, LabelledText>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.txt'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const hash = hashOf(text);
    const known = labels.get(hash.slice(0, 16));
    if (known === undefined) continue;
    const { label, language, says_away_only, days } = known;
    const [written = '2026-10-07', right] = days;
    const now = new Date(`${written}T10:00:00Z`);
    const returns = right === undefined ? {} : { returns: { right, read: await parseReturnDate(text, now) } };
    const read = await readAsProduct(text, now);
    found.set(hash, { label, language, says_away_only, is_held_out: isHeldOut(hash), text, read, ...returns });
  }
  return [...found.values()];
}

/** What follows for the lead: the kind of the mail decides, and so does a class that the rules are sure of. */
async function readAsProduct(text: string, now: Date): Promise<LabelledText['read']> {
  const mail = { from: 'ada@acme.example', own_addresses: [], subject: 'Re: Your range', headers: new Map(), text };
  const { kind } = classifyMail({ ...mail, delivery_statuses: [], returned_message_id: null });
  if (kind === 'unsubscribe_request') return 'suppressed';
  const found = classifyReply({ kind: kind === 'auto_reply' ? kind : 'reply', subject: mail.subject, text });
  if (found?.class === 'unsubscribe') return isSureClass(found.confidence) ? 'suppressed' : 'asked';
  if (kind === 'auto_reply') return 'automatic';
  if (saysLeft(found)) return 'left';
  const returns_on = found?.class === 'out_of_office' ? await parseReturnDate(text, now) : null;
  const read = found === null ? null : { ...found, referral: null, returns_on };
  return handWrittenAbsence(read, text) === null ? 'nothing' : 'automatic';
}

function countOf(texts: readonly LabelledText[]) {
  const of = (label: Label, read?: LabelledText['read']): number =>
    texts.filter((text) => text.label === label && (read === undefined || text.read === read)).length;
  const recall = of('wish', 'suppressed') / Math.max(1, of('wish'));
  return {
    wishes: of('wish'),
    recall: Number(recall.toFixed(4)),
    wishes_asked_about: of('wish', 'asked'),
    others: of('other'),
    wrongly_suppressed: of('other', 'suppressed'),
    others_asked_about: of('other', 'asked'),
    doubts: of('doubt'),
    doubts_asked_about: of('doubt', 'asked'),
    doubts_suppressed: of('doubt', 'suppressed'),
  };
}

/** A lead who left the company counts as found: their campaigns end. */
const isFound = ({ read }: LabelledText): boolean => read === 'automatic' || read === 'left';

function countNotes(texts: readonly LabelledText[]) {
  const notes = texts.filter(({ label }) => label === 'automatic');
  const persons = texts.filter(({ label, says_away_only }) => label !== 'automatic' && !says_away_only);
  const dated = notes.flatMap(({ returns }) => returns ?? []);
  const found = notes.filter(isFound).length;
  return {
    notes: notes.length,
    found,
    recall: Number((found / Math.max(1, notes.length)).toFixed(4)),
    persons: persons.length,
    persons_taken_for_notes: persons.filter(({ read }) => read === 'automatic').length,
    days: dated.length,
    days_right: dated.filter(({ right, read }) => right === read).length,
    days_wrong: dated.filter(({ right, read }) => read !== null && right !== read).length,
  };
}

function showMistakes(texts: readonly LabelledText[]): void {
  for (const { label, read, language, text, returns, says_away_only } of texts) {
    const isWish = label === 'wish';
    const isMissed = isWish ? read !== 'suppressed' : label === 'automatic' && read !== 'automatic' && read !== 'left';
    const isWrong =
      (!isWish && read === 'suppressed') || (label !== 'automatic' && !says_away_only && read === 'automatic');
    const day = returns !== undefined && returns.read !== returns.right ? ` ${returns.read} for ${returns.right}` : '';
    if (isMissed || isWrong || day !== '')
      console.info(`${label} ${read} ${language}${day}: ${normalize(text).slice(0, 160)}`);
  }
}

const folder = process.env.REPLY_TEXTS;
if (!folder) {
  console.error(
    'NOT PROVEN: REPLY_TEXTS must name a folder with the texts of bench/data/reply-labels.tsv, one .txt file each.',
  );
  process.exit(1);
}
const texts = await readTexts(folder);
const heldOut = texts.filter(({ is_held_out }) => is_held_out);
const notes = { ...countNotes(texts), held_out: countNotes(heldOut) };
const result = { ...countOf(texts), held_out: countOf(heldOut), automatic: notes };
// Hides the held-out third from authors of rules.
showMistakes(process.env.REPLY_HELD_OUT === 'hidden' ? texts.filter(({ is_held_out }) => !is_held_out) : texts);
const languages = Map.groupBy(texts, ({ language }) => language);
for (const [language, own] of languages)
  console.info(language, JSON.stringify({ ...countOf(own), automatic: countNotes(own) }));
console.info(JSON.stringify(result));
const areWishesProven =
  result.wishes >= LEAST_WISHES &&
  result.others >= LEAST_OTHERS &&
  result.recall >= LEAST_RECALL &&
  result.wrongly_suppressed === 0;
const areNotesProven =
  notes.notes >= LEAST_AUTOMATIC &&
  notes.held_out.recall >= LEAST_AUTOMATIC_RECALL &&
  notes.persons_taken_for_notes <= MOST_TAKEN_FOR_NOTES;
const isProven = areWishesProven && areNotesProven;
recordProof('corpora/replies', isProven, result);
console.info(isProven ? 'PROVEN' : 'NOT PROVEN');
process.exit(isProven ? 0 : 1);
