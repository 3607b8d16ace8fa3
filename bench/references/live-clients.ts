import { WebSocket } from 'ws';

/**
 * The listeners of the live benchmark, in a process of their own. Takes `{ open: { url, token }[] }`, then answers 'open'; takes
 * `{ expect }` and answers `{ done_at, delays }` when so many messages with a `sent_at` have come: instants and delays in ms.
 */
export type ToClients = { open: { url: string; token?: string }[] } | { expect: number };
export interface FromClients {
  done_at: number;
  delays: number[];
}

const sockets: WebSocket[] = [];
let [expected, delays]: [number, number[]] = [0, []];
const now = (): number => performance.timeOrigin + performance.now();

function hear(bytes: Buffer): void {
  const sent = /"sent_at":([\d.]+)/.exec(bytes.toString());
  if (!sent) return;
  delays.push(now() - Number(sent[1]));
  if (delays.length === expected) process.send?.({ done_at: now(), delays } satisfies FromClients);
}

function open({ url, token }: { url: string; token?: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: token ? { jwt: token } : {}, perMessageDeflate: false });
    sockets.push(socket);
    socket.on('message', hear);
    socket.once('error', reject);
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
    // The product greets an authenticated client; bare ws greets immediately.
    socket.once(token ? 'message' : 'open', () => resolve());
  });
}

process.on('message', async (message: ToClients) => {
  if ('expect' in message) {
    [expected, delays] = [message.expect, []];
    return process.send?.('ready');
  }
  for (let from = 0; from < message.open.length; from += 50)
    await Promise.all(message.open.slice(from, from + 50).map(open));
  process.send?.('open');
});
