import type net from 'node:net';
import { cutText } from '@overture/domain/text/text-bounds';
import createHoodiecrow, {
  type HoodiecrowConnection,
  type HoodiecrowHandler,
  type HoodiecrowMessage,
  type HoodiecrowServer,
} from 'hoodiecrow-imap';
import { startsWithName } from './faults.ts';
import { parseHeader } from './mail-header.ts';
import type { MailStore } from './mail-store.ts';

export type ImapFolder = 'INBOX' | 'Sent' | 'Junk';

/** `junk@...` is a mailbox that files all mail as spam, `lost@...` one that keeps none of it. */
export function folderFor(email: string): ImapFolder | null {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  if (startsWithName(local, 'lost')) return null;
  return startsWithName(local, 'junk') ? 'Junk' : 'INBOX';
}

export type ImapServer = {
  port: number;
  deliver(email: string, folder: ImapFolder, raw: Buffer, received_at: number): void;
  /** The raw mails of a folder, oldest first. */
  read(email: string, folder: ImapFolder): Buffer[];
  /** Ends the account's connections, as a restart or a new password does. */
  disconnect(email: string): void;
  /** New UIDVALIDITY, new UIDs in another order: all that a client remembers is void. */
  renumber(email: string, folder: ImapFolder): void;
  close(): Promise<void>;
};

const PLUGINS = ['ID', 'UIDPLUS', 'SPECIAL-USE', 'NAMESPACE', 'UNSELECT', 'LITERALPLUS', 'MOVE'];

/** Mails live in memory, so each start is a new numbering: a client must not take new mail for old. */
const UID_VALIDITY = Math.floor(Date.now() / 1000);

/**
 * hoodiecrow has one mailbox tree for all users, so each account has its own instance that never listens; the listening
 * one knows only LOGIN and hands the connection over.
 * @param fill adds the stored mails first: no client sees the folders without them
 */
