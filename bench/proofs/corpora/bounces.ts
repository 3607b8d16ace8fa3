import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMail } from '@overture/adapters/mailbox/message/parse-mail.transform';
import type { Classification } from '@overture/domain/mail/mail-classify';
import { interpretMail } from '../../../server/src/slices/chats/sync/mail-reading.service.ts';
import { recordProof } from '../../support/record.ts';

/**
 * Bounces that others collected, read as the product reads them, against the labels of those who collected them. The mails are not in this
 * repository: BOUNCE_MAILS names the folder. What counts is harm: a dead address that is written to again, a living one that never is.
 */

/** The address is dead, by the names of the collection. */
const DEAD = new Set(['userunknown', 'hostunknown', 'hasmoved', 'notaccept']);
/** Says neither: some servers call any refusal so, and an account that is disabled may come back. */
const UNSURE = new Set(['filtered', 'suspend', 'onhold', 'undefined']);
const NO_BOUNCE = new Set(['feedback', 'vacation', 'delivered']);
/**
 * Known errors. Missed: a delay (the end follows), a bounce forwarded by a person, a domain that is the sender's own,
 * one of two mails with the same words and different labels. Grave: all four say in words that the recipient doesn't
 * exist.
 */
const MOST_MISSED = 4;
const MOST_GRAVE = 4;

interface Labelled {
  name: string;
  reasons: string[];
  report: Classification;
}

function readLabels(): Map<string, string[]> {
  const lines = readFileSync(join(import.meta.dirname, '../../data/bounce-labels.tsv'), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  return new Map(rows.map(([hash = '', reasons = '']) => [hash, reasons.split(',')]));
}

async function readMails(folder: string): Promise<Labelled[]> {
  const labels = readLabels();
  const mails: Labelled[] = [];
  for (const name of readdirSync(folder).sort()) {
    const raw = readFileSync(join(folder, name));
    const reasons = labels.get(createHash('sha256').update(raw).digest('hex').slice(0, 16));
    if (reasons === undefined) continue;
    const order = { folder: 'INBOX' as const, received_at: null, own_address: 'nobody@trading.example' };
    mails.push({ name, reasons, report: interpretMail(await parseMail(raw, raw.length), order).report });
  }
  return mails;
}

const isHard = ({ report }: Labelled): boolean => report.kind === 'bounce_hard';
const isBounce = ({ report }: Labelled): boolean => report.kind.startsWith('bounce');

/** Mails all of whose recipients have a label of this kind. */
const allOf = (mails: readonly Labelled[], is: (reason: string) => boolean) =>
  mails.filter(({ reasons }) => reasons.every(is));

const folder = process.env.BOUNCE_MAILS;
if (!folder) {
  console.error('NOT PROVEN: BOUNCE_MAILS must name the folder maildir/bsd of github.com/sisimai/set-of-emails.');
  process.exit(1);
}
const mails = await readMails(folder);
const dead = allOf(mails, (reason) => DEAD.has(reason));
const alive = allOf(mails, (reason) => !DEAD.has(reason) && !UNSURE.has(reason) && !NO_BOUNCE.has(reason));
const others = allOf(mails, (reason) => NO_BOUNCE.has(reason));
const missed = dead.filter((mail) => !isHard(mail));
const grave = alive.filter(isHard);
const wrong = others.filter(isBounce);
const returned = mails.filter(isBounce);
const result = {
  mails: mails.length,
  dead: dead.length,
  missed_hard: missed.length,
  alive: alive.length,
  grave_hard: grave.length,
  others_called_bounce: wrong.length,
  bounces: returned.length,
  without_id: returned.filter(({ report }) => report.original_message_id === null).length,
  without_recipient: returned.filter(({ report }) => report.recipient === null).length,
};
const isProven = mails.length > 500 && missed.length <= MOST_MISSED && grave.length <= MOST_GRAVE && wrong.length === 0;
for (const [what, names] of Object.entries({ missed, grave, wrong }))
  console.info(`${what}: ${names.map(({ name }) => name).join(' ')}`);
console.info(JSON.stringify(result));
recordProof('corpora/bounces', isProven, result);
console.info(isProven ? 'PROVEN' : 'NOT PROVEN');
process.exit(isProven ? 0 : 1);
