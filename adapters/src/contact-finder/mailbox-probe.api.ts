import { randomBytes } from 'node:crypto';
import type { OutboundAllowList } from '../kit/address-guard.ts';
import { connectGuardedSocket } from '../kit/guarded-socket.ts';
import type { MailboxProbe } from './contact-finder.port.ts';

export type ProbeOptions = {
  allow: OutboundAllowList;
  /** 25 but in tests. */
  port: number;
  /** The name we greet with and the sender we name; both should belong to the installation. */
  helo: string;
  mail_from: string;
};

const CONNECT_TIMEOUT_IN_MS = 5_000;
/** For the whole conversation: a server that trickles its answers gets no more. */
const TALK_TIMEOUT_IN_MS = 12_000;
const MOST_BYTES = 64_000;
const MOST_EXCHANGERS = 2;

/**
 * Asks a domain's mail server whether it would take mail for an address: up to RCPT TO, never DATA. An invented name goes
 * first, because a server that takes everything says nothing about this one. Every failure is `unknown`.
 * @throws the signal's reason
 */
export async function probeRecipient(
  email: string,
  exchangers: readonly string[],
  options: ProbeOptions,
  signal?: AbortSignal,
): Promise<MailboxProbe> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const invented = `no-such-${randomBytes(6).toString('hex')}@${domain}`;
  for (const host of exchangers.slice(0, MOST_EXCHANGERS)) {
    signal?.throwIfAborted();
    const answers = await probeServer(host, [invented, email], options, signal).catch(() => null);
    signal?.throwIfAborted();
    if (answers === null) continue;
    const [forInvented = 0, forAddress = 0] = answers;
    if (isAccepted(forInvented)) return 'accepts_all';
    if (isAccepted(forAddress)) return 'exists';
    // Refused for good, and for this name: a server that refuses us would have refused the sender already.
    return isUnknownUser(forAddress) && isUnknownUser(forInvented) ? 'absent' : 'unknown';
  }
  return 'unknown';
}

const isAccepted = (code: number): boolean => code === 250 || code === 251;
const isUnknownUser = (code: number): boolean => code === 550 || code === 551 || code === 553;

/** The reply codes to RCPT TO for each recipient. */
async function probeServer(
  host: string,
  recipients: readonly string[],
  options: ProbeOptions,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const { allow, port } = options;
  const socket = await connectGuardedSocket({ host, port, allow, timeout_in_ms: CONNECT_TIMEOUT_IN_MS });
  const end = () => socket.destroy();
  signal?.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, TALK_TIMEOUT_IN_MS);
  const replies = readReplies(socket);
  const say = async (line: string): Promise<number> => {
    socket.write(`${line}\r\n`);
    return nextReply(replies);
  };
  try {
    requireReply(await nextReply(replies), 220);
    requireReply(await say(`EHLO ${options.helo}`), 250);
    requireReply(await say(`MAIL FROM:<${options.mail_from}>`), 250);
    const codes: number[] = [];
    for (const recipient of recipients) codes.push(await say(`RCPT TO:<${recipient}>`));
    socket.write('QUIT\r\n');
    return codes;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    socket.destroy();
  }
}

/** Codes of complete replies; of several lines (`250-`) the last counts. Ends with an error when the connection does. */
async function* readReplies(socket: NodeJS.ReadableStream): AsyncGenerator<number> {
  let text = '';
  let size = 0;
  for await (const chunk of socket) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('the server talks too much');
    text += chunk.toString('latin1');
    const lines = text.split(/\r?\n/);
    text = lines.pop() ?? '';
    for (const line of lines) {
      const match = /^(\d{3})(?: |$)/.exec(line);
      if (match) yield Number(match[1]);
    }
  }
}

async function nextReply(replies: AsyncGenerator<number>): Promise<number> {
  const next = await replies.next();
  if (next.done) throw new Error('the server closed the connection');
  return next.value;
}

function requireReply(code: number, expected: number): void {
  if (code !== expected) throw new Error(`the server answered ${code}`);
}
