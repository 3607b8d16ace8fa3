import { Readable } from 'node:stream';
import { cutText } from '@overture/domain/text/text-bounds';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isPlainAllowed, type OutboundAllowList, OutboundRefusedError } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { connectGuardedSocket } from '../../kit/guarded-socket.ts';
import type { ComposedMail, MailServer, SentMail } from '../mailbox.port.ts';
import { describeConnection } from './connection-words.transform.ts';
import { classifySmtpFailure, type SmtpFailure } from './smtp-error.transform.ts';

const LONGEST_ANSWER = 2_000;
/** 60 KB a second: the largest mail takes less than a quarter of an hour. */
const SLOWEST_IN_BYTES_PER_MS = 60;

/** How servers name the mail that they took, in the words of their makes. */
const NAMED: readonly RegExp[] = [
  // Postfix, SendGrid, Mailjet: `250 2.0.0 Ok: queued as 4XyZ1b2c3dz9`
  /\bqueued as <?([\w.-]{6,100})/i,
  // Exim: `250 OK id=1d18ZP-0000cF-9f`
  /\bid=<?([\w.-]{6,100})/i,
  // Sendmail: `250 2.0.0 0ASBC6UQ019557 Message accepted for delivery`
  /^250[ -](?:2\.\d\.\d )?([A-Za-z0-9]{10,40}) message accepted/i,
  // Amazon SES and others whose Message-ID it becomes: `250 Ok 0102019a0b1c2d3e-...-000000`
  /^250[ -](?:2\.\d\.\d )?ok:? <?([\w.-]{16,100})(?:@[\w.-]{1,200})?>?\s{0,5}$/i,
];

/** Under which name the server queued a mail, by its answer to it; null where it names none. One without a digit is a word. */
export function parseQueueId(answer: string): string | null {
  const text = cutText(answer, LONGEST_ANSWER).trim();
  for (const pattern of NAMED) {
    const id = pattern.exec(text)?.[1]?.replace(/[.-]{1,10}$/, '');
    if (id !== undefined && /\d/.test(id)) return id;
  }
  return null;
}

export type SmtpSettings = {
  allow: OutboundAllowList;
  /** Servers that may be spoken to unencrypted or over an unknown certificate, besides this machine itself. */
  plain?: OutboundAllowList;
  /** Decides it for every server instead. */
  is_plain_allowed?: boolean;
  /** For the TCP connection, the greeting and TLS together. */
  connect_timeout_in_ms: number;
  /** Longest silence of the server, the wait for the answer to the dot included. */
  answer_timeout_in_ms: number;
};

/** Awaited when all but the dot has left. Throws: the dot does not follow. */
type BeforeDot = () => Promise<void>;

export type SendingOptions = {
  beforeDot?: BeforeDot | undefined;
  /** Ends the sending before the dot, with its reason; after the dot it changes nothing. */
  signal?: AbortSignal | undefined;
};

/** One logged-in connection. After any failure it is closed and not to be used again. */
export type OpenSmtp = {
  isUsable(): boolean;
  /** @throws ProviderError, see MailboxPort.sendMail */
  send(mail: ComposedMail, options?: SendingOptions): Promise<SentMail>;
  close(): void;
};

