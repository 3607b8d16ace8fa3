import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderError } from '../../kit/errors.ts';
import type { ImapConnection, OutgoingMail } from '../mailbox.port.ts';
import { eventually, mailTo, NO_DRAFT, recordSync } from '../testing/mailbox-world.ts';
import { type SandboxWorld, startSandboxWorld } from '../testing/sandbox-world.ts';
import { openImap } from './imap-client.api.ts';
import { openSmtp } from './smtp-connection.api.ts';
import { createSmtpImapMailbox } from './smtp-imap.adapter.ts';

let world: SandboxWorld;
let ann: ImapConnection;

beforeAll(async () => {
  world = await startSandboxWorld(['--slow-in-ms', '300'], 1_000);
  ann = await world.createAccount('ann');
}, 30_000);
afterAll(() => world?.close());

type Ledger = { total: number; counts: { message_id: string; recipient: string; count: number }[] };

async function acceptedCount(message_id: string): Promise<number> {
  const ledger = await world.get<Ledger>('/api/ledger');
  return ledger.counts
    .filter((entry) => entry.message_id === `<${message_id}>`)
    .reduce((sum, { count }) => sum + count, 0);
}

async function outcomeOf(to: string, changes: Partial<OutgoingMail> = {}) {
  const mail = await world.port.composeMail(mailTo(ann, to, changes));
  const result = await world.port.sendMail(ann, mail).catch((error: unknown) => error);
  return { mail, result };
}

describe('what a failed sending means', () => {
  const unknown = { kind: 'unknown_outcome', concerns: 'service' };
  test.concurrent.each([
    ['tempfail', { kind: 'unavailable', concerns: 'recipient', code: '4.7.1' }, 0],
    ['reject', { kind: 'rejected', concerns: 'recipient', code: '5.1.1' }, 0],
    ['policy', { kind: 'rejected', concerns: 'sender', code: '5.7.515' }, 0],
    ['ratelimit', { kind: 'rate_limited', concerns: 'sender', code: '4.7.28' }, 0],
    ['rejectafterdot', { kind: 'rejected', concerns: 'sender', code: '5.7.1' }, 0],
    ['hang', { kind: 'unavailable', concerns: 'service' }, 0],
    ['dropafterdot-stored', unknown, 1],
    ['dropafterdot-lost', unknown, 0],
    ['four21afterdot', unknown, 1],
    ['four21afterdot-lost', unknown, 0],
    ['hangafterdot', unknown, 1],
    ['slow250', { outcome: 'confirmed' }, 1],
  ])('%s@', async (local, expected, accepted) => {
    const { mail, result } = await outcomeOf(`${local}@prospect.test`);
    expect(result).toMatchObject(expected);
    if (!('outcome' in expected)) expect(result).toBeInstanceOf(ProviderError);
    expect(await acceptedCount(mail.message_id), 'by the server, whatever it said').toBe(accepted);
    expect(await world.port.findSentByMessageId(ann, mail.message_id, NO_DRAFT)).toBe(
      accepted === 1 ? 'found' : 'absent',
    );
  });

  test('a connection lost in the middle of a large mail is before the dot: certainly not sent', async () => {
    const content = Buffer.alloc(9_000_000, 'x');
    const attachments = [{ filename: 'a.bin', content_type: 'application/octet-stream', content }];
    const { mail, result } = await outcomeOf('dropindata@prospect.test', { attachments });
    expect(result).toMatchObject({ kind: 'unavailable', concerns: 'service' });
    expect(await acceptedCount(mail.message_id)).toBe(0);
  });

  test('nothing listens: not sent, and a private server is refused before it is connected to', async () => {
    const mail = await world.port.composeMail(mailTo(ann, 'x@prospect.test'));
    const closed = { ...ann, smtp: { ...ann.smtp, port: 1 } };
    await expect(world.port.sendMail(closed, mail)).rejects.toMatchObject({ kind: 'unavailable', concerns: 'service' });
    const strict = createSmtpImapMailbox({});
    expect(await strict.verifyMailbox(ann)).toMatchObject({
      ok: false,
      failed: 'IMAP',
      reason: expect.stringContaining('OUTBOUND_ALLOW'),
    });
    await expect(strict.sendMail(ann, mail)).rejects.toMatchObject({ kind: 'rejected', concerns: 'service' });
    await strict.close();
  });

  test('without exemption a server that offers no STARTTLS never sees the password', async () => {
    const settings = {
      allow: { allows: () => true },
      is_plain_allowed: false,
      connect_timeout_in_ms: 2_000,
      answer_timeout_in_ms: 2_000,
    };
    await expect(openSmtp(ann.smtp, settings)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('encrypted'),
    });
    await expect(openImap(ann.imap, settings)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('STARTTLS'),
    });
  });
});

describe('kept connections', () => {
  test('many parallel mails are each sent once', async () => {
    const mails = await Promise.all(
      Array.from({ length: 60 }, (_, index) => world.port.composeMail(mailTo(ann, `silent${index}@prospect.test`))),
    );
    await Promise.all(mails.map((mail) => world.port.sendMail(ann, mail)));
    const { counts } = await world.get<Ledger>('/api/ledger');
    for (const mail of mails)
      expect(counts.filter((entry) => entry.message_id === `<${mail.message_id}>`).map(({ count }) => count)).toEqual([
        1,
      ]);
  });

  test('a kept connection that has died is replaced silently, and the mail leaves once', async () => {
    const other = await startSandboxWorld();
    const bob = await other.createAccount('bob');
    await other.port.sendMail(bob, await other.port.composeMail(mailTo(bob, 'silent1@prospect.test')));
    await other.control('/disconnect-smtp', {});
    const mail = await other.port.composeMail(mailTo(bob, 'silent2@prospect.test'));
    expect(await other.port.sendMail(bob, mail)).toMatchObject({ outcome: 'confirmed' });
    expect((await other.get<Ledger>('/api/ledger')).total).toBe(2);
    await other.close();
  });
});

