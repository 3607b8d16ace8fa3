import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import type { OutgoingMail } from '../mailbox.port.ts';
import { composeMail, withBlindCopies } from './compose-mail.transform.ts';
import { parseHead } from './mail-head.transform.ts';
import { parseMail } from './parse-mail.transform.ts';

const MAIL: OutgoingMail = {
  from: { name: 'Ann', address: 'ann@corp.test' },
  to: { name: 'Bob', address: 'bob@prospect.test' },
  subject: 'Hello',
  text: 'Hello Bob',
  html: '<p>Hello Bob</p>',
  message_id: 'id-1@corp.test',
  date: new Date('2026-05-04T08:00:00Z'),
};

describe('composing', () => {
  test('the same mail composed twice is the same bytes', async () => {
    const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content: Buffer.from('x') }];
    const [one, two] = [await composeMail({ ...MAIL, attachments }), await composeMail({ ...MAIL, attachments })];
    expect(one.raw.equals(two.raw)).toBe(true);
    expect(one.envelope).toEqual({ from: 'ann@corp.test', to: ['bob@prospect.test'] });
  });

  test('a blind copy is a recipient that no byte names', async () => {
    const [also_to, cc, bcc] = ['ulf', 'carl', 'eve'].map((name) => [{ name: null, address: `${name}@x.test` }]);
    const mail = await composeMail({ ...MAIL, also_to: also_to!, cc: cc!, bcc: bcc! });
    expect(mail.envelope.to).toEqual(['bob@prospect.test', 'ulf@x.test', 'carl@x.test', 'eve@x.test']);
    expect(mail.raw.toString()).not.toContain('eve');
    const submitted = await simpleParser(withBlindCopies(mail));
    expect(submitted.bcc).toMatchObject({ value: [{ address: 'eve@x.test' }] });
    expect(submitted.to).toMatchObject({ value: [{ address: 'bob@prospect.test' }, { address: 'ulf@x.test' }] });
    expect(withBlindCopies(await composeMail(MAIL))).toEqual((await composeMail(MAIL)).raw);
  });

  test('our id is also in a header of its own, whose name does not reveal the product', async () => {
    const { raw } = await composeMail(MAIL);
    expect(raw.toString()).toMatch(/^X-Message-Ref: <id-1@corp\.test>\r\n/);
    const read = { message_id: 'id-1@corp.test', message_ref: 'id-1@corp.test' };
    expect(await parseMail(raw, raw.length)).toMatchObject(read);
    expect(parseHead(raw, raw.length)).toMatchObject(read);
  });

  test('a chain of a hundred references stays whole, in lines a server takes', async () => {
    const references = Array.from({ length: 100 }, (_, index) => `reference-number-${index}@some.long.domain.test`);
    const { raw } = await composeMail({ ...MAIL, references, in_reply_to: references.at(-1)! });
    const parsed = await simpleParser(raw);
    expect(parsed.references).toEqual(references.map((id) => `<${id}>`));
    for (const line of raw.toString().split('\r\n')) expect(line.length).toBeLessThan(998);
  });

  const INJECTIONS = [
    'x\r\nBcc: evil@x.test',
    'x\nBcc: evil@x.test',
    'x\rBcc: evil@x.test',
    'x\0y',
    'x\r\n\r\n<script>',
    'x\u2028Bcc: evil@x.test',
    'x\u0085Bcc: evil@x.test',
  ];

  test.each(INJECTIONS)('%j in a subject or name becomes a space', async (text) => {
    const { raw, envelope } = await composeMail({
      ...MAIL,
      subject: text,
      from: { ...MAIL.from, name: text },
      to: { ...MAIL.to, name: text },
      attachments: [{ filename: `${text}.txt`, content_type: 'text/plain', content: Buffer.from('x') }],
    });
    const parsed = await simpleParser(raw);
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.headers.has('bcc')).toBe(false);
    expect(parsed.subject).toBe(text.replace(/[\r\n\0\u2028\u0085]+/g, ' '));
    expect(parsed.html).toBe('<p>Hello Bob</p>');
    expect(envelope.to).toEqual(['bob@prospect.test']);
  });

  test.each(INJECTIONS)('%j in what steers the mail is refused', async (text) => {
    const address = `${text}@x.test`;
    const changes: Partial<OutgoingMail>[] = [
      { from: { name: null, address } },
      { to: { name: null, address } },
      { cc: [{ name: null, address }] },
      { bcc: [{ name: null, address }] },
      { also_to: [{ name: null, address }] },
      { reply_to: { name: null, address } },
      { message_id: address },
      { in_reply_to: address },
      { references: [address] },
      { list_unsubscribe: { url: `https://x.test/${text}` } },
      { list_unsubscribe: { url: 'https://x.test/', mailto: address } },
      { attachments: [{ filename: 'a', content_type: text, content: Buffer.from('x') }] },
    ];
    for (const change of changes) {
      await expect(composeMail({ ...MAIL, ...change }), JSON.stringify(change)).rejects.toMatchObject({
        kind: 'rejected',
        concerns: 'message',
      });
    }
  });

  test.each([
    'a@b@c',
    'a b@c',
    '<a@b>',
    'a@b, c@d',
    'a@b;c@d',
    '"a"@b',
    'a@',
    '@b',
    'ab',
    '',
    `${'a'.repeat(320)}@b.c`,
  ])('%j is no address', async (address) => {
    await expect(composeMail({ ...MAIL, to: { name: null, address } })).rejects.toMatchObject({ kind: 'rejected' });
  });

  test.each(['javascript:alert(1)', 'ftp://x.test/', 'x.test/u', '', 'https://x.test/<>'])(
    '%j is no unsubscribe address',
    async (url) => {
      await expect(composeMail({ ...MAIL, list_unsubscribe: { url } })).rejects.toMatchObject({ kind: 'rejected' });
    },
  );

  test('text that looks like a file or an address is text', async () => {
    for (const text of ['/etc/passwd', 'file:///etc/passwd', 'https://x.test/']) {
      const parsed = await simpleParser((await composeMail({ ...MAIL, text, html: null })).raw);
      expect(parsed.text?.trim()).toBe(text);
    }
  });
});
