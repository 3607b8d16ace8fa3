import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImapConnection } from '@overture/adapters/mailbox/mailbox.port';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadConfig } from '../kernel/config.ts';
import { createMailboxes } from './mailbox-adapters.ts';
import { describeSandboxMail, type SandboxAddresses, startSandbox } from './sandbox.ts';
import { choosePorts, readFormerPorts } from './sandbox-ports.ts';

const log = pino({ level: 'silent' });

/** Takes a port, as another program does that started first. */
const occupy = (address: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(Number(address.split(':')[1]), '127.0.0.1', () => resolve(server));
  });

const mailboxesOf = (addresses: SandboxAddresses) =>
  createMailboxes(loadConfig({ NODE_ENV: 'test' }), addresses, `${addresses.smtp},${addresses.imap}`).mailbox;

test('a mailbox connected yesterday answers today, though the sandbox came up on other ports', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'overture-sandbox-'));
  const first = await startSandbox(log, folder);
  const { imap, smtp, password } = describeSandboxMail(first.addresses);
  const email = 'ada@acme.example';
  const sign_in = { username: email, password };
  const yesterday: ImapConnection = {
    type: 'IMAP',
    email,
    imap: { ...imap, ...sign_in },
    smtp: { ...smtp, ...sign_in },
  };
  await first.stop();

  const others = await Promise.all([occupy(first.addresses.smtp), occupy(first.addresses.imap)]);
  const second = await startSandbox(log, folder);
  expect(second.addresses.imap).not.toBe(first.addresses.imap);
  const mailboxes = mailboxesOf(second.addresses);
  expect(await mailboxes.verifyMailbox(yesterday)).toEqual({ ok: true });
  const wrong = { ...yesterday, imap: { ...yesterday.imap, password: 'another' } };
  expect(await mailboxes.verifyMailbox(wrong)).toMatchObject({ ok: false, failed: 'IMAP' });
  await Promise.all([mailboxes.close(), second.stop()]);

  // Where its ports are free again it keeps those it had last, and the way from the first ones is known still.
  for (const other of others) await new Promise((resolve) => other.close(resolve));
  const third = await startSandbox(log, folder);
  expect(third.addresses.imap).toBe(second.addresses.imap);
  expect(third.addresses.moved.get(first.addresses.imap)).toBe(third.addresses.imap);
  await third.stop();
  await rm(folder, { recursive: true });
});

test('a sandbox that is killed is started again on the same ports, with the same clock', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'overture-sandbox-'));
  const sandbox = await startSandbox(log, folder);
  await sandbox.moveClock(86_400_000);
  const before = sandbox.pid() as number;
  process.kill(before, 'SIGKILL');
  const clock = async () => {
    const answer = await fetch(`http://${sandbox.addresses.http}/__control/clock`).catch(() => null);
    return answer?.ok ? Date.parse(((await answer.json()) as { now: string }).now) : null;
  };
  const deadline = Date.now() + 15_000;
  while ((sandbox.pid() === null || sandbox.pid() === before) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sandbox.pid()).not.toBe(before);
  expect(Math.abs(((await clock()) ?? 0) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  await sandbox.stop();
  await rm(folder, { recursive: true });
});

test.each(['', 'not JSON', '{}', '[{"http": "x"}]', '[1]'])(
  'a record of ports that reads %j is as none',
  async (text) => {
    const folder = await mkdtemp(join(tmpdir(), 'overture-sandbox-'));
    await writeFile(join(folder, 'sandbox-ports.json'), text);
    const former = await readFormerPorts(folder);
    expect(former).toHaveLength(1);
    const taken = await occupy(`127.0.0.1:${former[0]?.smtp}`).catch(() => null);
    expect((await choosePorts(former)).smtp).toBe(0);
    taken?.close();
    await rm(folder, { recursive: true });
  },
);
