import { createGmailMailbox } from '@overture/adapters/mailbox/gmail/gmail.adapter';
import { gmailManifest } from '@overture/adapters/mailbox/gmail/gmail.manifest';
import { createGoogleOauth } from '@overture/adapters/mailbox/gmail/gmail.oauth';
import { createMailbox } from '@overture/adapters/mailbox/mailbox.adapter';
import { createMissingMailbox } from '@overture/adapters/mailbox/not-configured.adapter';
import { createMissingOauth } from '@overture/adapters/mailbox/oauth/oauth-client.api';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import type { Config } from '../kernel/config.ts';
import type { Ports } from '../ports.ts';
import type { SandboxAddresses } from './sandbox.ts';

type Sandbox = Pick<SandboxAddresses, 'http'> | null;

/** True where a sandbox, if there is one, answers for Google mailboxes: nothing of theirs is set. */
export function isGoogleSimulated(config: Config): boolean {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_API_URL, GOOGLE_AUTH_URL, GOOGLE_TOKEN_URL } = config;
  return !(GOOGLE_CLIENT_ID || GOOGLE_CLIENT_SECRET || GOOGLE_API_URL || GOOGLE_AUTH_URL || GOOGLE_TOKEN_URL);
}

/** Mailboxes of all types behind one port, and the sign-in of those that need consent. */
export function createMailboxes(
  config: Config,
  sandbox: Sandbox,
  outbound_allow: string,
): Pick<Ports, 'mailbox' | 'mail_oauth'> {
  const google = createGoogle(config, sandbox, outbound_allow);
  return {
    mailbox: createMailbox({
      IMAP: createSmtpImapMailbox({ outbound_allow }),
      GOOGLE: google.mailbox,
      MICROSOFT: createMissingMailbox('Microsoft'),
    }),
    mail_oauth: {
      GOOGLE: google.oauth,
      MICROSOFT: createMissingOauth(['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET']),
    },
  };
}

function createGoogle(config: Config, sandbox: Sandbox, outbound_allow: string) {
  const stand_in = sandbox !== null && isGoogleSimulated(config) ? `http://${sandbox.http}/google` : null;
  const client_id = config.GOOGLE_CLIENT_ID ?? (stand_in && 'sandbox');
  const client_secret = config.GOOGLE_CLIENT_SECRET ?? (stand_in && 'sandbox');
  const missing = gmailManifest.settings.filter((name) => !config[name]);
  if (!client_id || !client_secret)
    return { mailbox: createMissingMailbox(gmailManifest.label), oauth: createMissingOauth([...missing]) };
  const api_url = config.GOOGLE_API_URL ?? stand_in ?? undefined;
  return {
    mailbox: createGmailMailbox({ api_url, outbound_allow }),
    oauth: createGoogleOauth({
      client_id,
      client_secret,
      auth_url: config.GOOGLE_AUTH_URL ?? (stand_in ? `${stand_in}/o/oauth2/v2` : undefined),
      token_url: config.GOOGLE_TOKEN_URL ?? stand_in ?? undefined,
      api_url,
      outbound_allow,
    }),
  };
}
