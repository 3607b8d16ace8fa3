import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classifyReply } from '@overture/domain/inbound/classify-reply';
import { isSureClass } from '@overture/domain/inbound/reply-classes';
import { classifyMail } from '@overture/domain/mail/mail-classify';
import { recordProof } from '../support/record.ts';

/**
 * Replies of others, read as the product reads them, against labels that a person gave. The texts are public but not in this repository:
 * REPLY_TEXTS names a folder of them, one `.txt` each. `wish`: to be left alone; `other`: holds words of a wish without being one; `doubt`:
 * a person decides, whatever the rule says but a suppression.
 */
const LEAST_WISHES = 200;
const LEAST_OTHERS = 400;
const LEAST_RECALL = 0.98;

type Label = 'wish' | 'other' | 'doubt';
interface LabelledText {
  label: Label;
  language: string;
  /** Of the third that no rule was written from. */
  is_held_out: boolean;
  text: string;
  read: 'suppressed' | 'asked' | 'nothing';
}

const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
const hashOf = (text: string): string => createHash('sha256').update(normalize(text)).digest('hex');
/** A third, by the hash: nobody chose it. */
const isHeldOut = (hash: string): boolean => Number.parseInt(hash.slice(0, 8), 16) % 3 === 0;

function readLabels(): Map<string, { label: Label; language: string }> {
  const lines = readFileSync(join(import.meta.dirname, '../data/reply-labels.tsv'), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  return new Map(rows.map(([hash = '', label = '', language = '']) => [hash, { label: label as Label, language }]));
}

function readTexts(folder: string): LabelledText[] {
  const labels = readLabels();
  const found = new Map<string, LabelledText>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.txt'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const hash = hashOf(text);
    const known = labels.get(hash.slice(0, 16));
    if (known !== undefined)
      found.set(hash, { ...known, is_held_out: isHeldOut(hash), text, read: readAsProduct(text) });
  }
  return [...found.values()];
}

/** What follows for the address: the kind of the mail suppresses it, and so does a class that the rules are sure of. */
function readAsProduct(text: string): LabelledText['read'] {
  const mail = { from: 'ada@acme.example', own_addresses: [], subject: 'Re: Your range', headers: new Map(), text };
  const { kind } = classifyMail({ ...mail, delivery_statuses: [], returned_message_id: null });
  if (kind === 'unsubscribe_request') return 'suppressed';
  const found = classifyReply({ kind: kind === 'auto_reply' ? kind : 'reply', subject: mail.subject, text });
  if (found?.class !== 'unsubscribe') return 'nothing';
  return isSureClass(found.confidence) ? 'suppressed' : 'asked';
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

const folder = process.env.REPLY_TEXTS;
if (!folder) {
  console.error(
    'NOT PROVEN: REPLY_TEXTS must name a folder with the texts of bench/data/reply-labels.tsv, one .txt file each.',
  );
  process.exit(1);
}
const texts = readTexts(folder);
const result = { ...countOf(texts), held_out: countOf(texts.filter(({ is_held_out }) => is_held_out)) };
for (const { label, read, language, text } of texts)
  if ((label === 'wish' && read !== 'suppressed') || (label !== 'wish' && read === 'suppressed'))
    console.info(`${label} ${read} ${language}: ${normalize(text).slice(0, 160)}`);
const languages = Map.groupBy(texts, ({ language }) => language);
for (const [language, own] of languages) console.info(language, JSON.stringify(countOf(own)));
console.info(JSON.stringify(result));
const isProven =
  result.wishes >= LEAST_WISHES &&
  result.others >= LEAST_OTHERS &&
  result.recall >= LEAST_RECALL &&
  result.wrongly_suppressed === 0;
recordProof('replies', isProven, result);
console.info(isProven ? 'PROVEN' : 'NOT PROVEN');
process.exit(isProven ? 0 : 1);
