import { ProviderError } from '@overture/adapters/kit/errors';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { writeToken } from '@overture/domain/message/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import { type Dispatcher, startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import * as world from './run.factory.ts';

/** A hostile mail server's response: NUL, half a surrogate pair, and a megabyte of text. */
const HOSTILE = `550 no such\0body ${'😀'.charAt(0)} ${'x'.repeat(1_000_000)}`;
let server: TestServer & { stop(): Promise<void> };
let mail: MailSandbox;
let dispatcher: Dispatcher;

beforeAll(async () => {
  mail = await startSilentMail(100);
  const smtp = createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 });
  server = await startTestServer({
    roles: ['web'],
    environment: { TIME_TRAVEL: 'on' },
    mailbox: {
      ...smtp,
      sendMail: async (connection, composed) => {
        if (composed.envelope.to.includes('refused@northwind.example'))
          throw new ProviderError('rejected', HOSTILE, { concerns: 'recipient', code: HOSTILE });
        return smtp.sendMail(connection, composed);
      },
    },
  });
  dispatcher = startDispatcher(server.program.system, new Map([[campaignStepKind.name, campaignStepKind]]), {
    poll_in_ms: 40,
  });
}, 60_000);
afterAll(async () => {
  await dispatcher?.stop();
  await server?.stop();
  await mail?.close();
});

async function start(message: string, person: world.PersonSpec): Promise<number> {
  const { system } = server.program;
  const organization_id = await world.makeOrganization(system);
  const { smtp_port, imap_port } = mail;
  const email = `ada${organization_id}@acme.example`;
  const account_id = await world.makeMailSender(system, organization_id, { email, smtp_port, imap_port });
  const nodes = [{ type: 'EMAIL' as const, subject: 'Hello', message }];
  const campaign = await world.makeCampaign(system, { organization_id, account_id, nodes });
  const prospects = await world.makePeople(system, organization_id, [person]);
  const [lead] = await world.startPeople(system, campaign, organization_id, prospects);
  return lead!;
}

async function findLead(id: number) {
  const { rows } = await server.owner.query(
    `select l.status, l.error, i.state, i.reason, i.code from campaign_leads l
      left join outbound_intents i on i.kind = 'campaign_step' and i.ref_id = l.id where l.id = $1`,
    [id],
  );
  return rows[0];
}

const isSent = (address: string): boolean => [...mail.store.mails()].some((one) => one.recipients.includes(address));

test.each<[string, string, world.PersonSpec, object]>([
  [
    'an emoji across position 80 of the name of a result',
    `Hi ${writeToken({ kind: 'research', id: 12, name: `${'n'.repeat(79)}😀 of the company` })}`,
    { email: 'lacks@northwind.example' },
    { status: 'SCHEDULED' },
  ],
  [
    'a refusal with NUL, half a character and a megabyte',
    'Hi',
    { email: 'refused@northwind.example' },
    { state: 'rejected', reason: expect.stringMatching(/^550 no suchbody \ufffd x{900}/), code: expect.any(String) },
  ],
  [
    'a message that the data of a lead makes too long',
    '{{company_name}}'.repeat(500),
    { email: 'long@northwind.example', company_name: '"'.repeat(2000) },
    { status: 'FAILED', error: expect.stringContaining('longer than 200,000 characters') },
  ],
])('%s does not block others', async (what, message, person, expected) => {
  const lead = await start(message, person);
  const other = `other${what.length}@southwind.example`;
  const ready = await start('Hi {{first_name}}', { email: other });
  await world.runUntilQuiet(server.program.system);
  expect(await findLead(lead)).toMatchObject(expected);
  expect(await findLead(ready)).toMatchObject({ state: 'confirmed' });
  expect(isSent(other)).toBe(true);
});
