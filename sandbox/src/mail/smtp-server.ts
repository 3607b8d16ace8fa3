import type net from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { faultOf, RCPT_REPLIES } from './faults.ts';
import type { MailStore } from './mail-store.ts';

export type AcceptedMail = {
  from: string;
  recipients: string[];
  /** The account that logged in; null for the installation's own mail. */
  username: string | null;
  raw: Buffer;
  /** A fault after acceptance, by its name: the client will not learn that the mail was taken. */
  fault: string | null;
};

export type SmtpServer = {
  port: number;
  /** Ends all connections, as a server does with idle ones. */
  disconnectAll(): void;
  close(): Promise<void>;
};

export type SmtpServerOptions = {
  port: number;
  store: MailStore;
  /** Delay of `slow250@`. */
  slow_in_ms: number;
  /** Takes responsibility for the mail: when it resolves, the mail is in the ledger. @returns its name in the queue */
  accept(mail: AcceptedMail): Promise<string>;
};

const MAX_SIZE_IN_BYTES = 30_000_000;

type SmtpCallback = (error?: Error | null, message?: string) => void;

/** An SMTP server that takes any sender and recipient, and misbehaves for the recipients named in `faults.ts`. */
export function startSmtpServer(options: SmtpServerOptions): Promise<SmtpServer> {
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_SIZE_IN_BYTES,
    banner: 'Overture sandbox',
    socketTimeout: 15 * 60_000,
    closeTimeout: 100,
    onAuth(auth, _session, callback) {
      const username = auth.username ?? '';
      if (!username.includes('@') || options.store.account(username).password !== auth.password) {
        return callback(smtpError(535, '5.7.8 Authentication credentials invalid'));
      }
      options.store.openAccount(username);
      callback(null, { user: username.toLowerCase() });
    },
    onRcptTo(address, _session, callback) {
      const fault = faultOf(address.address, 'rcpt');
      if (fault === 'hang') return;
      const refusal = fault === null ? undefined : RCPT_REPLIES[fault];
      callback(refusal === undefined ? null : smtpError(refusal.code, refusal.text));
    },
    onData(stream, session, callback) {
      acceptMail(server, options, stream, session, callback as SmtpCallback);
    },
  });
  // Pipelined answers are many small writes: held back by Nagle they would cost 40 ms each mail.
  server.server.on('connection', (socket: net.Socket) => socket.setNoDelay(true));
  // A client that vanishes is no news here.
  server.on('error', () => {});
  return new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () =>
      resolve({
        port: (server.server.address() as net.AddressInfo).port,
        disconnectAll: () => {
          for (const connection of openConnections(server)) connection._socket.destroy();
        },
        close: () => new Promise((done) => server.close(() => done())),
      }),
    );
  });
}

function acceptMail(
  server: SMTPServer,
  options: SmtpServerOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  callback: SmtpCallback,
): void {
  const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
  const fault = recipients.map((recipient) => faultOf(recipient, 'dot')).find((found) => found !== null) ?? null;
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (fault === 'dropindata') hangUp(server, session);
  });
  stream.on('end', () => {
    if (fault === 'dropindata') return;
    if (stream.sizeExceeded) return callback(smtpError(552, '5.3.4 Message too big'));
    const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
    const mail = { from, recipients, username: session.user ?? null, raw: Buffer.concat(chunks), fault };
    answerAfterDot(server, options, session, mail, callback).catch((error: Error) =>
      callback(smtpError(451, error.message)),
    );
  });
}

async function answerAfterDot(
  server: SMTPServer,
  options: SmtpServerOptions,
  session: SMTPServerSession,
  mail: AcceptedMail,
  callback: SmtpCallback,
): Promise<void> {
  if (mail.fault === 'rejectafterdot') return callback(smtpError(554, '5.7.1 Message refused: it looks like spam'));
  const isLost = mail.fault === 'dropafterdot-lost' || mail.fault === 'four21afterdot-lost';
  const queued_as = isLost ? '' : await options.accept(mail);
  switch (mail.fault) {
    case 'dropafterdot':
    case 'dropafterdot-stored':
    case 'dropafterdot-lost':
      return hangUp(server, session);
    case 'four21afterdot':
    case 'four21afterdot-lost':
      callback(smtpError(421, '4.3.2 Service shutting down'));
      return void setTimeout(() => hangUp(server, session), 20);
    case 'hangafterdot':
      return;
    case 'slow250':
      return void setTimeout(() => callback(null, '2.0.0 Ok: queued, at last'), options.slow_in_ms);
    default:
      // Amazon SES says its name alone, Postfix behind words.
      callback(null, queued_as.startsWith('0102') ? `Ok ${queued_as}` : `2.0.0 Ok: queued as ${queued_as}`);
  }
}

/** Closes the client's connection without a word. */
function hangUp(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of openConnections(server))
    if (connection.session.id === session.id) connection._socket.destroy();
}

/** smtp-server does not hand out its sockets; its set of connections does. */
function openConnections(server: SMTPServer): Set<{ session: SMTPServerSession; _socket: net.Socket }> {
  return (server as unknown as { connections: Set<{ session: SMTPServerSession; _socket: net.Socket }> }).connections;
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
