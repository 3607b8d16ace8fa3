import { ProviderError } from '../kit/errors.ts';
import type { MailboxPort } from './mailbox.port.ts';
import { composeMail } from './message/compose-mail.transform.ts';
import { openPollingSync } from './polling-sync.ts';

/** Mailboxes of a provider that this installation is not set up for: nothing is sent, nothing is lost. */
export function createMissingMailbox(label: string): MailboxPort {
  const refuse = (): never => {
    throw new ProviderError('unavailable', `${label} is not configured.`, { concerns: 'service' });
  };
  return {
    knownSentCopy: () => null,
    verifyMailbox: async () => ({
      ok: false,
      failed: 'API',
      reason: `${label} is not configured.`,
      is_credentials: false,
    }),
    composeMail,
    sendMail: async () => refuse(),
    findSentByMessageId: async () => refuse(),
    fileSentCopy: async () => refuse(),
    openMailboxSync: (_connection, cursor, handlers, options = {}) =>
      openPollingSync(async () => refuse(), cursor, handlers, options),
    close: async () => {},
  };
}
