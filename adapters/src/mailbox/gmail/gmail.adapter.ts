import { isProviderError } from '../../kit/errors.ts';
import type { MailboxConnection, MailboxPort, OauthConnection, VerifiedMailbox } from '../mailbox.port.ts';
import { composeMail } from '../message/compose-mail.transform.ts';
import { openPollingSync } from '../polling-sync.ts';
import { createGmail, fetchGmailProfile, type GmailSettings } from './gmail-client.api.ts';
import { findSent, sendByDraft } from './gmail-send.api.ts';
import { lookIntoGmail } from './gmail-sync.api.ts';

/** Mailboxes of Google, by the Gmail API. @throws Error for an address that cannot be read */
export function createGmailMailbox(settings: GmailSettings = {}): MailboxPort {
  const gmail = createGmail(settings);
  return {
    knownSentCopy: () => 'kept_by_server',
    async verifyMailbox(connection): Promise<VerifiedMailbox> {
      try {
        await fetchGmailProfile(gmail, openedByTokens(connection));
        return { ok: true };
      } catch (error) {
        if (!isProviderError(error)) throw error;
        return { ok: false, failed: 'API', reason: error.reason, is_credentials: error.kind === 'auth_expired' };
      }
    },
    composeMail,
    sendMail: (connection, mail, onDraft) => sendByDraft(gmail, openedByTokens(connection), mail, onDraft),
    findSentByMessageId: (connection, ...rest) => findSent(gmail, openedByTokens(connection), ...rest),
    fileSentCopy: async () => 'kept_by_server',
    openMailboxSync: (connection, cursor, handlers, options = {}) => {
      const opened = openedByTokens(connection);
      const look = (...given: Parameters<Parameters<typeof openPollingSync>[0]>) =>
        lookIntoGmail(gmail, opened, ...given);
      return openPollingSync(look, cursor, handlers, options);
    },
    close: () => gmail.http.close(),
  };
}

function openedByTokens(connection: MailboxConnection): OauthConnection {
  if (connection.type === 'GOOGLE') return connection;
  throw new Error(`a mailbox of type ${connection.type} is not Google's`);
}
