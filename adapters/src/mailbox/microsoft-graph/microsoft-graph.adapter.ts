import { isProviderError } from '../../kit/errors.ts';
import type { MailboxPort, VerifiedMailbox } from '../mailbox.port.ts';
import { composeMail } from '../message/compose-mail.transform.ts';
import { openPollingSync } from '../polling-sync.ts';
import { createDeltaLook } from './delta-sync.api.ts';
import { findSent, sendAsDraft } from './drafts.api.ts';
import { createGraphClient, type GraphSettings, requireGraph } from './graph-client.api.ts';
import { folderShape } from './graph-shapes.api.ts';

export type MicrosoftGraphSettings = GraphSettings & {
  /** Until a mail that could not be read is tried again; doubles each time. Default 15,000. */
  reread_after_in_ms?: number;
};

/** Mailboxes of Microsoft 365 and Outlook.com through Graph. @throws Error for an address that cannot be read */
export function createMicrosoftGraphMailbox(settings: MicrosoftGraphSettings = {}): MailboxPort {
  const client = createGraphClient(settings);
  const delta = { reread_after_in_ms: settings.reread_after_in_ms ?? 15_000 };
  return {
    // A draft that is sent is moved to Sent Items by the server itself.
    knownSentCopy: () => 'kept_by_server',
    async verifyMailbox(connection): Promise<VerifiedMailbox> {
      const call = { path: '/me/mailFolders/inbox', query: { $select: 'id' }, effect: 'repeatable' as const };
      try {
        await client.read(requireGraph(connection), folderShape, call);
        return { ok: true };
      } catch (error) {
        if (!isProviderError(error)) throw error;
        return { ok: false, failed: 'API', reason: error.reason, is_credentials: error.kind === 'auth_expired' };
      }
    },
    composeMail,
    sendMail: (connection, mail, onDraft) => sendAsDraft(client, requireGraph(connection), mail, onDraft),
    findSentByMessageId: (connection, ...rest) => findSent(client, requireGraph(connection), ...rest),
    fileSentCopy: async () => 'kept_by_server',
    openMailboxSync: (connection, cursor, handlers, options = {}) =>
      openPollingSync(createDeltaLook(client, requireGraph(connection), delta), cursor, handlers, options),
    close: () => client.close(),
  };
}
