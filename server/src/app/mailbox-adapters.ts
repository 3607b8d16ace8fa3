import type { IdentityClient } from '@overture/adapters/identity/identity.port';
import { openidManifest } from '@overture/adapters/identity/openid/openid.manifest';
import { createGmailMailbox } from '@overture/adapters/mailbox/gmail/gmail.adapter';
import { gmailManifest } from '@overture/adapters/mailbox/gmail/gmail.manifest';
import { createGoogleOauth } from '@overture/adapters/mailbox/gmail/gmail.oauth';
import { createMailbox } from '@overture/adapters/mailbox/mailbox.adapter';
import type {
  ImapConnection,
  MailboxConnection,
  MailboxPort,
  MailServer,
  OauthProvider,
} from '@overture/adapters/mailbox/mailbox.port';
import type { MailOauthPort } from '@overture/adapters/mailbox/mailbox-oauth.port';
import { createMicrosoftGraphMailbox } from '@overture/adapters/mailbox/microsoft-graph/microsoft-graph.adapter';
import { createMicrosoftOauth } from '@overture/adapters/mailbox/microsoft-graph/microsoft-graph.oauth';
import { createMissingMailbox } from '@overture/adapters/mailbox/not-configured.adapter';
import { createMissingOauth } from '@overture/adapters/mailbox/oauth/oauth-client.api';
import type { PlacementPort } from '@overture/adapters/mailbox/placement.port';
import { createPlacement, createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { labelAccountType } from '@overture/domain/accounts';
import type { Config } from '../kernel/config.ts';
import type { Ports } from '../ports.ts';
import type { SandboxAddresses } from './sandbox.ts';

/**
 * Mailboxes of the sandbox are found at the current ports of its servers, not those of the time of connecting.
 * @param moved `host:port` of former servers to the current one
 */
function followSandbox(adapter: MailboxPort, moved: ReadonlyMap<string, string>): MailboxPort {
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
  const { imap, smtp } = connection;
  return { ...connection, imap: followServer(imap, moved), smtp: followServer(smtp, moved) };
}

function followServer(server: MailServer, moved: ReadonlyMap<string, string>): MailServer {
  const [host, port] = moved.get(`${server.host}:${server.port}`)?.split(':') ?? [];
  return host === undefined ? server : { ...server, host, port: Number(port) };
}

/** Mailboxes that only receive are found in the same way. */
function followPlacement(port: PlacementPort, moved: ReadonlyMap<string, string>): PlacementPort {
  return {
    verifyLogin: (server) => port.verifyLogin(followServer(server, moved)),
    findPlaces: (server, mails) => port.findPlaces(followServer(server, moved), mails),
  };
}

type Sandbox = Pick<SandboxAddresses, 'http' | 'moved'> | null;
type Client = { client_id: string; client_secret: string };
type Consented = { mailbox: MailboxPort; oauth: MailOauthPort };

/** Mailboxes of all types behind one port, and the sign-in of those that need consent. */
export function createMailboxes(
  config: Config,
  sandbox: Sandbox,
  outbound_allow: string,
): Pick<Ports, 'mailbox' | 'mail_oauth' | 'placement'> {
  const options = { outbound_allow, outbound_plain: config.OUTBOUND_PLAIN };
  const moved = sandbox?.moved ?? new Map<string, string>();
  const google = createGoogle(config, sandbox, outbound_allow);
  const microsoft = createMicrosoft(config, sandbox, outbound_allow);
  return {
    mailbox: createMailbox({
      IMAP: followSandbox(createSmtpImapMailbox(options), moved),
      GOOGLE: google.mailbox,
      MICROSOFT: microsoft.mailbox,
    }),
    mail_oauth: { GOOGLE: google.oauth, MICROSOFT: microsoft.oauth },
    placement: followPlacement(createPlacement(options), moved),
  };
}

/** What the sandbox badge says of mailboxes by consent. */
export function simulatedMailboxes(config: Config): string[] {
  return (['GOOGLE', 'MICROSOFT'] as const)
    .filter((provider) => isSimulated(config, provider))
    .map((provider) => `${labelAccountType(provider)} mail`);
}

/** True where a sandbox, if there is one, answers: nothing of the provider's is set. */
function isSimulated(config: Config, provider: OauthProvider): boolean {
  const names = ['CLIENT_ID', 'CLIENT_SECRET', 'API_URL', 'AUTH_URL'] as const;
  return (
    names.every((name) => !config[`${provider}_${name}`]) &&
    (provider !== 'GOOGLE' || !(config.GOOGLE_TOKEN_URL || config.GOOGLE_ISSUER))
  );
}

function createGoogle(config: Config, sandbox: Sandbox, outbound_allow: string): Consented {
  const stand_in = standIn(config, sandbox, 'GOOGLE');
  const client = findClient(config, 'GOOGLE', stand_in !== null);
  if (client === null) return createMissing('GOOGLE', config);
  const api_url = config.GOOGLE_API_URL ?? stand_in ?? gmailManifest.addresses.api;
  return {
    mailbox: createGmailMailbox({ api_url, outbound_allow }),
    oauth: createGoogleOauth({
      ...client,
      auth_url: config.GOOGLE_AUTH_URL ?? (stand_in ? `${stand_in}/o/oauth2/v2` : undefined),
      token_url: config.GOOGLE_TOKEN_URL ?? stand_in ?? undefined,
      api_url,
      outbound_allow,
    }),
  };
}

function createMicrosoft(config: Config, sandbox: Sandbox, outbound_allow: string): Consented {
  const stand_in = standIn(config, sandbox, 'MICROSOFT');
  const client = findClient(config, 'MICROSOFT', stand_in !== null);
  if (client === null) return createMissing('MICROSOFT', config);
  const api_url = config.MICROSOFT_API_URL ?? stand_in ?? undefined;
  const auth_url = config.MICROSOFT_AUTH_URL ?? (stand_in ? `${stand_in}/common` : undefined);
  return {
    mailbox: createMicrosoftGraphMailbox({ api_url, outbound_allow }),
    oauth: createMicrosoftOauth({ ...client, api_url, auth_url, outbound_allow }),
  };
}

/** Us as Google knows us: for mailboxes, and for signing in. */
export function createGoogleClient(config: Config, sandbox: Sandbox): IdentityClient | null {
  const stand_in = standIn(config, sandbox, 'GOOGLE');
  const client = findClient(config, 'GOOGLE', stand_in !== null);
  const issuer = config.GOOGLE_ISSUER ?? stand_in ?? openidManifest.issuers.google;
  return client && { ...client, issuer, offers_accounts: true };
}

function standIn(config: Config, sandbox: Sandbox, provider: OauthProvider): string | null {
  return sandbox !== null && isSimulated(config, provider) ? `http://${sandbox.http}/${provider.toLowerCase()}` : null;
}

function findClient(config: Config, provider: OauthProvider, hasStandIn: boolean): Client | null {
  if (hasStandIn) return { client_id: 'sandbox', client_secret: 'sandbox' };
  const [client_id, client_secret] = [config[`${provider}_CLIENT_ID`], config[`${provider}_CLIENT_SECRET`]];
  return client_id && client_secret ? { client_id, client_secret } : null;
}

function createMissing(provider: OauthProvider, config: Config): Consented {
  const missing = ([`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const).filter((name) => !config[name]);
  return { mailbox: createMissingMailbox(labelAccountType(provider)), oauth: createMissingOauth(missing) };
}
