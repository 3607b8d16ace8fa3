import { describe, expect, test } from 'vitest';
import { classifySmtpFailure } from '../smtp-imap/smtp-error.transform.ts';
import { parseMail } from './parse-mail.transform.ts';

const parse = (text: string) => {
  const raw = Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1');
  return parseMail(raw, raw.length);
};

const report = (
  fields: string,
  returned = 'Message-ID: <ours@corp.test>\nSubject: Hello',
  encoding = '',
) => `From: MAILER-DAEMON@mx.test
To: ann@corp.test
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain

It failed.

--=_b
Content-Type: message/delivery-status
${encoding}
${fields}

--=_b
Content-Type: text/rfc822-headers

${returned}

--=_b--
`;

test.each([
  ['no line has its boundary', 'Content-Type: multipart/report; boundary="lost"\n\n550 user unknown: ada@a.test'],
  [
    'a part lost the blanks that fold its head',
    'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: multipart/alternative;\nboundary="c"\n\n--c\n\n550 user unknown: ada@a.test\n--c--\n--b--',
  ],
])('a broken multipart is parsed without repair: %s', async (_, body) => {
  const mail = await parse(`From: post_master@a.test\nTo: ann@corp.test\nMIME-Version: 1.0\n${body}\n`);
  expect(mail.text).toContain('550 user unknown: ada@a.test');
});

describe('delivery reports', () => {
  test('Postfix: the fields of each recipient and the mail that came back', async () => {
    const mail = await parse(
      report(`Reporting-MTA: dns; mail.corp.test
X-Postfix-Queue-ID: 12345

Final-Recipient: rfc822; bob@prospect.test
Original-Recipient: rfc822;Bob@prospect.test
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <bob@prospect.test>: Recipient address
    rejected: User unknown

Final-Recipient: rfc822; eve@prospect.test
Action: Delayed
Status: 4.2.2 (mailbox full)`),
    );
    expect(mail.delivery_statuses).toEqual([
      {
        action: 'failed',
        status: '5.1.1',
        diagnostic: '550 5.1.1 <bob@prospect.test>: Recipient address rejected: User unknown',
        // To whom the sender wrote, not what an alias made of it.
        final_recipient: 'Bob@prospect.test',
      },
      { action: 'delayed', status: '4.2.2', diagnostic: null, final_recipient: 'eve@prospect.test' },
    ]);
    expect(mail.returned_message_id).toBe('ours@corp.test');
    expect(mail.text).toContain('It failed.');
  });

  test('a report in base64, and one that returns the whole mail', async () => {
    const fields = Buffer.from('Final-Recipient: rfc822; bob@x.test\r\nAction: failed\r\nStatus: 5.0.0\r\n').toString(
      'base64',
    );
    const mail = await parse(
      report(fields, 'Message-ID: <whole@corp.test>', 'Content-Transfer-Encoding: base64\n').replace(
        'text/rfc822-headers',
        'message/rfc822',
      ),
    );
    expect(mail.delivery_statuses).toMatchObject([
      { action: 'failed', status: '5.0.0', final_recipient: 'bob@x.test' },
    ]);
    expect(mail.returned_message_id).toBe('whole@corp.test');
  });

  test('a report from behind a relay that changed the Message-ID is matched by our own header', async () => {
    const returned = 'Message-ID: <0102-000000@eu-west-1.amazonses.com>\nX-Message-Ref: <ours@corp.test>';
    const mail = await parse(report('Final-Recipient: rfc822; bob@x.test\nAction: failed\nStatus: 5.0.0', returned));
    expect(mail.returned_message_id).toBe('ours@corp.test');
    // Of the report itself it says nothing.
    expect(mail.message_ref).toBeNull();
  });

  test('an ordinary mail that quotes a report is none', async () => {
    const mail = await parse(
      'Subject: look\nContent-Type: text/plain\n\nIt said:\nFinal-Recipient: rfc822; bob@x.test\nAction: failed\n',
    );
    expect(mail.delivery_statuses).toEqual([]);
    expect(mail.returned_message_id).toBeNull();
  });
});

