import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openSmtp } from './smtp-connection.api.ts';

/** Says a line of its answer to `slow` from time to time, and never the last one. */
async function startSlowSmtp(slow: 'MAIL' | 'DOT'): Promise<net.Server> {
  const server = net.createServer((socket) => {
    let isData = false;
    let timer: NodeJS.Timeout | undefined;
    const drip = (): void => {
      timer = setInterval(() => socket.write('250-a moment\r\n'), 50);
    };
    socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    socket.write('220 slow.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (isData) return text.endsWith('\r\n.\r\n') ? drip() : undefined;
      if (slow === 'MAIL' && text.startsWith('MAIL')) return drip();
      isData = text.startsWith('DATA');
      return socket.write(isData ? '354 go ahead\r\n' : '250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

let server: net.Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

const MAIL = {
  message_id: 'a@b.example',
  answers: [],
  envelope: { from: 'ann@corp.example', to: ['grace@customer.example'] },
  bcc: [],
  raw: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
};

async function open(answer_timeout_in_ms: number) {
  const { port } = server!.address() as net.AddressInfo;
  return openSmtp(
    { host: '127.0.0.1', port, secure: false, username: '', password: '' },
    {
      allow: { allows: () => true },
      is_plain_allowed: true,
      connect_timeout_in_ms: 1_000,
      answer_timeout_in_ms,
    },
  );
}

test.each([
  ['MAIL', 'unavailable'],
  ['DOT', 'unknown_outcome'],
] as const)('a server whose answer to %s never ends is left in time', async (slow, kind) => {
  server = await startSlowSmtp(slow);
  const smtp = await open(300);
  const begun_at = performance.now();
  await expect(smtp.send(MAIL)).rejects.toMatchObject({ kind, concerns: 'service' });
  expect(performance.now() - begun_at).toBeGreaterThan(500);
  expect(smtp.isUsable()).toBe(false);
});

test.each([
  ['MAIL', null],
  ['DOT', 'unknown_outcome'],
] as const)('a signal ends a sending before the dot only: the server is slow at %s', async (slow, kind) => {
  server = await startSlowSmtp(slow);
  const smtp = await open(300);
  const ended = new Error('others wait');
  const end = new AbortController();
  const sending = smtp.send(MAIL, { signal: end.signal });
  setTimeout(() => end.abort(ended), 200);
  if (kind === null) await expect(sending).rejects.toBe(ended);
  else await expect(sending).rejects.toMatchObject({ kind });
  expect(smtp.isUsable()).toBe(false);
});
