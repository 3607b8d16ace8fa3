import type { ImapConnection, MailboxSync } from '@overture/adapters/mailbox/mailbox.port';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { type HostileImap, startHostileImap } from '@overture/adapters/mailbox/testing/hostile-imap';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailMemory } from './mail-memory.service.ts';

const MAIL_IN_BYTES = 12_000_000;
const MAILBOXES = 30;
const LIMITS = { small_in_bytes: 64_000_000, large_in_bytes: 192_000_000 };
const memory = createMailMemory(LIMITS);

let imap: HostileImap;
const port = createSmtpImapMailbox({ outbound_allow: '127.0.0.1' });
beforeAll(async () => {
  imap = await startHostileImap();
  const body = Buffer.alloc(MAIL_IN_BYTES, 'x\r\n');
  for (const subject of ['one', 'two'])
    imap.deliver(Buffer.concat([Buffer.from(`From: ada@north.example\r\nSubject: ${subject}\r\n\r\n`), body]));
  imap.deliver(Buffer.from('From: ada@north.example\r\nSubject: Small\r\n\r\nHello'));
});
afterAll(async () => {
  await port.close();
  await imap.close();
});

interface Mailbox {
  sync: MailboxSync;
  sizes: number[];
}

/** @param storing ends when mails can be stored */
function openMailbox(organizationId: number, name: string, storing: Promise<void>): Mailbox {
  const server = { host: '127.0.0.1', port: imap.port, secure: false, username: name, password: 'x' };
  const connection: ImapConnection = { type: 'IMAP', email: `${name}@corp.test`, imap: server, smtp: server };
  const sizes: number[] = [];
  const sync = port.openMailboxSync(
    connection,
    {},
    {
      async onMail({ source }) {
        inHand += source.raw.length;
        most = Math.max(most, inHand);
        mostHeld = Math.max(mostHeld, memory.held());
        await storing;
        inHand -= source.raw.length;
        sizes.push(source.raw.length);
      },
      onCursor: async () => undefined,
      onStatus: () => undefined,
    },
    { takeMemory: memory.of(organizationId) },
  );
  return { sync, sizes };
}

/** Bytes of mails that wait to be stored. */
let inHand = 0;
let most = 0;
let mostHeld = 0;

test('many mailboxes with large mails share memory, leave room for another organization, and lose nothing', async () => {
  let store = (): void => undefined;
  const storing = new Promise<void>((resolve) => {
    store = resolve;
  });
  const many = Array.from({ length: MAILBOXES }, (_, n) => openMailbox(1, `many${n}`, storing));
  // Half of the room, for mails that take a quarter more than they say.
  const share = Math.floor(LIMITS.large_in_bytes / 2 / (MAIL_IN_BYTES * 1.25));
  await expect.poll(() => inHand, { timeout: 20_000 }).toBeGreaterThanOrEqual(share * MAIL_IN_BYTES);
  const other = openMailbox(2, 'other', Promise.resolve());
  await expect.poll(() => other.sizes.length, { timeout: 20_000 }).toBe(3);
  expect(many.flatMap(({ sizes }) => sizes)).toEqual([]);
  store();
  await expect.poll(() => many.filter(({ sizes }) => sizes.length === 3).length, { timeout: 60_000 }).toBe(MAILBOXES);
  for (const { sizes } of [...many, other])
    expect(sizes.map((size) => size > MAIL_IN_BYTES)).toEqual([true, true, false]);
  expect(most).toBeLessThanOrEqual(LIMITS.large_in_bytes);
  expect(mostHeld).toBeLessThanOrEqual(LIMITS.large_in_bytes + LIMITS.small_in_bytes);
  await Promise.all([...many, other].map(({ sync }) => sync.close()));
  expect(memory.held()).toBe(0);
}, 120_000);

test('a mailbox that is closed while it waits for memory ends its wait', async () => {
  const waits = Array.from({ length: MAILBOXES }, (_, n) => openMailbox(3, `closed${n}`, new Promise(() => undefined)));
  await expect.poll(() => inHand, { timeout: 20_000 }).toBeGreaterThan(MAIL_IN_BYTES);
  // The handlers of those that were let in never return: the others end.
  const closed = waits.map(({ sync }) => sync.close().then(() => true));
  await expect
    .poll(async () => (await Promise.all(closed.map((one) => Promise.race([one, false])))).filter(Boolean).length)
    .toBeGreaterThan(MAILBOXES / 2);
});

test('a server that says less than it sends is read with memory for the largest mail', async () => {
  imap.said_size = () => 10;
  mostHeld = 0;
  const liar = openMailbox(4, 'liar', Promise.resolve());
  await expect.poll(() => liar.sizes.length, { timeout: 30_000 }).toBe(3);
  expect(mostHeld).toBeGreaterThan(25_000_000);
  await liar.sync.close();
});