describe('other servers', () => {
  test('without IDLE the inbox is polled', async () => {
    const poor = await world.createAccount('noidle');
    const inbox = recordSync(world.port, poor, {}, { poll_inbox_interval_in_ms: 200 });
    await eventually('the first look', () => inbox.cursor().INBOX);
    await world.port.sendMail(ann, await world.port.composeMail(mailTo(ann, poor.email)));
    const { after_in_ms } = await eventually('the mail', () => inbox.mails.length === 1);
    expect(after_in_ms).toBeGreaterThan(50);
    await inbox.sync.close();
  });

  test('with a long interval `syncNow` brings the mail', async () => {
    const poor = await world.createAccount('noidle');
    const inbox = recordSync(world.port, poor, {}, { poll_inbox_interval_in_ms: 60_000 });
    await eventually('the first look', () => inbox.cursor().INBOX);
    await world.port.sendMail(ann, await world.port.composeMail(mailTo(ann, poor.email)));
    await inbox.sync.syncNow();
    expect(inbox.mails.length).toBe(1);
    await inbox.sync.close();
  });

  test('a relay that gives mails its own Message-ID: the copy its server files is found by our own header, and filed once', async () => {
    const eve = await world.createAccount('eve');
    const { email } = eve;
    await world.control('/accounts', { email, keeps_sent_copies: true, replaces_message_ids: true });
    const mail = await world.port.composeMail(mailTo(eve, 'silent@prospect.test'));
    expect(await world.port.sendMail(eve, mail)).toMatchObject({ outcome: 'confirmed', message_id: null });
    expect(await world.port.fileSentCopy(eve, mail)).toBe('kept_by_server');
    expect(await world.port.findSentByMessageId(eve, mail.message_id, NO_DRAFT)).toBe('found');
    const box = recordSync(world.port, eve);
    const { found } = await eventually('the copy', () => box.mails.find(({ folder }) => folder === 'SENT'));
    expect(found.mail).toMatchObject({ message_ref: mail.message_id, message_id: expect.stringMatching(/amazonses/) });
    await box.sync.close();
  });

  test('without a Sent folder there is no evidence, and that is said', async () => {
    const poor = await world.createAccount('nosent');
    const mail = await world.port.composeMail(mailTo(poor, 'silent@prospect.test'));
    await world.port.sendMail(poor, mail);
    expect(await world.port.findSentByMessageId(poor, mail.message_id, NO_DRAFT)).toBe('no_sent_folder');
    expect(await world.port.fileSentCopy(poor, mail)).toBe('no_sent_folder');
    await expect(world.port.appendToSent(poor, mail.raw)).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('a server that is away is an ERROR with the reason, and one that comes back is OK', async () => {
    const away = { ...ann, imap: { ...ann.imap, port: 1 } };
    const box = recordSync(world.port, away);
    await eventually('ERROR', () => box.statuses.at(-1)?.status === 'ERROR');
    expect(box.statuses.map(({ status }) => status)).toEqual(['CONNECTING', 'ERROR']);
    expect(box.statuses[1]?.reason).toBe(
      'The server refused the connection on this port. Check the server name and the port. (ECONNREFUSED)',
    );
    await box.sync.close();
  });
});

describe('a first look and bounds', () => {
  test('only the newest mails within the limit come, and the rest is passed over for good', async () => {
    const bob = await world.createAccount('bob');
    for (let index = 0; index < 8; index += 1)
      await deliver(bob, `Subject: mail ${index}\nMessage-ID: <b${index}@x.test>\n\nhello`);
    const inbox = recordSync(world.port, bob, {}, { backfill_limit: 3 });
    await eventually('three mails', () => inbox.mails.length === 3);
    expect(inbox.mails.map(({ mail }) => mail.subject)).toEqual(['mail 5', 'mail 6', 'mail 7']);
    await inbox.sync.syncNow();
    expect(inbox.mails.length).toBe(3);
    await inbox.sync.close();
  });

  test('an inbox that is blocked by failing storage says so, and recovers', async () => {
    const bob = await world.createAccount('bob');
    await deliver(bob, 'Subject: heavy\n\nhello');
    let isBroken = true;
    const inbox = recordSync(world.port, bob, {}, { reconnect_min_in_ms: 10 }, async () => {
      if (isBroken) throw new Error('no database');
    });
    await eventually('ERROR', () => inbox.statuses.at(-1)?.status === 'ERROR');
    isBroken = false;
    await eventually('the mail', () => inbox.mails.length === 1);
    await eventually('OK', () => inbox.statuses.at(-1)?.status === 'OK');
    await inbox.sync.close();
  });

  test('closing while a handler runs waits for it, and calls nothing afterwards', async () => {
    const bob = await world.createAccount('bob');
    for (const subject of ['one', 'two']) await deliver(bob, `Subject: ${subject}\n\nhello`);
    let release = () => {};
    const inbox = recordSync(world.port, bob, {}, {}, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      release = resolve;
      return promise;
    });
    await eventually('the handler', () => String(release) !== '() => {}' && inbox.cursor().SENT !== undefined);
    const closing = inbox.sync.close();
    release();
    await closing;
    expect(inbox.mails.map(({ mail }) => mail.subject)).toEqual(['one']);
  });
});

async function deliver(to: ImapConnection, raw: string): Promise<void> {
  await world.control('/deliver', { email: to.email, raw });
}
