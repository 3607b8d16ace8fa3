import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { api } from '@overture/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import { createClient as clientOf, startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import * as world from '../../campaigns/run/run.factory.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';

const DAY_IN_SECONDS = 86_400;
const PEOPLE = 5;
const GAP_IN_SECONDS = 60;
let server: TestServer & { stop(): Promise<void> };
let mail: MailSandbox;

beforeAll(async () => {
  mail = await startSilentMail(100);
  server = await startTestServer({
    roles: ['web', 'worker'],
    environment: { TIME_TRAVEL: 'on' },
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 }),
  });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

const countUnderWay = async (organization: number) =>
  (
    await server.owner.query(`select from outbound_intents where organization_id = $1 and state = 'dispatching'`, [
      organization,
    ])
  ).rowCount;

test('a client cancelled while sending stays silent, also after an undo, until resumed', async () => {
  const system = server.program.system;
  const agency = await signUpAgency(server);
  const client = await addClient(server, agency);
  const email = `sender${client.id}@acme.example`;
  const ports = { smtp_port: mail.smtp_port, imap_port: mail.imap_port };
  const account_id = await world.makeMailSender(system, client.id, { email, ...ports, gap_in_seconds: GAP_IN_SECONDS });
  const nodes = [{ type: 'EMAIL' as const }];
  const campaign = await world.makeCampaign(system, { organization_id: client.id, account_id, nodes });
  const people = Array.from({ length: PEOPLE }, (_, index) => ({ email: `p${index}.${client.id}@northwind.example` }));
  await world.startPeople(system, campaign, client.id, await world.makePeople(system, client.id, people));
  const receivers = () =>
    [...mail.store.mails()].filter(({ from }) => from === email).flatMap(({ recipients }) => recipients);
  await expect.poll(() => receivers().length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);

  const params = { id: client.id };
  expect((await agency.call(api.cancelClient, { params })).status).toBe(200);
  // What its server was being handed at that moment ends; nothing new begins.
  await expect.poll(() => countUnderWay(client.id), { timeout: 20_000 }).toBe(0);
  const sent = receivers().length;
  expect(sent).toBeLessThan(PEOPLE);
  const stand = async () => {
    await world.moveClock(system, 5 * DAY_IN_SECONDS);
    await world.runUntilQuiet(system);
    expect(await countUnderWay(client.id)).toBe(0);
    expect(receivers()).toHaveLength(sent);
  };
  await stand();

  await server.owner.query(`update sessions set expires_at = app_now() + interval '30 days', last_seen_at = app_now()`);
  expect((await agency.call(api.restoreClient, { params })).data.client.active_subscription_whitelabel).toBe(true);
  await stand();

  const password = 'a long enough pass phrase';
  const signedIn = await server.anonymous.call(api.login, { body: { email: client.email, password } });
  const person = clientOf(server.program, signedIn.data.data!.token as string);
  const answer = await person.call(api.activateCampaign, { params: { id: campaign.id }, body: {} as never });
  expect([answer.status, answer.status === 200 ? null : answer.error]).toEqual([200, null]);
  for (let turn = 0; turn < PEOPLE; turn += 1) {
    await world.moveClock(system, 2 * GAP_IN_SECONDS);
    await world.runUntilQuiet(system);
  }
  expect(receivers()).toHaveLength(PEOPLE);
  expect(new Set(receivers()).size).toBe(PEOPLE);
}, 90_000);