/** Connects and logs in (an empty user name: no login). @throws ProviderError auth_expired | unavailable | rate_limited | rejected */
export async function openSmtp(server: MailServer, settings: SmtpSettings): Promise<OpenSmtp> {
  const { host, port } = server;
  const socket = await connectGuardedSocket({
    host,
    port,
    allow: settings.allow,
    timeout_in_ms: settings.connect_timeout_in_ms,
  }).catch((error: Error) => {
    throw unreachable(error);
  });
  const isExempt =
    settings.is_plain_allowed ?? isPlainAllowed(settings.plain, host, port, socket.remoteAddress ?? null);
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port,
    secure: server.secure,
    requireTLS: !server.secure && !isExempt,
    tls: { rejectUnauthorized: !isExempt },
    connectionTimeout: settings.connect_timeout_in_ms,
    greetingTimeout: settings.connect_timeout_in_ms,
    socketTimeout: settings.answer_timeout_in_ms,
    logger: false,
  });
  // Listens for the connection's lifetime: an error event without a listener would end the process.
  connection.on('error', () => {});
  await call(connection, (done) => connection.connect((error) => done(error ?? null)));
  if (server.username !== '') {
    const credentials = { user: server.username, pass: server.password };
    await call(connection, (done) => connection.login({ credentials }, (error) => done(error)));
  }
  return {
    isUsable: () => !connection.destroyed,
    send: (mail, options = {}) => {
      const limit = 2 * settings.answer_timeout_in_ms + mail.raw.length / SLOWEST_IN_BYTES_PER_MS;
      const abort = (): void => {
        connection.close();
        socket.destroy();
      };
      return sendOver(connection, mail, { ...options, time_in_ms: limit, abort });
    },
    // Without waiting for the answer to QUIT: nothing depends on it.
    close: () => (connection.destroyed ? undefined : connection.quit()),
  };
}

function unreachable(error: Error): ProviderError {
  if (error instanceof OutboundRefusedError)
    return new ProviderError('rejected', error.message, { concerns: 'service', cause: error });
  return new ProviderError('unavailable', describeConnection(error), { concerns: 'service', cause: error });
}

/** A step before any mail. nodemailer reports its failure by callback or by event, in any order. */
async function call(
  connection: SMTPConnection,
  step: (done: (error: SmtpFailure | null) => void) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<SmtpFailure | null>();
  const onEnd = () => resolve({ message: 'The server closed the connection.', code: 'ECONNECTION' });
  connection.on('error', resolve);
  connection.on('end', onEnd);
  step(resolve);
  const failure = await promise;
  connection.off('error', resolve);
  connection.off('end', onEnd);
  if (failure === null) return;
  connection.close();
  throw classifySmtpFailure(failure, false);
}

type Sending = SendingOptions & {
  /** A server that reads slowly, or answers line by line, is never silent. */
  time_in_ms: number;
  abort(): void;
};

/**
 * Sends one mail and knows whether the dot may have left. nodemailer writes the dot when our stream has ended: from our
 * stream's `end` on (its listener runs before nodemailer's) the server may own the mail; before it, it cannot.
 */
function sendOver(connection: SMTPConnection, mail: ComposedMail, sending: Sending): Promise<SentMail> {
  const { beforeDot, signal, time_in_ms, abort } = sending;
  let isDotSent = false;
  const message = Readable.from(beforeDot ? thenAsk(chunksOf(mail.raw), beforeDot) : chunksOf(mail.raw), {
    objectMode: false,
  });
  message.once('end', () => {
    isDotSent = true;
  });
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      if (isDotSent) return;
      reject(signal?.reason);
      abort();
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => {
      reject(classifySmtpFailure({ message: 'Timeout', code: 'ETIMEDOUT' }, isDotSent));
      abort();
    }, time_in_ms);
    connection.send({ ...mail.envelope, size: mail.raw.length }, message, (error, info) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      if (error === null) {
        const rejected_recipients = info?.rejected ?? [];
        const response = info?.response ?? '';
        const queue_id = parseQueueId(response);
        // SMTP responses report a relay's new Message-ID in no common form; some relays derive it from their queue id.
        return resolve({ outcome: 'confirmed', response, rejected_recipients, message_id: null, queue_id });
      }
      connection.close();
      reject(classifySmtpFailure(error as SmtpFailure, isDotSent));
    });
  });
}

/** In chunks: a large mail must not count as sent while it still waits in memory. */
function* chunksOf(raw: Buffer): Generator<Buffer> {
  for (let start = 0; start < raw.length; start += 32_768) yield raw.subarray(start, start + 32_768);
}

async function* thenAsk(chunks: Iterable<Buffer>, beforeDot: BeforeDot): AsyncGenerator<Buffer> {
  yield* chunks;
  await beforeDot();
}
