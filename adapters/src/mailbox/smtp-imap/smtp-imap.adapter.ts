import { parseOutboundAllow } from '../../kit/address-guard.ts';
import { isProviderError } from '../../kit/errors.ts';
import type { ImapConnection, MailboxConnection, MailboxPort, VerifiedMailbox } from '../mailbox.port.ts';
import { composeMail } from '../message/compose-mail.transform.ts';
import type { PlacementPort } from '../placement.port.ts';
import { createConnectionTurns } from './connection-turns.api.ts';
import { type ImapSettings, presentFailure, signInToImap } from './imap-client.api.ts';
import { createImapPlacement } from './imap-placement.api.ts';
import { openImapSync } from './imap-sync.api.ts';
import { createSentFolders } from './sent-folder.api.ts';
import { openSmtp, type SmtpSettings } from './smtp-connection.api.ts';
import { smtpImapManifest } from './smtp-imap.manifest.ts';
import { createSmtpPool } from './smtp-pool.api.ts';

export type SmtpImapOptions = {
  /** The text of OUTBOUND_ALLOW. */
  outbound_allow?: string | undefined;
  /** The text of OUTBOUND_PLAIN. */
  outbound_plain?: string | undefined;
  /** Parallel SMTP connections to one account's server. */
  max_connections_per_account?: number;
  connect_timeout_in_ms?: number;
  /** Longest silence of a server; after the dot it ends in unknown_outcome. */
  answer_timeout_in_ms?: number;
};

export type SmtpImapMailbox = MailboxPort & {
  /** Files the bytes in the Sent folder, marked as read. @throws ProviderError unavailable | auth_expired | not_found (no Sent folder) */
  appendToSent(connection: MailboxConnection, raw: Buffer): Promise<void>;
};

/** Any mailbox that speaks SMTP and IMAP. @throws Error for an OUTBOUND_ALLOW that cannot be read */
export function createSmtpImapMailbox(options: SmtpImapOptions = {}): SmtpImapMailbox {
  const { limits } = smtpImapManifest;
  const settings = {
    ...toImapSettings(options),
    turns: createConnectionTurns(limits.connections_opened_per_second),
    max_connections: options.max_connections_per_account ?? limits.max_connections_per_account,
    max_mails_per_connection: limits.max_mails_per_connection,
    idle_timeout_in_ms: limits.idle_timeout_in_ms,
  };
  const pool = createSmtpPool(settings);
  const sent = createSentFolders(settings);
  return {
    // Some servers file sent mail themselves; that is known after the first mail.
    knownSentCopy: () => null,
    verifyMailbox: (connection) => signInOnce(connection, settings),
    composeMail,
    sendMail: (connection, mail, _, signal) => pool.send(serversOf(connection).smtp, mail, { signal }),
    findSentByMessageId: (connection, message_id) => sent.find(serversOf(connection).imap, message_id),
    appendToSent: (connection, raw) => sent.append(serversOf(connection).imap, raw),
    fileSentCopy: (connection, mail) => sent.file(serversOf(connection).imap, mail),
    openMailboxSync: (connection, cursor, handlers, syncOptions = {}) =>
      openImapSync(serversOf(connection).imap, cursor, handlers, syncOptions, settings),
    async close() {
      await Promise.all([pool.close(), sent.close()]);
    },
  };
}

/** Where mails arrived in mailboxes that only receive. @throws Error for an OUTBOUND_ALLOW that cannot be read */
export function createPlacement(options: SmtpImapOptions = {}): PlacementPort {
  return createImapPlacement(toImapSettings(options));
}

function toImapSettings(options: SmtpImapOptions): ImapSettings {
  const { limits } = smtpImapManifest;
  return {
    allow: parseOutboundAllow(options.outbound_allow),
    plain: parseOutboundAllow(options.outbound_plain, 'OUTBOUND_PLAIN'),
    connect_timeout_in_ms: options.connect_timeout_in_ms ?? limits.connect_timeout_in_ms,
    answer_timeout_in_ms: options.answer_timeout_in_ms ?? limits.answer_timeout_in_ms,
  };
}

/** Signs in to both servers, and leaves again. */
async function signInOnce(
  connection: MailboxConnection,
  settings: ImapSettings & SmtpSettings,
): Promise<VerifiedMailbox> {
  const { imap, smtp } = serversOf(connection);
  const signedIn = await signInToImap(imap, settings);
  if (!signedIn.ok) return signedIn;
  try {
    (await openSmtp(smtp, settings)).close();
  } catch (error) {
    if (isProviderError(error)) return presentFailure('SMTP', error);
    throw error;
  }
  return { ok: true };
}

function serversOf(connection: MailboxConnection): ImapConnection {
  if (connection.type === 'IMAP') return connection;
  throw new Error(`a mailbox of type ${connection.type} has no servers to sign in to`);
}