export function startImapServer(
  store: MailStore,
  port: number,
  fill: (deliver: ImapServer['deliver']) => void = () => {},
): Promise<ImapServer> {
  const accounts = new Map<string, HoodiecrowServer>();
  const connections = new Map<string, Set<net.Socket>>();
  const sockets = new Set<net.Socket>();

  const open = (email: string): HoodiecrowServer => {
    const key = email.toLowerCase();
    let server = accounts.get(key);
    if (server === undefined) {
      server = createAccountServer(key);
      accounts.set(key, server);
    }
    return server;
  };

  const listener = createHoodiecrow({ plugins: PLUGINS, credentials: {} });
  listener.setMaxListeners(0);
  listener.server.on('connection', (socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  listener.setCommandHandler('LOGIN', (connection, parsed, data, callback) => {
    const [username = '', password = ''] = (parsed.attributes ?? []).map((attribute) => attribute.value);
    const account = store.account(username);
    if (!username.includes('@') || account.password !== password) {
      reply(connection, parsed, data, 'NO', '[AUTHENTICATIONFAILED] Invalid credentials');
      return callback();
    }
    store.openAccount(username);
    handOver(connection, listener, open(account.email));
    track(connections, account.email, connection);
    reply(connection, parsed, data, 'OK', 'User logged in');
    callback();
  });

  const deliver: ImapServer['deliver'] = (email, folder, raw, received_at) => {
    const server = open(email);
    if (server.getMailbox(folder) === undefined) return;
    const flags = folder === 'Sent' ? ['\\Seen'] : [];
    server.appendMessage(folder, flags, new Date(received_at), raw.toString('latin1'));
  };
  fill(deliver);

  return new Promise((resolve, reject) => {
    listener.server.once('error', reject);
    listener.listen(port, '127.0.0.1', () =>
      resolve({
        port: (listener.server.address() as net.AddressInfo).port,
        deliver,
        read: (email, folder) =>
          (open(email).getMailbox(folder)?.messages ?? []).map((message) => Buffer.from(message.raw, 'latin1')),
        disconnect: (email) => {
          for (const socket of connections.get(email.toLowerCase()) ?? []) socket.destroy();
        },
        renumber: (email, folder) => renumber(open(email), folder),
        close: () =>
          new Promise((done) => {
            listener.close(() => done());
            for (const socket of sockets) socket.destroy();
          }),
      }),
    );
  });
}

function createAccountServer(email: string): HoodiecrowServer {
  // `noidle@...` is an account of a server without IDLE, `nosent@...` of one without a Sent folder.
  const local = email.slice(0, email.lastIndexOf('@'));
  const server = createHoodiecrow({
    plugins: startsWithName(local, 'noidle') ? PLUGINS : [...PLUGINS, 'IDLE'],
    credentials: {},
    storage: {
      INBOX: { uidvalidity: UID_VALIDITY },
      '': {
        separator: '/',
        folders: {
          ...(startsWithName(local, 'nosent') ? {} : { Sent: { 'special-use': '\\Sent', uidvalidity: UID_VALIDITY } }),
          ...(folderFor(email) === 'Junk' ? { Junk: { 'special-use': '\\Junk', uidvalidity: UID_VALIDITY } } : {}),
        },
      },
    },
  });
  server.setMaxListeners(0);
  server.setCommandHandler('UID SEARCH', searchByMessageId(server, server.getCommandHandler('UID SEARCH')));
  return server;
}

/** hoodiecrow parses every mail of the folder for a header search: too slow for thousands, so our own id is looked up directly. */
function searchByMessageId(server: HoodiecrowServer, otherwise: HoodiecrowHandler): HoodiecrowHandler {
  const ids = { 'MESSAGE-ID': new WeakMap<HoodiecrowMessage, string>(), 'X-MESSAGE-REF': new WeakMap() };
  return (connection, parsed, data, callback) => {
    const [header, name, value, ...rest] = (parsed.attributes ?? []).map((attribute) => attribute.value);
    const mailbox = connection.selectedMailbox;
    const field = name?.toUpperCase() ?? '';
    const known = header?.toUpperCase() === 'HEADER' && rest.length === 0 ? ids[field as keyof typeof ids] : undefined;
    if (known === undefined || mailbox === undefined || server.getMailbox(mailbox.path) !== mailbox) {
      return otherwise(connection, parsed, data, callback);
    }
    const found = mailbox.messages.filter((message) => {
      const id = known.get(message) ?? parseHeader(Buffer.from(cutText(message.raw, 65_536), 'latin1'), field) ?? '';
      known.set(message, id);
      return id.includes(value ?? '');
    });
    const attributes = found.map((message) => message.uid);
    connection.send({ tag: '*', command: 'SEARCH', attributes }, 'SEARCH', parsed, data);
    reply(connection, parsed, data, 'OK', 'SEARCH completed');
    callback();
  };
}

function handOver(connection: HoodiecrowConnection, from: HoodiecrowServer, to: HoodiecrowServer): void {
  from.removeListener('notify', connection._notificationCallback);
  to.on('notify', connection._notificationCallback);
  connection.server = to;
  connection.state = 'Authenticated';
}

function track(connections: Map<string, Set<net.Socket>>, email: string, connection: HoodiecrowConnection): void {
  const { socket } = connection;
  if (socket === null) return;
  const open = connections.get(email) ?? new Set();
  connections.set(email, open.add(socket));
  // hoodiecrow removes all listeners of a closed socket, so the end is seen by prepending ours.
  socket.prependListener('close', () => {
    open.delete(socket);
    // hoodiecrow waits half an hour for the end of an IDLE, and its timer keeps the process alive for that long.
    if (connection.inputHandler) connection.inputHandler('DONE');
  });
}

function renumber(server: HoodiecrowServer, folder: ImapFolder): void {
  const mailbox = server.getMailbox(folder);
  if (mailbox === undefined) return;
  mailbox.uidvalidity += 1;
  mailbox.messages.reverse();
  for (const [index, message] of mailbox.messages.entries()) message.uid = index + 1;
  mailbox.uidnext = mailbox.messages.length + 1;
}

function reply(
  connection: HoodiecrowConnection,
  parsed: Parameters<HoodiecrowHandler>[1],
  data: string,
  command: 'OK' | 'NO',
  text: string,
): void {
  connection.send({ tag: parsed.tag, command, attributes: [{ type: 'TEXT', value: text }] }, command, parsed, data);
}