describe('reading mail', () => {
  test('folded and repeated headers, groups, ids and a text made from HTML', async () => {
    const mail = await parse(`From: "Doe, Jane" <jane@x.test>
To: Team: a@x.test, b@x.test;, c@x.test
Subject: =?iso-8859-1?Q?Gr=FC=DFe?=
Message-ID:
 <m1@x.test>
References: <a@x>
	<b@x> broken <c@x>
Auto-Submitted: auto-replied
Received: one
Received: two
Content-Type: text/html; charset=windows-1252

<p>Gr\xfc\xdfe <b>an alle</b></p>`);
    expect(mail).toMatchObject({
      message_id: 'm1@x.test',
      references: ['a@x', 'b@x', 'c@x'],
      in_reply_to: null,
      from: { name: 'Doe, Jane', address: 'jane@x.test' },
      to: [{ address: 'a@x.test' }, { address: 'b@x.test' }, { address: 'c@x.test' }],
      subject: 'Grüße',
      text: 'Grüße an alle',
      html: expect.stringContaining('Grüße'),
    });
    expect(mail.headers.get('received')).toEqual(['one', 'two']);
    expect(mail.headers.get('auto-submitted')).toEqual(['auto-replied']);
  });

  test('a mail over the limit is read by its headers', async () => {
    const mail = await parseMail(
      Buffer.from('Subject: big\r\nMessage-ID: <big@x>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'),
      90_000_000,
    );
    expect(mail).toMatchObject({
      subject: 'big',
      message_id: 'big@x',
      is_truncated: true,
      size_in_bytes: 90_000_000,
      attachments: [],
    });
  });

  test.each([
    ['nothing', ''],
    [
      'two hundred levels',
      Array.from({ length: 200 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}`).join('\n'),
    ],
    [
      'ten thousand parts',
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\nContent-Type: text/plain\n\nx\n'.repeat(10_000)}--b--`,
    ],
    ['a hundred thousand headers', `${'X-A: b\n'.repeat(100_000)}\nhello`],
    ['a header of a megabyte', `Subject: ${'a'.repeat(1_000_000)}\n\nhello`],
    ['deep HTML', `Content-Type: text/html\n\n${'<div>'.repeat(30_000)}`],
    ['wide HTML', `Content-Type: text/html\n\n${'<table><tr><td>'.repeat(8_000)}`],
    [
      'broken encodings',
      'Subject: =?utf-8?B?////?= =?x?y?z?=\nContent-Type: text/plain; charset=utf-7\nContent-Transfer-Encoding: base64\n\n!!!!',
    ],
    ['a boundary that never comes', 'Content-Type: multipart/alternative; boundary="nope"\n\nhello'],
    ['recipients without end', `To: ${Array.from({ length: 20_000 }, (_, i) => `a${i}@x.test`).join(',\n ')}\n\nhello`],
    ['NUL bytes', 'Subject: a\0b\n\nc\0d'],
  ])('%s does no harm', async (_name, text) => {
    const started_at = performance.now();
    const mail = await parse(text);
    expect(performance.now() - started_at).toBeLessThan(4_000);
    expect(JSON.stringify([mail.subject, mail.text, mail.html, [...mail.headers]])).not.toContain('\\u0000');
    expect(mail.to.length).toBeLessThanOrEqual(500);
  });
});

describe('mutated mails', () => {
  /** A small generator of our own: a failure names its seed. */
  const randomOf = (seed: number) => {
    let state = seed;
    return (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  };
  const parts = [
    report('Final-Recipient: rfc822; bob@x.test\nAction: failed\nStatus: 5.1.1'),
    'From: =?utf-8?B?SsO8cmdlbg==?= <j@x.test>\nTo: a@b.test\nSubject: x\nContent-Type: multipart/alternative; boundary="q"\n\n--q\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n=C3=A4\n--q\nContent-Type: text/html\n\n<p>hello</p>\n--q--\n',
    "Content-Type: multipart/mixed; boundary=z\n\n--z\nContent-Type: message/rfc822\n\nSubject: inner\n\nhello\n--z\nContent-Type: application/pdf; name*=utf-8''%C3%A4.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--z--\n",
  ];

  test('two thousand of them are read, each within its time', async () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const random = randomOf(seed);
      const bytes = Buffer.from((parts[seed % parts.length] ?? '').replace(/\n/g, '\r\n'));
      for (let change = random(12); change >= 0; change -= 1) {
        const at = random(bytes.length);
        if (random(3) === 0) bytes.copy(bytes, at, random(bytes.length));
        else bytes[at] = random(256);
      }
      const raw = bytes.subarray(0, bytes.length - random(4) * random(40));
      const started_at = performance.now();
      const mail = await parseMail(raw, raw.length);
      expect(performance.now() - started_at, `seed ${seed}`).toBeLessThan(1_000);
      expect(typeof mail.text, `seed ${seed}`).toBe('string');
      expect(mail.text.isWellFormed() && !mail.text.includes('\0'), `seed ${seed}`).toBe(true);
    }
  });
});

