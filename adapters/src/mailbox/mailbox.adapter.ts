import type { MailboxPort, MailboxType } from './mailbox.port.ts';
import { composeMail } from './message/compose-mail.transform.ts';

/** One port for mailboxes of every type: each call goes to the adapter of its connection's type. */
export function createMailbox(adapters: Record<MailboxType, MailboxPort>): MailboxPort {
  return {
    knownSentCopy: (type) => adapters[type].knownSentCopy(type),
    composeMail,
    verifyMailbox: (connection) => adapters[connection.type].verifyMailbox(connection),
    sendMail: (connection, ...rest) => adapters[connection.type].sendMail(connection, ...rest),
    findSentByMessageId: (connection, ...rest) => adapters[connection.type].findSentByMessageId(connection, ...rest),
    fileSentCopy: (connection, mail) => adapters[connection.type].fileSentCopy(connection, mail),
    openMailboxSync: (connection, cursor, handlers, options) =>
      adapters[connection.type].openMailboxSync(connection, cursor, handlers, options),
    async close() {
      await Promise.all(Object.values(adapters).map((adapter) => adapter.close()));
    },
  };
}
