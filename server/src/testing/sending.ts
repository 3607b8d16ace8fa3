import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import type { DnsPort } from '@overture/adapters/dns/dns.port';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { afterAll, beforeAll } from 'vitest';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { campaignStepKind } from '../slices/campaigns/index.ts';
import { type Dispatcher, startDispatcher } from '../slices/outbound/dispatch/dispatcher.service.ts';
import { type TestServer, useTestServer } from './harness.ts';
import { startSilentMail } from './silent-mail.ts';

const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);

interface SendingOptions {
  /** What each mail takes the server. */
  slow_in_ms: number;
  /** After so long without an answer of it a mail is in doubt. */
  answer_timeout_in_ms: number;
  dns?: DnsPort;
  contact_finder?: ContactFinderPort;
}

/** For a test file: a program with a movable clock that sends campaigns to a real mail server, whose people stay silent. */
export function useSending({ slow_in_ms, answer_timeout_in_ms, dns, contact_finder }: SendingOptions): {
  server: TestServer;
  mail: MailSandbox;
} {
  const server = useTestServer({
    roles: ['web'],
    environment: { TIME_TRAVEL: 'on' },
    ...(dns && { dns }),
    ...(contact_finder && { contact_finder }),
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms }),
  });
  let mail: MailSandbox | undefined;
  let dispatcher: Dispatcher | undefined;
  beforeAll(async () => {
    mail = await startSilentMail(slow_in_ms);
    dispatcher = startDispatcher(server.program.system, kinds, { poll_in_ms: 40 });
  });
  afterAll(async () => {
    await dispatcher?.stop();
    await mail?.close();
  });
  return { server, mail: new Proxy({} as MailSandbox, { get: (_, key) => mail?.[key as keyof MailSandbox] }) };
}
