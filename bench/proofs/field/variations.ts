import type { FileCase } from './file-cases.ts';
import { letterOf, listStyles, type MailCase } from './mail-cases.ts';

/** The inputs once more, as other people and other programs write them. */

/** People of the inputs under other names. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ['Ada Jansen', 'Noor Bakker'],
  ['Hi Ada', 'Hi Noor'],
  ['Mia Torres', 'Lea Ruiz'],
  ['Mia', 'Lea'],
];

const rename = (text: string): string =>
  OTHER_NAMES.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);

const [HEAD_END, PLAIN] = ['\r\n\r\n', /content-type: text\/plain; charset="?utf-8"?/i];

/** A mail of one plain part, apart; null for all others. */
function readPlain({ raw }: MailCase): { head: string; body: string } | null {
  const text = raw.toString('utf8').replace(/\r?\n/g, '\r\n');
  const end = text.indexOf(HEAD_END);
  const head = text.slice(0, end);
  return PLAIN.test(head) && !/multipart|base64|quoted/i.test(head) ? { head, body: text.slice(end + 4) } : null;
}

const writePlain = (mail: MailCase, head: string, body: string): MailCase => ({
  ...mail,
  raw: Buffer.from(head + HEAD_END + body),
});

const encode = (line: string): string =>
  [...Buffer.from(line)]
    .map((byte) =>
      byte > 126 || byte < 32 || byte === 61
        ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')
    .replace(/ $/, '=20')
    .replace(/(.{70}(?:[^=]{2}|[^=]=(?=[0-9A-F]{2}))??)(?=.{4})/g, '$1=\r\n');

/** Other people, and quoted-printable as most servers send it. */
export function renameMail(mail: MailCase): MailCase {
  const right = { ...mail.right, ...(mail.right.says === undefined ? {} : { says: rename(mail.right.says) }) };
  const plain = readPlain(mail);
  if (!plain) return { ...mail, right, raw: Buffer.from(rename(mail.raw.toString('latin1')), 'latin1') };
  const head = rename(plain.head)
    .replace(/\r\ncontent-transfer-encoding:.*/i, '')
    .concat('\r\nContent-Transfer-Encoding: quoted-printable');
  return { ...writePlain(mail, head, rename(plain.body).split('\r\n').map(encode).join('\r\n')), right };
}

/** Lines of at most 72 characters, with the marks of quotes before what was broken off, as plain programs write. */
export function wrapMail(mail: MailCase): MailCase {
  const plain = readPlain(mail);
  return plain ? writePlain(mail, plain.head, plain.body.split('\r\n').map(wrapLine).join('\r\n')) : mail;
}

function wrapLine(line: string): string {
  const marks = /^(?:> ?)*/.exec(line)?.[0] ?? '';
  const lines = [''];
  for (const word of line.slice(marks.length).split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > 72) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((one) => marks + one).join('\r\n');
}

/** Text above a quotation; suppressed people opt out in it. */
const WORDS: readonly (readonly [string, 'unsubscribe' | null])[] = [
  ['Which brands do you carry?', null],
  ['Yes, please send me your price list.', null],
  ['We had to unsubscribe from our old supplier, so your mail comes at the right time.', null],
  ['Bitte nicht jetzt, melden Sie sich im Mai wieder.', null],
  ['Please remove me from your list.', 'unsubscribe'],
  ['Unsubscribe', 'unsubscribe'],
];

/** Everything that people write, in every mail program's way to quote. */
export const listProgramCases = (): MailCase[] =>
  listStyles().flatMap(({ name, text }) =>
    WORDS.map(([words, suppressed]): MailCase => {
      const raw = letterOf(text.replace('Thursday at ten works.', words));
      const right = { kind: 'REPLY', lead: 'REPLIED', suppressed, says: words } as const;
      return {
        case_id: suppressed ? 'M09' : 'M10',
        input: `${name}: ${words}`,
        raw,
        lead: 'ada@acme.example',
        letter: 'short',
        right,
      };
    }),
  );

/** Other line ends and a mark at the beginning, where the case is not about these. */
export function rewriteFile(file: FileCase): FileCase {
  const text = new TextDecoder().decode(file.bytes);
  if (/^d0[479]|^d14/.test(file.input) || text.includes('\uFFFD')) return file;
  const other = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n');
  return { ...file, input: `${file.input} with other line ends`, bytes: new TextEncoder().encode(`\uFEFF${other}`) };
}
