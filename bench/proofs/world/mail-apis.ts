import { createHash, randomBytes } from 'node:crypto';
import { createGmailMailbox } from '@overture/adapters/mailbox/gmail/gmail.adapter';
import { createGoogleOauth } from '@overture/adapters/mailbox/gmail/gmail.oauth';
import { createMailbox } from '@overture/adapters/mailbox/mailbox.adapter';
import type { MailboxPort, OauthProvider } from '@overture/adapters/mailbox/mailbox.port';
import type { MailOauthPorts } from '@overture/adapters/mailbox/mailbox-oauth.port';
import { createMicrosoftGraphMailbox } from '@overture/adapters/mailbox/microsoft-graph/microsoft-graph.adapter';
import { createMicrosoftOauth } from '@overture/adapters/mailbox/microsoft-graph/microsoft-graph.oauth';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { createClock } from '../../../sandbox/src/clock.ts';
import { registerGoogleSandbox } from '../../../sandbox/src/google/google-sandbox.ts';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { registerMicrosoftSandbox } from '../../../sandbox/src/microsoft/microsoft-sandbox.ts';
import type { SystemContext } from '../../../server/src/kernel/context.ts';

/** Gmail and Graph before the mail world of a proof, and the adapters that speak to them. */

export interface MailApis {
  url: string;
  close(): Promise<void>;
}

const CLIENT = { client_id: 'sandbox', client_secret: 'sandbox' };
const BACK = 'http://localhost/callback';

export async function startMailApis(mail: MailSandbox): Promise<MailApis> {
  const app = Fastify({ bodyLimit: 36_000_000, forceCloseConnections: true });
  const clock = createClock();
  await registerGoogleSandbox(app, { state_file: null }, clock, mail);
  await registerMicrosoftSandbox(app, { state_file: null }, clock, mail);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const vendor of ['google', 'microsoft']) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${url}/${vendor}/__control/oauth`, {
      ...init,
      body: JSON.stringify({ auto_approve: 'nobody@acme.example' }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return { url, close: () => app.close() };
}

/** @param smtp the adapter of mailboxes without an API @param timeout_in_ms after which an answer is missing */
export function connectMailApis(
  url: string,
  smtp: MailboxPort,
  timeout_in_ms: number,
): { mailbox: MailboxPort; mail_oauth: MailOauthPorts } {
  const [google, microsoft] = [`${url}/google`, `${url}/microsoft`];
  const settings = { timeout_in_ms, back_off_in_ms: 100 };
  return {
    mailbox: createMailbox({
      IMAP: smtp,
      GOOGLE: createGmailMailbox({ api_url: google, ...settings }),
      MICROSOFT: createMicrosoftGraphMailbox({ api_url: microsoft, ...settings }),
    }),
    mail_oauth: {
      GOOGLE: createGoogleOauth({ ...CLIENT, auth_url: `${google}/o/oauth2/v2`, token_url: google, api_url: google }),
      MICROSOFT: createMicrosoftOauth({ ...CLIENT, auth_url: `${microsoft}/common`, api_url: microsoft }),
    },
  };
}

/** A sender whose person has agreed. */
export async function makeConsentedSender(
  system: SystemContext,
  organizationId: number,
  type: OauthProvider,
  email: string,
): Promise<number> {
  const oauth = system.ports.mail_oauth[type];
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const page = oauth.createAuthorizationUrl({ state: 's', code_challenge, redirect_uri: BACK, login_hint: email });
  const { headers } = await fetch(page, { redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  const tokens = await oauth.exchangeCode({ code, code_verifier, redirect_uri: BACK });
  const sealed = system.vault.seal('mailbox', JSON.stringify({ type, email, tokens }));
  return system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into accounts (organization_id, account_type, status, name, email,
        email_max_messages, send_gap_in_seconds, sealed_connection, sent_copy)
      values (${organizationId}, ${type}, 'OK', 'Ada Jansen', ${email}, 1000, 0, ${sealed}, 'kept_by_server')
      returning id`.execute(db);
    return rows.rows[0]!.id;
  });
}
