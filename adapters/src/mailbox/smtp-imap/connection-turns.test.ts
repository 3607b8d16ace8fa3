import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImapConnection } from '../mailbox.port.ts';
import { type HostileImap, startHostileImap } from '../testing/hostile-imap.ts';
import { eventually, recordSync } from '../testing/mailbox-world.ts';
import { createConnectionTurns } from './connection-turns.api.ts';
import { createSmtpImapMailbox } from './smtp-imap.adapter.ts';

let imap: HostileImap;
beforeEach(async () => {
  imap = await startHostileImap();
});
afterEach(() => imap.close());

const MAILBOXES = 80;

test('mailboxes of a server that was away come back one after the other', async () => {
  // The server ends every connection: all mailboxes try again.
  imap.misbehaviors.set('GREETING', async () => Promise.reject(new Error('gone')));
  imap.misbehaviors.set('LIST', async () => Promise.reject(new Error('gone')));
  const port = createSmtpImapMailbox({ outbound_allow: '127.0.0.1', connect_timeout_in_ms: 200 });
  const login = { host: '127.0.0.1', port: imap.port, secure: false, username: 'ann@corp.test', password: 'x' };
  const connection: ImapConnection = { type: 'IMAP', email: 'ann@corp.test', imap: login, smtp: login };
  const mailboxes = Array.from({ length: MAILBOXES }, () => recordSync(port, connection));
  try {
    await sleep(500);
    expect(imap.connections).toBeGreaterThan(0);
    expect(imap.connections).toBeLessThanOrEqual(25);
    await eventually('all of them', () => (imap.connections >= MAILBOXES ? true : undefined));
  } finally {
    const begin = performance.now();
    await Promise.all(mailboxes.map(({ sync }) => sync.close()));
    // A mailbox that waits for its turn closes immediately.
    expect(performance.now() - begin).toBeLessThan(2_000);
    await port.close();
  }
});

test('a mailbox of a silent server closes immediately', async () => {
  imap.misbehaviors.set('GREETING', () => new Promise(() => {}));
  const port = createSmtpImapMailbox({ outbound_allow: '127.0.0.1' });
  const login = { host: '127.0.0.1', port: imap.port, secure: false, username: 'ann@corp.test', password: 'x' };
  const { sync } = recordSync(port, { type: 'IMAP', email: 'ann@corp.test', imap: login, smtp: login });
  await eventually('a connection', () => imap.connections > 0);
  const begin = performance.now();
  await sync.close();
  expect(performance.now() - begin).toBeLessThan(2_000);
  await port.close();
});

test('servers take turns, and a canceled wait is skipped', async () => {
  const turns = createConnectionTurns(100);
  const begun: string[] = [];
  const join = (server: string, name: string) => turns.join(server, () => void begun.push(name));
  for (const name of ['a1', 'a2', 'a3', 'a4']) join('a.example', name);
  join('b.example', 'b1');
  const leave = join('c.example', 'c1');
  leave();
  await eventually('five', () => (begun.length >= 5 ? true : undefined));
  await sleep(50);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
});
