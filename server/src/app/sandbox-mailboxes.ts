import type { ImapConnection, MailboxConnection, MailboxPort } from '@overture/adapters/mailbox/mailbox.port';

/**
 * Mailboxes of the sandbox are found at the current ports of its servers, not those of the time of connecting.
 * @param moved `host:port` of former servers to the current one
 */
export function followSandbox(adapter: MailboxPort, moved: ReadonlyMap<string, string>): MailboxPort {
  if (moved.size === 0) return adapter;
  const follow = (connection: MailboxConnection): MailboxConnection =>
    connection.type === 'IMAP' ? followServers(connection, moved) : connection;
  return {
    ...adapter,
    verifyMailbox: (connection) => adapter.verifyMailbox(follow(connection)),
    sendMail: (connection, ...rest) => adapter.sendMail(follow(connection), ...rest),
    findSentByMessageId: (connection, ...rest) => adapter.findSentByMessageId(follow(connection), ...rest),
    fileSentCopy: (connection, mail) => adapter.fileSentCopy(follow(connection), mail),
    openMailboxSync: (connection, ...rest) => adapter.openMailboxSync(follow(connection), ...rest),
  };
}

function followServers(connection: ImapConnection, moved: ReadonlyMap<string, string>): ImapConnection {
  const follow = <Server extends { host: string; port: number }>(server: Server): Server => {
    const [host, port] = moved.get(`${server.host}:${server.port}`)?.split(':') ?? [];
    return host === undefined ? server : { ...server, host, port: Number(port) };
  };
  return { ...connection, imap: follow(connection.imap), smtp: follow(connection.smtp) };
}
