import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailboxConnection, MailboxPort } from './mailbox.port.ts';
import { openImap } from './smtp-imap/imap-client.api.ts';
import { openSmtp } from './smtp-imap/smtp-connection.api.ts';
import { eventually, type MailboxWorld, mailTo, recordSync } from './testing/mailbox-world.ts';

const TIMEOUTS = { connect_timeout_in_ms: 5_000, answer_timeout_in_ms: 5_000 };

/** What every mailbox adapter must do, on every server it is run against. */
export function describeMailbox(name: string, startWorld: () => Promise<MailboxWorld>): void {
  describe(name, () => {
    let world: MailboxWorld;
    let port: MailboxPort;

    beforeAll(async () => {
      world = await startWorld();
      port = world.port;
    }, 60_000);
    afterAll(() => world?.close());

    const send = async (from: MailboxConnection, to: string, changes = {}) => {
      const mail = await port.composeMail(mailTo(from, to, changes));
      const sent = await port.sendMail(from, mail);
      return { mail, sent };
    };

    test('verifying tells which of the two servers refused, in its words', async () => {
      const ann = await world.createAccount('ann');
      expect(await port.verifyMailbox(ann)).toEqual({ ok: true });
      const wrong = { password: 'wrong' };
      const imap = await port.verifyMailbox({ ...ann, imap: { ...ann.imap, ...wrong } });
      expect(imap).toMatchObject({
        ok: false,
        failed: 'IMAP',
        is_credentials: true,
        reason: expect.stringMatching(/\w{4}/),
      });
      const smtp = await port.verifyMailbox({ ...ann, smtp: { ...ann.smtp, ...wrong } });
      expect(smtp).toMatchObject({
        ok: false,
        failed: 'SMTP',
        is_credentials: true,
        reason: expect.stringContaining('535'),
      });
      const closed = await port.verifyMailbox({ ...ann, imap: { ...ann.imap, port: 1 } });
      expect(closed).toMatchObject({
        ok: false,
        failed: 'IMAP',
        is_credentials: false,
        reason: expect.stringContaining('ECONNREFUSED'),
      });
    });

    test('TLS from the first byte and STARTTLS work; an unknown certificate is refused where the server is not exempt', async () => {
      const plain = await world.createAccount('ann');
      if (world.overTls === undefined) return;
      const secure = world.overTls(plain);
      expect(await port.verifyMailbox(secure)).toEqual({ ok: true });
      await send(secure, plain.email);
      const strict = { ...TIMEOUTS, allow: { allows: () => true }, is_plain_allowed: false };
      for (const { imap, smtp } of [secure, plain]) {
        await expect(openImap(imap, strict)).rejects.toMatchObject({
          kind: 'unavailable',
          message: expect.stringMatching(/certificate/),
        });
        await expect(openSmtp(smtp, strict)).rejects.toMatchObject({
          kind: 'unavailable',
          message: expect.stringMatching(/certificate/),
        });
      }
    });

    test('a mail arrives within five seconds, with its headers, text, HTML and attachment', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const inbox = recordSync(port, bob);
      await eventually(
        'the first look',
        () => inbox.statuses.some(({ status }) => status === 'OK') && inbox.cursor().INBOX,
      );
      const { mail, sent } = await send(ann, bob.email, {
        subject: 'Grüße aus Köln',
        text: 'Hällo\n.dot first\n',
        html: '<p>Hällo</p>',
        in_reply_to: '<root@corp.test>',
        references: ['root@corp.test', '<second@corp.test>'],
        list_unsubscribe: { url: 'https://app.corp.test/u/abc?x=1', mailto: 'stop@corp.test' },
        attachments: [{ filename: 'brochure.pdf', content_type: 'application/pdf', content: Buffer.from('%PDF-1.7') }],
      });
      expect(sent).toMatchObject({
        outcome: 'confirmed',
        smtp_response: expect.stringMatching(/^250/),
        rejected_recipients: [],
      });
      const { found, after_in_ms } = await eventually('the mail', () =>
        inbox.mails.find(({ folder }) => folder === 'INBOX'),
      );
      expect(after_in_ms).toBeLessThan(5_000);
      expect(found.mail).toMatchObject({
        message_id: mail.message_id,
        in_reply_to: 'root@corp.test',
        references: ['root@corp.test', 'second@corp.test'],
        from: { name: 'Ann Sender', address: ann.email },
        to: [{ name: null, address: bob.email }],
        subject: 'Grüße aus Köln',
        html: expect.stringContaining('<p>Hällo</p>'),
        date: new Date('2026-05-04T08:00:00Z'),
        attachments: [{ filename: 'brochure.pdf', content_type: 'application/pdf', content: Buffer.from('%PDF-1.7') }],
        is_truncated: false,
      });
      expect(found.mail.text.trimEnd()).toBe('Hällo\n.dot first');
      expect(found.mail.headers.get('list-unsubscribe')).toEqual([
        '<https://app.corp.test/u/abc?x=1>, <mailto:stop@corp.test>',
      ]);
      expect(found.mail.headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
      await inbox.sync.close();
    });

    test('the Sent folder is evidence: absent before, found after, and synced as SENT', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      expect(await port.findSentByMessageId(ann, 'never@corp.test')).toBe('absent');
      const { mail } = await send(ann, bob.email);
      expect(await port.fileSentCopy(ann, mail)).toBe(world.keepsSentCopies ? 'kept_by_server' : 'appended');
      expect(await port.findSentByMessageId(ann, `<${mail.message_id}>`)).toBe('found');
      // Another id that contains ours, or that ours contains, is not ours.
      expect(await port.findSentByMessageId(ann, mail.message_id.slice(1))).toBe('absent');
      expect(await port.fileSentCopy(ann, mail), 'filed once only').toBe('kept_by_server');
      const box = recordSync(port, ann);
      const { found } = await eventually('our copy', () => box.mails.find(({ folder }) => folder === 'SENT'));
      expect(found.mail.message_id).toBe(mail.message_id);
      await box.sync.close();
    });

    test('a stored cursor goes on where it stood: nothing twice, nothing missed, in order', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const first = recordSync(port, bob);
      await send(ann, bob.email, { subject: 'one' });
      await eventually('one', () => first.mails.length === 1);
      await first.sync.close();
      for (const subject of ['two', 'three', 'four']) await send(ann, bob.email, { subject });
      const cursor = first.cursor();
      const waitForAll = recordSync(port, bob, cursor);
      await eventually('three mails', () => waitForAll.mails.length === 3);
      expect(waitForAll.mails.map(({ mail }) => mail.subject).sort()).toEqual(['four', 'three', 'two']);
      const uids = waitForAll.mails.map(({ uid }) => uid);
      expect(uids).toEqual([...uids].sort((a, b) => a - b));
      await waitForAll.sync.close();
      const again = recordSync(port, bob, waitForAll.cursor());
      await again.sync.syncNow();
      await eventually('a look', () => again.statuses.some(({ status }) => status === 'OK'));
      await again.sync.syncNow();
      expect(again.mails).toEqual([]);
      await again.sync.close();
    });

    test('a mail whose storing failed comes again, and the cursor has not passed it', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      let failures = 0;
      const inbox = recordSync(port, bob, {}, {}, async () => {
        failures += 1;
        if (failures < 3) throw new Error('the database is away');
      });
      await send(ann, bob.email, { subject: 'insistent' });
      await eventually('the mail', () => inbox.mails.length === 1);
      expect(failures).toBe(3);
      expect(inbox.cursor().INBOX?.last_uid).toBe(inbox.mails[0]?.uid);
      await inbox.sync.close();
    });

    test('after a UIDVALIDITY change every recent mail comes again under its new number', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const inbox = recordSync(port, bob);
      for (const subject of ['one', 'two', 'three']) await send(ann, bob.email, { subject });
      await eventually('three mails', () => inbox.mails.length === 3);
      const before = inbox.cursor().INBOX;
      await world.renumberInbox(bob);
      await eventually('the same three again', () => inbox.mails.length === 6);
      expect(inbox.cursor().INBOX?.uid_validity).not.toBe(before?.uid_validity);
      const again = inbox.mails.slice(3);
      expect(again.map(({ mail }) => mail.message_id).sort()).toEqual(
        inbox.mails
          .slice(0, 3)
          .map(({ mail }) => mail.message_id)
          .sort(),
      );
      await send(ann, bob.email, { subject: 'after' });
      await eventually('the next mail, once', () => inbox.mails.at(-1)?.mail.subject === 'after');
      expect(inbox.mails.length).toBe(7);
      await inbox.sync.close();
    });

    test('a cursor beyond the end of a folder, as after a restored backup, does not hide new mail', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      await send(ann, bob.email, { subject: 'one' });
      const first = recordSync(port, bob);
      await eventually('one', () => first.mails.length === 1);
      await first.sync.close();
      const { uid_validity = 0 } = first.cursor().INBOX ?? {};
      const inbox = recordSync(port, bob, { ...first.cursor(), INBOX: { uid_validity, last_uid: 999 } });
      await eventually('one, again', () => inbox.mails.length === 1);
      await send(ann, bob.email, { subject: 'two' });
      await eventually('two', () => inbox.mails.length === 2);
      await inbox.sync.close();
    });

    test('a restarted server is found again', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const inbox = recordSync(port, bob);
      await send(ann, bob.email);
      await eventually('a mail', () => inbox.mails.length === 1);
      await world.restart(bob);
      await send(ann, bob.email, { subject: 'after the restart' });
      await eventually('a mail after the restart', () => inbox.mails.at(-1)?.mail.subject === 'after the restart');
      expect(inbox.mails.length).toBe(2);
      expect(inbox.statuses.at(-1)?.status).toBe('OK');
      await inbox.sync.close();
    });

    test('a password that stops working turns the account to CREDENTIALS, for sync, evidence and sending', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const inbox = recordSync(port, bob);
      await eventually('OK', () => inbox.statuses.at(-1)?.status === 'OK');
      await world.setPassword(bob, 'changed');
      await eventually('CREDENTIALS', () => inbox.statuses.at(-1)?.status === 'CREDENTIALS');
      expect(inbox.statuses.at(-1)?.reason).toMatch(/\w{4}/);
      const mail = await port.composeMail(mailTo(bob, ann.email));
      await expect(port.sendMail(bob, mail)).rejects.toMatchObject({ kind: 'auth_expired', concerns: 'sender' });
      await expect(port.findSentByMessageId(bob, 'x@corp.test')).rejects.toMatchObject({ kind: 'auth_expired' });
      await inbox.sync.close();
    });
  });
}
