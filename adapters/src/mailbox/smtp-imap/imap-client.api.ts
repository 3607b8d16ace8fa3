import net from 'node:net';
import { cutText } from '@overture/domain/text/text-bounds';
import { ImapFlow } from 'imapflow';
import {
  isAddressAllowed,
  isPlainAllowed,
  type OutboundAllowList,
  OutboundRefusedError,
  resolveAllowedAddresses,
} from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import type { MailServer, VerifiedMailbox } from '../mailbox.port.ts';
import type { ConnectionTurns } from './connection-turns.api.ts';
import { describeConnection, describeRefusedLogin } from './connection-words.transform.ts';
import {
  type BudgetSettings,
  faultOf,
  IMAP_LIMITS,
  LIST_LIMITS,
  recordFault,
  withinLimits,
} from './imap-limits.api.ts';

export type ImapSettings = {
  /** What a mailbox may receive within the hour. */
  budget?: BudgetSettings;
  allow: OutboundAllowList;
  /** Servers that may be spoken to unencrypted or over an unknown certificate, besides this machine itself. */
  plain?: OutboundAllowList;
  /** Decides it for every server instead. */
  is_plain_allowed?: boolean;
  connect_timeout_in_ms: number;
  /** Longest silence while a command is out. */
  answer_timeout_in_ms: number;
  /** In which mailboxes that are read open their connections. */
  turns?: ConnectionTurns;
};

/**
 * Connects and logs in. imapflow's rule: one object, one loop; its `error` must have a listener before `connect`, and a
 * lost connection means a new object.
 * @param onOpening called with the connection before it is there: closing it ends the attempt
 * @throws ProviderError auth_expired | unavailable | rejected (address refused, no STARTTLS)
 */
export async function openImap(
  server: MailServer,
  settings: ImapSettings,
  onOpening: (client: ImapFlow) => void = () => {},
): Promise<ImapFlow> {
  const address = await checkedAddress(server, settings.allow);
  const isExempt = settings.is_plain_allowed ?? isPlainAllowed(settings.plain, server.host, server.port, address);
  const client = new ImapFlow({
    // The checked address is connected to; certificates are still checked against the name.
    host: address,
    ...(net.isIP(server.host) === 0 ? { servername: server.host } : {}),
    port: server.port,
    secure: server.secure,
    ...(server.secure || isExempt ? {} : { doSTARTTLS: true }),
    auth: { user: server.username, pass: server.password },
    tls: { rejectUnauthorized: !isExempt },
    logger: false,
    disableAutoIdle: true,
    clientInfo: { name: 'Overture' },
    connectionTimeout: settings.connect_timeout_in_ms,
    greetingTimeout: settings.connect_timeout_in_ms,
    socketTimeout: settings.answer_timeout_in_ms,
    // Many servers and gateways drop a silent IDLE; it is renewed well before.
    maxIdleTime: 4 * 60_000,
    ...IMAP_LIMITS,
  });
  client.on('error', (error) => recordFault(client, error));
  onOpening(client);
  try {
    await withinLimits(client, LIST_LIMITS, () => client.connect());
    return client;
  } catch (error) {
    recordFault(client, error);
    client.close();
    throw classifyImapFailure(faultOf(client) ?? error);
  }
}

async function checkedAddress(server: MailServer, allow: OutboundAllowList): Promise<string> {
  try {
    const addresses = await resolveAllowedAddresses(server.host, server.port, allow);
    // imapflow takes one address. IPv4 is the one that works from everywhere.
    const address = addresses.find((candidate) => net.isIPv4(candidate)) ?? addresses[0] ?? '';
    if (!isAddressAllowed(server.host, server.port, address, allow))
      throw new OutboundRefusedError(`${server.host} is refused.`);
    return address;
  } catch (error) {
    throw classifyImapFailure(error);
  }
}

type ImapFailure = Error & {
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  responseText?: string;
  response?: unknown;
  code?: string;
};

/** Sorts a failed IMAP command or connection into the closed set; the reason is what the server said where it said something. */
export function classifyImapFailure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const failure = error as ImapFailure;
  const said = failure.responseText ?? (typeof failure.response === 'string' ? failure.response : undefined);
  const words = said?.replace(/^\S+ (?:NO|BAD) /, '');
  const details = { code: failure.serverResponseCode ?? failure.code ?? null, cause: error };
  if (error instanceof OutboundRefusedError)
    return new ProviderError('rejected', cutText(failure.message, 500), { ...details, concerns: 'service' });
  // A server that is down for maintenance refuses logins too, and says so.
  const isTemporary = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG)$/i.test(failure.serverResponseCode ?? '');
  if (failure.authenticationFailed && !isTemporary) {
    return new ProviderError('auth_expired', cutText(describeRefusedLogin(words), 500), {
      ...details,
      concerns: 'sender',
    });
  }
  const reason = cutText(words ?? describeConnection(failure), 500);
  return new ProviderError('unavailable', reason, { ...details, concerns: 'service' });
}

/** The path of the folder for sent mail: the server's own mark, else a name known in one of many languages; null when there is none. */
export async function findSentFolder(client: ImapFlow): Promise<string | null> {
  const folders = await withinLimits(client, LIST_LIMITS, () => client.list());
  return folders.find((folder) => folder.specialUse === '\\Sent')?.path ?? null;
}

/** Signs in and leaves again. */
export async function signInToImap(server: MailServer, settings: ImapSettings): Promise<VerifiedMailbox> {
  try {
    const client = await openImap(server, settings);
    await client.logout().catch(() => client.close());
    return { ok: true };
  } catch (error) {
    return presentFailure('IMAP', classifyImapFailure(error));
  }
}

export function presentFailure(failed: 'IMAP' | 'SMTP', error: ProviderError): VerifiedMailbox {
  return { ok: false, failed, reason: error.reason, is_credentials: error.kind === 'auth_expired' };
}
