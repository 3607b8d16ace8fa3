import { api } from '@overture/contract';
import { HEALTHY_STATUSES } from '@overture/domain/accounts';
import { beforeEach, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let agency: Person;
let client: Awaited<ReturnType<typeof addClient>>;

const overview = async (days?: 7 | 30 | 90, by: Person = agency) =>
  (await by.call(api.getAgencyOverview, { query: days ? { days } : {} })).data.clients;
const sum = (id: number, daysAgo: number, slot: number, mails: number, messages: number) =>
  server.owner.query(
    `insert into account_days (organization_id, day, account_id, slot, actions, emails_sent, linkedin_messages_sent, replies, interested)
    values ($1, (now() at time zone 'UTC')::date - $2::int, 1, $3, $4, $5, $6, 2, 1)`,
    [id, daysAgo, slot, mails + messages, mails, messages],
  );
const connect = (id: number, status: string, deleted = false) =>
  server.owner.query(
    `insert into accounts (organization_id, account_type, status, name, deleted_at)
    values ($1, 'IMAP', $2, 'Sender', case when $3 then now() end)`,
    [id, status, deleted],
  );

beforeEach(async () => {
  agency = await signUpAgency(server);
  client = await addClient(server, agency, { company_name: 'Acme BV' });
});

test('sums the activity of clients in a period, and lists senders that need attention', async () => {
  await sum(client.id, 0, 1, 10, 2);
  await sum(client.id, 6, 2, 5, 0);
  await sum(client.id, 7, 1, 100, 0);
  await sum(client.id, 89, 1, 1000, 0);
  await sum(client.id, 90, 1, 9000, 0);
  for (const status of [...HEALTHY_STATUSES, 'CREDENTIALS', 'ERROR', 'STOPPED']) await connect(client.id, status);
  await connect(client.id, 'ERROR', true);
  await connect(client.id, 'DELETED');
  const figures = (row: object) => ({ client_id: client.id, name: 'Acme BV', ...row });
  expect(await overview(7)).toMatchObject([
    figures({ sent: 17, replies: 4, positive: 2, senders: 7, senders_in_need: 3, email_credits: 750 }),
  ]);
  expect(await overview()).toMatchObject([figures({ sent: 117, replies: 6, positive: 3 })]);
  expect(await overview(90)).toMatchObject([figures({ sent: 1117 })]);
});

test('the last activity is that of its campaigns or of its own people, not of who acts for them', async () => {
  await server.owner.query('delete from sessions where organization_id = $1', [client.id]);
  expect((await overview())[0]!.last_active_at).toBeNull();
  const token = (await agency.call(api.impersonateClient, { params: { userId: client.user_id }, body: {} })).data.data!
    .token as string;
  await clientOf(server.program, token).call(api.getUser);
  expect((await overview())[0]!.last_active_at).toBeNull();
  await sum(client.id, 200, 1, 1, 0);
  const day = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
  expect((await overview())[0]!.last_active_at).toBe(`${day}T00:00:00.000Z`);
});

test('lists active clients of its own agency, and no message content', async () => {
  const other = await signUpAgency(server);
  const missing = await addClient(server, agency);
  await agency.call(api.cancelClient, { params: { id: missing.id } });
  expect((await overview()).map(({ client_id }) => client_id)).toEqual([client.id]);
  expect(await overview(30, other)).toEqual([]);
  const outsider = await server.signUp();
  for (const person of [outsider, clientOf(server.program, client.token)])
    expect((await person.call(api.getAgencyOverview, { query: {} })).error.code).toBe('forbidden');
});

test.each(['8', '0', '-7', '1e9', '30.5', 'all', "30'"])('a period of %j is refused', async (days) => {
  const answer = await server.program.app.inject({
    url: `${apiBase}/agency/overview/?days=${encodeURIComponent(days)}`,
    headers: { jwt: agency.token as string },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
});
