/** Mails that no client sends by accident: for every rule that reads them, the most expensive shape. */

export interface HostileMail {
  name: string;
  /** `size` in bytes is what a provider lets through. `from` writes as the lead. */
  build(from: Sender, size: number): Buffer;
  /** False for what is no answer of the lead by its head (a report, an automatic answer). */
  is_answer: boolean;
}

interface Sender {
  from: string;
  to: string;
  in_reply_to: string;
}

let count = 0;

/** Headers larger than these are refused by every provider. */
const LARGEST_HEAD = 1_000_000;

function head({ from, to, in_reply_to }: Sender, more: readonly string[] = []): string {
  count += 1;
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Message-ID: <hostile-${count}.${Date.now()}@customer.example>`,
    `In-Reply-To: <${in_reply_to}>`,
    `Date: ${new Date().toUTCString()}`,
    ...more,
    '',
    '',
  ].join('\r\n');
}

const fill = (unit: string, size: number): Buffer => Buffer.alloc(size, unit);
const join = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

const text = (name: string, unit: string, begin = ''): HostileMail => ({
  name: `text of ${name}`,
  is_answer: true,
  build: (sender, size) =>
    join(head(sender, ['Subject: Re: Hello', 'Content-Type: text/plain; charset=utf-8']), begin, fill(unit, size)),
});

const html = (name: string, unit: string, begin = '', most = 25_000_000): HostileMail => ({
  name: `HTML of ${name}`,
  is_answer: true,
  build: (sender, size) =>
    join(
      head(sender, ['Subject: Re: Hello', 'Content-Type: text/html; charset=utf-8']),
      begin,
      fill(unit, Math.min(size, most)),
    ),
});

/** A report of a mail server that is none. */
const report = (name: string, unit: string, type = 'text/plain', begin = ''): HostileMail => ({
  name: `report of ${name}`,
  is_answer: false,
  build: (sender, size) =>
    join(
      head({ ...sender, from: 'mailer-daemon@evil.example' }, ['Subject: Undeliverable', `Content-Type: ${type}`]),
      begin,
      fill(unit, size),
    ),
});

const field = (name: string, unit: string, begin: string, size = LARGEST_HEAD): HostileMail => ({
  name: `header of ${name}`,
  is_answer: true,
  build: (sender, given) =>
    join(head(sender).slice(0, -4), '\r\n', begin, fill(unit, Math.min(size, given)), '\r\n\r\nHello'),
});

const parts = (name: string, make: (size: number) => { type: string; body: Buffer }): HostileMail => ({
  name: `parts: ${name}`,
  is_answer: true,
  build: (sender, size) => {
    const { type, body } = make(size);
    return join(head(sender, ['Subject: Re: Hello', 'MIME-Version: 1.0', `Content-Type: ${type}`]), body);
  },
});

function nested(depth: number, inner: string): string {
  let body = inner;
  for (let level = depth; level > 0; level -= 1) {
    body = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--\r\n`;
  }
  return body;
}

const report_type = 'multipart/report; report-type=delivery-status; boundary=b';
const status_part = '--b\r\nContent-Type: message/delivery-status\r\n\r\n';

