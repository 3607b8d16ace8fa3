import type { ParsedMail } from '@overture/adapters/mailbox/mailbox.port';
import { parseMail } from '@overture/adapters/mailbox/message/parse-mail.transform';
import { detectTechnologies } from '@overture/adapters/sources/technologies/detect-technologies.transform';
import { parsePage } from '@overture/adapters/sources/website/page-text.transform';
import { normalizeDomain } from '@overture/domain/addresses/domain-name';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { guessDomainColumn, guessLeadColumns } from '@overture/domain/csv/column-guess';
import { guardCell } from '@overture/domain/csv/csv-cell';
import { CsvText } from '@overture/domain/csv/csv-text';
import { parseNameParts } from '@overture/domain/leads/name-parts';
import { parseLinkedinCompany, parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { classifyMail } from '@overture/domain/mail/mail-classify';
import { readQuotedMessageId } from '@overture/domain/mail/original-message';
import { trimReply } from '@overture/domain/mail/reply-trim';
import { firstAddress } from '@overture/domain/mail/returned-mail';
import { isUnsubscribeRequest } from '@overture/domain/mail/unsubscribe-request';
import { htmlToText, textToHtml } from '@overture/domain/message/html';
import { toSingleLine } from '@overture/domain/text/text';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { quoteSources } from '../../quoted-sources/index.ts';
import { plainText } from '../../research/judge.rules.ts';
import { plainAddress } from '../addresses.rules.ts';
import { cleanMailHtml } from '../mail/mail-html.rules.ts';
import { cleanHeaders, extractContent } from '../mail/mail-parts.service.ts';

/**
 * The cost of an unknown sender's text is linear. Each shape has the largest size that a provider accepts; a quadratic rule
 * needs minutes where two seconds of processor time are allowed, measured independently of other load.
 */
const LONGEST_IN_MS = 2_000;
const MAIL = 25_000_000;
const HEAD = 1_000_000;

/** Shapes, each repeated to any length. */
const ATOMS = [
  ...[
    '-',
    '@',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '>',
    '<',
    ',',
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ':',
    ';',
    '1',
    '.',
    '=',
  ],
  ...[
    '/',
    '\\',
    '_',
    '*',
    '#',
    '|',
    '&',
    '+',
    '!',
    '?',
    '%',
    '~',
    '`',
    'a',
    'A',
    'é',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u200b',
  ],
  ...[
    '\u0301',
    '😀',
    '\ud83d',
    '\u202e',
    '\0',
    '\u2028',
    'ß',
    'İ',
    '- ',
    '> ',
    '>\n',
    '@ ',
    'a@',
    'a@b.cc ',
    '<a@b.cc>,',
    '@.',
    '.@',
  ],
  ...[
    'message-id:',
    'message-id: <',
    'Message-ID:\n',
    ' message-id:\t',
    'on ',
    'On 1/1 ',
    ' wrote:\n',
    'Am 1.1. schrieb ',
    'op ',
    ' schreef ',
  ],
  ...[
    'From: x\n',
    'From:\n',
    'Date: 1\n',
    'Subject: a\n',
    '________________\n',
    '-----',
    '--\n',
    '----- Original Message',
    'On 2.2 a@b.cc\n',
  ],
  ...[
    'http://',
    'https://a.b/',
    'www.',
    'www.a.',
    'user ',
    'mailbox for ',
    'address unknown ',
    '5.1.1 ',
    '550 ',
    'domain ',
    'message size ',
  ],
  ...[
    'unsubscribe ',
    'ne plus ',
    'keine ',
    'remove me ',
    'stop ',
    'abwesend ',
    'out of office ',
    'auto ',
    'undelivered ',
    'delayed ',
  ],
  ...[
    '<div>',
    '<b>',
    '</b>',
    '<p>',
    '<br>',
    '<!--',
    '-->',
    '<style>',
    '</style>',
    '<table><tr><td>',
    '<blockquote>',
    '<a href="',
    '<img src=',
  ],
  ...[
    '<script src="',
    '<meta name="',
    ' content="',
    '<x ',
    '<font style="',
    'style="a:',
    '&amp;',
    '&#38;',
    '&lt',
    '&#x',
    'a=1 ',
    'url(',
  ],
  ...[
    '=?utf-8?Q?a?= ',
    '=?utf-8?B?QQ==?=',
    '=?',
    '=20',
    '=\r\n',
    'QUFB',
    '--x\r\n',
    '\r\n--',
    'Content-Type: ',
    'content-type: text/html\r\n\r\n',
  ],
  ...[
    '2024-01-02 ',
    '1/1/',
    '12:34 ',
    '1,234',
    '1,',
    '(a',
    'a)',
    'g:a@b.c;',
    'X: y\r\n',
    'X: y\r\n ',
    '/-/media/',
    'wp-content',
    '![',
    '](',
    '<think>',
  ],
  ...[
    'ignore ',
    'leak ',
    'system ',
    'ai model ',
    '{"a":',
    '[1,',
    'a.',
    'a-',
    'a_',
    'a;',
    '"a",',
    '"a""',
    '"a"x\n',
    'x"\n',
    '"\r',
    'a\r',
    ';"',
    '\\"',
    'Ада ',
    'пишет: ',
    'name ',
  ],
];

interface Shape {
  atom: string;
  second: string;
  prefix: string;
  suffix: string;
}

const plainShapes: Shape[] = ATOMS.map((atom) => ({ atom, second: '', prefix: '', suffix: '' }));
const drawnShape: fc.Arbitrary<Shape> = fc.record({
  atom: fc.oneof(fc.constantFrom(...ATOMS), fc.string({ minLength: 1, maxLength: 6 })),
  second: fc.oneof(fc.constant(''), fc.constantFrom(...ATOMS)),
  prefix: fc.constantFrom('', ...ATOMS, 'From: mailer-daemon@x.cc\n', '<', '"', 'On 1/1/2024 '),
  suffix: fc.constantFrom('', ...ATOMS, 'x', '!', '\n>', ' wrote:', '>', '"'),
});

const write = ({ atom, second, prefix, suffix }: Shape, size: number): string =>
  `${prefix}${(atom + second).repeat(Math.ceil(size / (atom + second).length))}${suffix}`.slice(0, size + 100);

const bytesOf = (text: string): Buffer => Buffer.from(text);
const plainHead = 'From: a@b.cc\r\nTo: c@d.ee\r\nSubject: x\r\nMessage-ID: <1@b.cc>\r\n';

function mailOf(text: string, short: string): ParsedMail {
  return {
    message_id: '1@b.cc',
    message_ref: null,
    in_reply_to: null,
    references: [short.slice(0, 900)],
    from: { name: short, address: short },
    to: [],
    cc: [],
    subject: short,
    text,
    html: text,
    headers: new Map([
      ['content-type', [short]],
      ['auto-submitted', [short]],
      ['x-failed-recipients', [short]],
      ['return-path', ['<>']],
    ]),
    date: null,
    attachments: [],
    delivery_statuses: [],
    returned_message_id: null,
    size_in_bytes: text.length,
    is_truncated: false,
  };
}

/** A mail as the rules get it: text of 25 MB, and headers as long as the parser lets them be. */
function classify(text: string, from: string, subject: string, short: string): void {
  classifyMail({
    from,
    own_addresses: ['me@own.example'],
    subject,
    headers: mailOf('', short).headers,
    text,
    delivery_statuses: [
      { action: 'failed', status: null, diagnostic: short.slice(0, 2_000), final_recipient: short.slice(0, 2_000) },
    ],
    returned_message_id: null,
  });
}

type Rule = (long: string, short: string) => unknown;
/** `long` is a mail's text or a page, `short` what one field may be. */
const RULES: Record<string, Rule> = {
  'classify a person’s mail': (long, short) => classify(long, 'a@b.cc', short, 'no'),
  'classify a returned mail': (long, short) => classify(long, 'mailer-daemon@b.cc', 'Undeliverable', short),
  'classify by subject': (long, short) => classify(long, short, short, short),
  trimReply: (long) => trimReply(long),
  readQuotedMessageId: (long) => readQuotedMessageId(long),
  firstAddress: (long) => firstAddress(long),
  isUnsubscribeRequest: (long) => isUnsubscribeRequest(long),
  extractContent: (long, short) => extractContent(cleanHeaders(mailOf(long, short))),
  addresses: (_, short) => [normalizeEmail(short), normalizeDomain(short), plainAddress(short)],
  linkedin: (_, short) => [parseLinkedinProfile(short), parseLinkedinCompany(short)],
  names: (_, short) => [parseNameParts(short, short, 'plain'), toSingleLine(short), guardCell(short)],
  columns: (_, short) => [guessLeadColumns([short, short.slice(0, 200)]), guessDomainColumn([short])],
  signatures: (_, short) => [htmlToText(short), textToHtml([{ text: short }])],
  'model answers': (long, short) => [plainText(long, ['b.cc']), plainText(short, [])],
  sources: (_, short) =>
    quoteSources([{ url: 'u', fetched_url: 'u', title: short.slice(0, 300), text: short.slice(0, 12_000) } as never]),
  technologies: (long) => detectTechnologies(long.slice(0, 1_000_000), new Headers()),
  csv: (long) => [...new CsvText(',').push(long.slice(0, 400_000), true)].length,
  'HTML of a mail': (long) => cleanMailHtml(long.slice(0, 200_000)),
};

async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function findSlow(shapes: readonly Shape[], rules: readonly (readonly [string, Rule])[]): Promise<string[]> {
  const slow: string[] = [];
  for (const shape of shapes) {
    const [long, short] = [write(shape, MAIL), write(shape, 20_000)];
    for (const [name, rule] of rules) {
      const cost = await costOf(() => rule(long, short));
      if (cost > LONGEST_IN_MS) slow.push(`${name}: ${JSON.stringify(shape)} ${Math.round(cost)} ms`);
    }
  }
  return slow;
}

/** The whole way of a mail's bytes, as they come from the server. */
const MAILS: Record<string, (shape: Shape) => string> = {
  text: (shape) => `${plainHead}\r\n${write(shape, 5_000_000)}`,
  subject: (shape) => `From: a@b.cc\r\nSubject: ${write(shape, HEAD).replaceAll('\n', '')}\r\n\r\nx`,
  from: (shape) => `From: ${write(shape, HEAD).replaceAll('\n', '')}\r\n\r\nx`,
  head: (shape) => `${write(shape, HEAD)}\r\nFrom: a@b.cc\r\n\r\nx`,
  html: (shape) => `${plainHead}Content-Type: text/html\r\n\r\n${write(shape, 1_000_000)}`,
  report: (shape) =>
    `${plainHead}Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n${write(shape, 1_000_000)}`,
  parts: (shape) => `${plainHead}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${write(shape, 2_000_000)}`,
};

const seconds = (count: number) => ({ timeout: count * 1_000 });

/** So many different ones of the plain shapes. */
function draw(count: number): Shape[] {
  return fc.sample(fc.shuffledSubarray(plainShapes, { minLength: count, maxLength: count }), 1)[0] ?? [];
}

describe('text as large as it gets', () => {
  // Each of them in `npm run prove`; some, others every time, in between.
  const shapes = inject('is_proving') ? plainShapes : draw(10);

  test(`${shapes.length} of ${plainShapes.length} shapes`, seconds(300), async () => {
    expect(plainShapes.length).toBeGreaterThanOrEqual(60);
    expect(await findSlow(shapes, Object.entries(RULES))).toEqual([]);
  });

  test('shapes newly drawn', seconds(300), async () => {
    const drawn = fc.sample(drawnShape, inject('is_proving') ? 24 : 4);
    expect(await findSlow(drawn, Object.entries(RULES))).toEqual([]);
  });
});

describe('mails as they come', () => {
  test.each(Object.entries(MAILS))('%s', seconds(300), async (_, make) => {
    const slow: string[] = [];
    const [plain, drawn] = inject('is_proving') ? [24, 8] : [4, 1];
    const shapes = [...fc.sample(fc.constantFrom(...plainShapes), plain), ...fc.sample(drawnShape, drawn)];
    for (const shape of shapes) {
      const raw = bytesOf(make(shape));
      const cost = await costOf(() => parseMail(raw, raw.length));
      if (cost > LONGEST_IN_MS * 2) slow.push(`${JSON.stringify(shape)} ${Math.round(cost)} ms`);
    }
    expect(slow).toEqual([]);
  });
});

test('pages', seconds(120), async () => {
  const slow: string[] = [];
  for (const shape of fc.sample(fc.oneof(drawnShape, fc.constantFrom(...plainShapes)), inject('is_proving') ? 60 : 9)) {
    const cost = await costOf(() => parsePage(write(shape, 2_000_000), 'https://a.example/'));
    if (cost > LONGEST_IN_MS) slow.push(`${JSON.stringify(shape)} ${Math.round(cost)} ms`);
  }
  expect(slow).toEqual([]);
});
