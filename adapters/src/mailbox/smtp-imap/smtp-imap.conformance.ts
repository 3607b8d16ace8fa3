import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImapConnection } from '../mailbox.port.ts';
import { eventually, type ImapWorld, mailTo, recordSync } from '../testing/mailbox-world.ts';
import { openImap } from './imap-client.api.ts';
import { openSmtp } from './smtp-connection.api.ts';
import type { SmtpImapMailbox } from './smtp-imap.adapter.ts';

const TIMEOUTS = { connect_timeout_in_ms: 5_000, answer_timeout_in_ms: 5_000 };

/** What only mailboxes with servers of their own can do, besides `describeMailbox`. */
export function describeSmtpImap(name: string, startWorld: () => Promise<ImapWorld>): void {
  describe(name, () => {
    let world: ImapWorld;
    let port: SmtpImapMailbox;

    beforeAll(async () => {
      world = await startWorld();
      port = world.port;
    }, 60_000);
    afterAll(() => world?.close());

    const send = async (from: ImapConnection, to: string, changes = {}) =>
      port.sendMail(from, await port.composeMail(mailTo(from, to, changes)));

    test('verifying reports which of the two servers refused, in its words', async () => {
      const ann = await world.createAccount('ann');
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

    test('a cursor beyond the end of a folder, as after a restored backup, does not hide new mail', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      await send(ann, bob.email, { subject: 'one' });
      const first = recordSync(port, bob);
      await eventually('one', () => first.mails.length === 1);
      await first.sync.close();
      const known = first.cursor().INBOX as { uid_validity: number };
      const inbox = recordSync(port, bob, { ...first.cursor(), INBOX: { ...known, last_uid: 999 } });
      await eventually('one, again', () => inbox.mails.length === 1);
      await send(ann, bob.email, { subject: 'two' });
      await eventually('two', () => inbox.mails.length === 2);
      await inbox.sync.close();
    });

    test('after a UIDVALIDITY change every recent mail comes again under its new number', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const inbox = recordSync(port, bob);
      for (const subject of ['one', 'two', 'three']) await send(ann, bob.email, { subject });
      await eventually('three mails', () => inbox.mails.length === 3);
      await world.voidCursor(bob);
      await eventually('the same three again', () => inbox.mails.length === 6);
      const idsOf = (from: number, to: number) =>
        inbox.mails
          .slice(from, to)
          .map(({ mail }) => mail.message_id)
          .sort();
      expect(idsOf(3, 6)).toEqual(idsOf(0, 3));
      expect(new Set(inbox.mails.map(({ place }) => place)).size).toBe(6);
      await inbox.sync.close();
    });
  });
}