export const HOSTILE_MAILS: readonly HostileMail[] = [
  report('dashes', '-'),
  html('open elements', '<div>', '', 190_000 * 5),
  text('blanks after a header word', ' ', 'message-id:'),
  parts('multiparts 500 deep', () => ({
    type: 'multipart/mixed; boundary=b0',
    body: join('--b0\r\n', nested(500, 'Content-Type: text/plain\r\n\r\nHello'), '\r\n--b0--'),
  })),
  parts('100,000 of them', (size) => ({
    type: 'multipart/mixed; boundary=b',
    body: fill('--b\r\nContent-Type: text/plain\r\n\r\nx\r\n', Math.min(size, 3_700_000)),
  })),
  field('a subject of 1 MB', 'a', 'Subject: '),
  parts('giant base64', (size) => ({
    type: 'application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64',
    body: fill(`${'QUJD'.repeat(19)}\r\n`, size),
  })),
  html('entities', '&amp;&#x41;&lt'),
  text('an unknown charset', '\u00e9', ''),
  field('encoded words', '=?utf-8?q?=41?= ', 'Subject: '),
  report('at signs', '@'),
  text('quote marks', '> > > > '),
  // The rest is for the long form.
  text('one line', 'a'),
  text('line ends', '\n'),
  text('carriage returns', '\r'),
  text('tabs', '\t'),
  text('zeros', '\0'),
  text('quoted lines', '> a\n'),
  text('attributions', 'On 1.1.2026 a@b.c wrote:\n'),
  text('attributions without an end', 'On 1.1.2026 a@b.c '),
  text('French attributions', 'Le 1.1.2026 a écrit'),
  text('header blocks', 'From: a\nSent: b\n'),
  text('originals', '-----Original Message-----\n'),
  text('originals without an end', '-----Original Message '),
  text('addresses', 'a@b.'),
  text('angle brackets', '<'),
  text('brackets', '[cid:'),
  text('parentheses', '('),
  text('links', 'http://a.'),
  text('combining marks', 'e\u0301\u0301\u0301'),
  text('emoji', '\u{1F468}\u200D'),
  text('words of an unsubscribe request', 'unsubscribe me please stop '),
  text('underscores', '_'),
  text('digits', '5.1.1 '),
  text('signatures', '-- \n'),
  report('status codes', '5.1.1 '),
  report('angle brackets', '<a@'),
  report('blanks', ' '),
  report('delivery fields', 'Final-Recipient: rfc822;a@b.c\r\n\r\n', report_type, status_part),
  report('one delivery field', 'a ', report_type, `${status_part}Diagnostic-Code: smtp;`),
  report('blank lines in a status', '\r\n', report_type, status_part),
  report('folded fields', '\r\n \t', report_type, `${status_part}Status: 5.1.1`),
  report('a returned head of blanks', ' ', report_type, '--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID:'),
  field('ids', '<a@b.c> ', 'References: '),
  field('angle brackets', '<', 'References: '),
  field('addresses', 'a@b.c, ', 'Cc: '),
  field('groups', 'a:b@c.d;', 'Cc: '),
  field('nested comments', '(', 'Cc: a'),
  field('quotes', '"', 'Cc: '),
  field('short fields', 'X: y\r\n', ''),
  field('lines without a colon', 'xxxxxxxx\r\n', 'Subject: a\r\n'),
  field('folds', '\r\n ', 'Subject: a'),
  field('parameters', 'a=b; ', 'Content-Type: text/plain; '),
  field('continued names', "name*1*=utf-8''a; ", 'Content-Type: text/plain; '),
  field('dates', '1 ', 'Date: '),
  field('signatures', 's=a; d=b; ', 'DKIM-Signature: '),
  field('results', 'dmarc=fail; ', 'Authentication-Results: sender.example; '),
  field('hops', 'Received: from a by b; c\r\n', ''),
  parts('a boundary that never comes', (size) => ({ type: 'multipart/mixed; boundary=b', body: fill('a', size) })),
  parts('almost boundaries', (size) => ({ type: 'multipart/mixed; boundary=b', body: fill('--bx\r\n', size) })),
  parts('mails in mails', (size) => ({
    type: 'message/rfc822',
    body: fill('Content-Type: message/rfc822\r\n\r\n', Math.min(size, 17_000)),
  })),
  parts('base64 with rubbish', (size) => ({
    type: 'text/plain\r\nContent-Transfer-Encoding: base64',
    body: fill('*!QU JD=\r\n', size),
  })),
  parts('quoted-printable', (size) => ({
    type: 'text/plain\r\nContent-Transfer-Encoding: quoted-printable',
    body: fill('=', size),
  })),
  parts('soft breaks', (size) => ({
    type: 'text/html\r\nContent-Transfer-Encoding: quoted-printable',
    body: fill('=3Ca=\r\n', size),
  })),
  parts('flowed text', (size) => ({ type: 'text/plain; format=flowed; delsp=yes', body: fill('> a \r\n', size) })),
  parts('UTF-7', (size) => ({ type: 'text/plain; charset=utf-7', body: fill('+AGEA', size) })),
  parts('Japanese', (size) => ({ type: 'text/plain; charset=iso-2022-jp', body: fill('\x1b$B!!\x1b(B', size) })),
  parts('UTF-16', (size) => ({ type: 'text/plain; charset=utf-16le', body: fill('\xff\xd8', size) })),
  parts('small files', (size) => ({
    type: 'multipart/mixed; boundary=b',
    body: fill('--b\r\nContent-Type: image/png\r\nContent-ID: <a>\r\n\r\nx\r\n', Math.min(size, 20_000)),
  })),
  html('opening brackets', '<'),
  html('comments', '<!--'),
  html('open attributes', '<a href="'),
  html('attributes', 'a="b" ', '<p '),
  html('one style', 'color:red;', '<p style="'),
  html('style sheets', '<style>a{}'),
  html('nested tables', '<table><tr><td>', '', 900_000),
  html('nested formatting', '<b><i><font>', '', 900_000),
  html('paragraphs', '<p>a'),
  html('closing tags', '</div>'),
  html('pictures', '<img src="cid:a">'),
  html('remote pictures', '<img src="https://a.example/b.gif">', '', 900_000),
  html('quotes of mails', '<div class="gmail_quote">', '', 900_000),
  html('drawings', '<svg><g>'),
  html('line breaks', '<br>'),
  html('links', '<a href="https://a.example">a</a>'),
];

const UNITS = [
  ...'-@<>([{"\'=&;:,./\\?*+#%_| \t\r\n0a\u00e9\u0301',
  '--',
  '<a ',
  '</',
  '&#',
  '=?',
  '?=',
  '\r\n>',
  '\r\n--b',
];

/** A random shape: some units of the above repeated, in every place that a sender controls. */
export function drawHostileMail(random: () => number): HostileMail {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const unit = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(UNITS)).join('');
  const begin = pick([
    '',
    'message-id:',
    'On 1.1.2026 ',
    '-----Original Message',
    '<div style="',
    '<a@b.',
    'unsubscribe ',
  ]);
  const part = pick(['text', 'html', 'report', 'header'] as const);
  if (part === 'html') return html(JSON.stringify(unit), unit, begin);
  if (part === 'report') return report(JSON.stringify(unit), unit, 'text/plain', begin);
  if (part === 'header') return field(JSON.stringify(unit), unit.replace(/[\r\n]/g, 'x'), 'Subject: ');
  return text(JSON.stringify(unit), unit, begin);
}
