import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailboxConnection, MailboxPort, SyncCursor } from './mailbox.port.ts';
import { eventually, hearDraft, type MailboxWorld, mailTo, NO_DRAFT, recordSync } from './testing/mailbox-world.ts';

const nested = Array.from(
  { length: 200 },
  (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}`,
).join('\n');
const HOSTILE = [
  nested,
  '\0\0\0',
  'Content-Type: text/html; charset=no-such\n\n\xff\xfe<p>',
  'From: <<>>,;\nDate: never\nSubject: =?utf-8?Q?=00=ff?=\n\n',
];

/** What every mailbox adapter must do, with every provider and server it is run against. */
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
      const { known, onDraft } = hearDraft();
      const sent = await port.sendMail(from, mail, onDraft);
      return { mail, sent, known };
    };

    test('verifying lets us in', async () => {
      expect(await port.verifyMailbox(await world.createAccount('ann'))).toEqual({ ok: true });
    });

    test('a mail arrives within five seconds, with its headers, text, HTML and attachment', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const inbox = recordSync(port, bob);
      await eventually(
        'the first look',
        () => inbox.statuses.some(({ status }) => status === 'OK') && Object.keys(inbox.cursor()).length > 0,
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
        response: expect.stringMatching(/\w{3}/),
        rejected_recipients: [],
      });
      const { found, after_in_ms } = await eventually('the mail', () =>
        inbox.mails.find(({ folder }) => folder === 'INBOX'),
      );
      expect(after_in_ms).toBeLessThan(5_000);
      expect(found.mail).toMatchObject({
        // The provider may rename it: the recipient sees the id that the provider reports.
        message_id: sent.message_id ?? mail.message_id,
        message_ref: mail.message_id,
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

    test('a blind copy arrives, and none of the recipients can see it', async () => {
      const [ann, bob, eve] = [
        await world.createAccount('ann'),
        await world.createAccount('bob'),
        await world.createAccount('eve'),
      ];
      const person = (address: string) => [{ name: null, address }];
      const { mail } = await send(ann, bob.email, { cc: person('carl@corp.test'), bcc: person(eve.email) });
      expect(mail.envelope.to).toEqual([bob.email, 'carl@corp.test', eve.email]);
      for (const reader of [bob, eve]) {
        const inbox = recordSync(port, reader);
        const { found } = await eventually('the mail', () => inbox.mails.find(({ folder }) => folder === 'INBOX'));
        expect(found.mail.to).toEqual(person(bob.email));
        expect(found.mail.cc.map(({ address }) => address)).toEqual(['carl@corp.test']);
        expect([...found.mail.headers.values()].flat().join('\n')).not.toContain(eve.email.split('@')[0]);
        expect(found.mail.headers.has('bcc')).toBe(false);
        await inbox.sync.close();
      }
    });

    test('the Sent folder is evidence: absent before, found after, and synced as SENT', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      expect(await port.findSentByMessageId(ann, 'never@corp.test', NO_DRAFT)).toBe('absent');
      const { mail, sent, known } = await send(ann, bob.email);
      expect(await port.fileSentCopy(ann, mail)).toBe(world.keepsSentCopies ? 'kept_by_server' : 'appended');
      expect([null, await port.fileSentCopy(ann, mail)]).toContain(port.knownSentCopy(ann.type));
      expect(await port.findSentByMessageId(ann, `<${mail.message_id}>`, known)).toBe('found');
      // Another id that contains ours, or that ours contains, is not ours.
      expect(await port.findSentByMessageId(ann, mail.message_id.slice(1), NO_DRAFT)).toBe('absent');
      expect(await port.fileSentCopy(ann, mail), 'filed once only').toBe('kept_by_server');
      const box = recordSync(port, ann);
      const { found } = await eventually('our copy', () => box.mails.find(({ folder }) => folder === 'SENT'));
      expect(found.mail).toMatchObject({
        message_ref: mail.message_id,
        message_id: sent.message_id ?? mail.message_id,
      });
      await box.sync.close();
    });

    test.each([
      ['sent', 'found', 1],
      ['lost', 'absent', 0],
    ] as const)('an unknown outcome of a mail that was %s is settled by evidence alone: %s', async (...expected) => {
      const [delivery, evidence, arrived] = expected;
      for (const fault of world.faults?.[delivery] ?? []) {
        const ann = await world.createAccount('ann');
        // The fault's name makes an address of the world's own that can be read.
        const reader = await world.createAccount(fault);
        const mail = await port.composeMail(mailTo(ann, reader.email));
        const { known, onDraft } = hearDraft();
        const sending = port.sendMail(ann, mail, onDraft);
        await expect(sending).rejects.toMatchObject({ kind: 'unknown_outcome', concerns: 'service' });
        expect(await port.findSentByMessageId(ann, mail.message_id, known)).toBe(evidence);
        const inbox = recordSync(port, reader);
        await eventually('a look', () => inbox.statuses.some(({ status }) => status === 'OK'));
        await inbox.sync.syncNow();
        expect(inbox.mails.length, fault).toBe(arrived);
        await inbox.sync.close();
      }
    });

    test('an attachment of four megabytes arrives as it was', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const content = Buffer.alloc(4_000_000, 'overture ');
      await send(ann, bob.email, { attachments: [{ filename: 'big.bin', content_type: 'application/zip', content }] });
      const inbox = recordSync(port, bob);
      const { found } = await eventually('the mail', () => inbox.mails[0]);
      const [attachment] = found.mail.attachments;
      expect(attachment).toMatchObject({ filename: 'big.bin', size_in_bytes: content.length });
      expect(attachment?.content.equals(content)).toBe(true);
      await inbox.sync.close();
    });

    test('hostile mails do not stop the ones behind them', async () => {
      if (world.deliver === undefined) return;
      const bob = await world.createAccount('bob');
      for (const raw of HOSTILE) await world.deliver(bob, raw);
      await world.deliver(bob, 'Subject: behind them\n\nhello');
      const inbox = recordSync(port, bob);
      await eventually('all of them', () => inbox.mails.length === HOSTILE.length + 1);
      expect(inbox.mails.at(-1)?.mail.subject).toBe('behind them');
      expect(inbox.mails[0]?.mail.is_truncated).toBe(true);
      await inbox.sync.close();
    });

    test('a stored cursor continues at its position: nothing twice, nothing missed, in order', async () => {
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
      const arrivals = waitForAll.mails.map(({ received_at }) => received_at?.getTime() ?? 0);
      expect(arrivals).toEqual([...arrivals].sort((a, b) => a - b));
      expect(new Set(waitForAll.mails.map(({ place }) => place)).size).toBe(3);
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
      const before: SyncCursor[] = [];
      const inbox = recordSync(port, bob, {}, {}, async () => {
        before.push(inbox.cursor());
        failures += 1;
        if (failures < 3) throw new Error('the database is away');
      });
      await send(ann, bob.email, { subject: 'insistent' });
      await eventually('the mail', () => inbox.mails.length === 1);
      expect(failures).toBe(3);
      await inbox.sync.close();
      for (const [cursor, expected] of [[before.at(-1)!, 1] as const, [inbox.cursor(), 0] as const]) {
        const again = recordSync(port, bob, cursor);
        await eventually('a look', () => again.statuses.some(({ status }) => status === 'OK'));
        await again.sync.syncNow();
        expect(again.mails.length).toBe(expected);
        await again.sync.close();
      }
    });

    test('after a voided cursor no mail is lost, and every mail is the same as before', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const first = recordSync(port, bob);
      for (const subject of ['one', 'two']) await send(ann, bob.email, { subject });
      await eventually('two mails', () => first.mails.length === 2);
      await first.sync.close();
      await send(ann, bob.email, { subject: 'three' });
      const watcher = recordSync(port, bob, first.cursor());
      await eventually('its arrival', () => watcher.mails.length === 1);
      await watcher.sync.close();
      await world.voidCursor(bob);
      const inbox = recordSync(port, bob, first.cursor());
      await eventually('the third mail', () => inbox.mails.some(({ mail }) => mail.subject === 'three'));
      await inbox.sync.syncNow();
      const known = new Map(first.mails.map((synced) => [synced.mail.message_id, synced]));
      for (const { mail, received_at } of inbox.mails.filter(({ mail }) => known.has(mail.message_id))) {
        expect(received_at).toEqual(known.get(mail.message_id)?.received_at);
      }
      const ids = inbox.mails.map(({ mail }) => mail.message_id);
      expect(new Set(ids).size, 'none twice in one reading').toBe(ids.length);
      await send(ann, bob.email, { subject: 'after' });
      await eventually('the next mail, once', () => inbox.mails.at(-1)?.mail.subject === 'after');
      expect(inbox.mails.length).toBe(ids.length + 1);
      expect(inbox.statuses.at(-1)?.status).toBe('OK');
      await inbox.sync.close();
    });

    test('an unreadable cursor restarts the sync instead of blocking it', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      await send(ann, bob.email, { subject: 'one' });
      for (const cursor of [{ INBOX: 'x' }, { history_id: { $gt: 0 } }, { delta: ['https://evil.test/'] }]) {
        const inbox = recordSync(port, bob, cursor);
        await eventually('one', () => inbox.mails.some(({ mail }) => mail.subject === 'one'));
        await inbox.sync.close();
      }
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

    test('a sign-in that stops working turns the account to CREDENTIALS, for sync, evidence and sending', async () => {
      const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
      const inbox = recordSync(port, bob);
      await eventually('OK', () => inbox.statuses.at(-1)?.status === 'OK');
      await world.revoke(bob);
      await eventually('CREDENTIALS', () => inbox.statuses.at(-1)?.status === 'CREDENTIALS');
      expect(inbox.statuses.at(-1)?.reason).toMatch(/\w{4}/);
      const mail = await port.composeMail(mailTo(bob, ann.email));
      await expect(port.sendMail(bob, mail)).rejects.toMatchObject({ kind: 'auth_expired', concerns: 'sender' });
      await expect(port.findSentByMessageId(bob, 'x@corp.test', NO_DRAFT)).rejects.toMatchObject({
        kind: 'auth_expired',
      });
      expect(await port.verifyMailbox(bob)).toMatchObject({
        ok: false,
        is_credentials: true,
        reason: expect.stringMatching(/\w{4}/),
      });
      await inbox.sync.close();
    });
  });
}