describe('whose fault a refusal is', () => {
  test.each([
    ['RCPT TO', '550 5.1.1 The email account that you tried to reach does not exist', 'rejected', 'recipient'],
    ['RCPT TO', '550 No such user', 'rejected', 'recipient'],
    ['RCPT TO', '550 5.2.1 The mailbox is disabled', 'rejected', 'recipient'],
    ['RCPT TO', '552 5.2.2 Mailbox full', 'rejected', 'recipient'],
    ['RCPT TO', '554 5.7.1 <bob@x>: Relay access denied', 'rejected', 'sender'],
    ['RCPT TO', '550 Blocked: see https://spamhaus.example', 'rejected', 'sender'],
    ['DATA', '550-5.7.26 This mail is unauthenticated', 'rejected', 'sender'],
    ['DATA', '552 5.3.4 Message size exceeds limit', 'rejected', 'message'],
    ['MAIL FROM', '553 5.1.8 Sender address rejected', 'rejected', 'sender'],
    ['MAIL FROM', '530 5.7.0 Authentication Required', 'auth_expired', 'sender'],
    ['AUTH', '535 5.7.8 Username and Password not accepted', 'auth_expired', 'sender'],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded', 'rate_limited', 'sender'],
    ['RCPT TO', '452 4.5.3 Too many messages from this sender', 'rate_limited', 'sender'],
    ['RCPT TO', '450 4.2.2 Mailbox full', 'unavailable', 'recipient'],
    ['RCPT TO', '451 4.7.1 Greylisting in action, try again', 'unavailable', 'recipient'],
    ['CONN', '421 4.3.2 Service not available', 'unavailable', 'service'],
  ])('%s: %s', (command, response, kind, concerns) => {
    const failure = { message: response, response, responseCode: Number(response.slice(0, 3)), command };
    expect(classifySmtpFailure(failure, false)).toMatchObject({ kind, concerns });
    // After the dot a temporary answer proves nothing, a final one still does.
    if (response.startsWith('4')) expect(classifySmtpFailure(failure, true).kind).toBe('unknown_outcome');
    else expect(classifySmtpFailure(failure, true).kind).toBe(kind);
  });
});

describe('text', () => {
  test('flowed lines are put together by the depth of their quotation', async () => {
    const mail = await parse(
      'From: a@b.test\r\nContent-Type: text/plain; charset=utf-8;\r\n format=flowed\r\n\r\n' +
        'I gladly \r\ncome.\r\n\r\nOn Mon, 2 Mar 2026, Me wrote:\r\n> Shall we \r\n> talk?\r\n>> Older \r\n>> words.\r\n-- \r\nJo\r\n',
    );
    expect(mail.text.trim()).toBe(
      'I gladly come.\n\nOn Mon, 2 Mar 2026, Me wrote:\n> Shall we talk?\n>> Older words.\n-- \nJo',
    );
  });

  test('HTML alone is read as it is seen, what it quotes is marked', async () => {
    const mail = await parse(
      'From: a@b.test\r\nContent-Type: text/html\r\n\r\n<style>p{}</style><p>Yes,<br>gladly.</p><div>On Monday Me wrote:</div>' +
        '<blockquote><p>Shall we</p><blockquote>talk</blockquote></blockquote><ul><li>one</li><li>two</li></ul>',
    );
    expect(mail.text).toBe('Yes,\ngladly.\n\nOn Monday Me wrote:\n\n> Shall we\n>\n>> talk\n\n- one\n- two');
  });

  test('a mail nested beyond reason keeps its words', async () => {
    const mail = await parse(
      `From: a@b.test\r\nContent-Type: text/html\r\n\r\n<p>Yes</p>${'<div>'.repeat(20_000)}gladly`,
    );
    expect(mail.text).toContain('Yes');
    expect(mail.text).toContain('gladly');
  });
});
