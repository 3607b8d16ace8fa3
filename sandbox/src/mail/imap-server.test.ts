import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createClock } from '../clock.ts';
import { startMailSandbox } from './mail-sandbox.ts';

const IDLE_IN_MS = 30 * 60 * 1000;

/** A client in IDLE, as a worker has one for each mailbox. */
async function openIdle(port: number) {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => (said += chunk));
  const say = async (line: string, reply: RegExp): Promise<void> => {
    socket.write(`${line}\r\n`);
    await expect.poll(() => said).toMatch(reply);
  };
  await say('a LOGIN ann@sandbox.example sandbox', /^a OK/m);
  await say('b SELECT INBOX', /^b OK/m);
  await say('c IDLE', /^\+ idling/m);
  return socket;
}

test('a connection that ends in the middle of IDLE leaves no timer that keeps the process alive', async () => {
  const started = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const mail = await startMailSandbox(
    {
      ...{ smtp_port: 0, imap_port: 0, password: 'sandbox', keeps_sent_copies: false, slow_in_ms: 0 },
      ...{ ledger_file: null, journal_file: null },
      prospects: {
        seed: 1,
        mix: { positive: 0, negative: 0, unsubscribe: 0, out_of_office: 0, hard_bounce: 0, soft_bounce: 0, silent: 1 },
        reply_delay_in_seconds: { min: 1, max: 2 },
      },
    },
    createClock(),
  );
  const holding = (): number => {
    const ended = new Set(cleared.mock.calls.map(([timer]) => timer));
    const timers = started.mock.results.filter((_, n) => started.mock.calls[n]![1] === IDLE_IN_MS);
    return timers.filter(({ value }) => !ended.has(value as NodeJS.Timeout)).length;
  };
  try {
    const [lost] = [await openIdle(mail.imap_port), await openIdle(mail.imap_port)];
    expect(holding()).toBe(2);
    lost!.destroy();
    await expect.poll(holding).toBe(1);
  } finally {
    await mail.close();
  }
  await expect.poll(holding).toBe(0);
  started.mockRestore();
  cleared.mockRestore();
});
