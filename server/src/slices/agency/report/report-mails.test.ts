import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';
import { mailReports } from './report-mails.service.ts';

const server = useTestServer({ session_memory_in_ms: 0 });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let agency: Person;
let client: Awaited<ReturnType<typeof addClient>>;

/** Moves the clock to a time of the next month. */
async function travel(day: number, hour: number): Promise<void> {
  const now = new Date();
  const there = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, hour);
  const seconds = Math.round((there - now.getTime()) / 1000);
  await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
  server.program.system.clock.setOffset(seconds * 1000);
}
const set = (to_agency: boolean, to_client: boolean, by: Person = agency) =>
  by.call(api.setReportMails, { params: { id: client.id }, body: { to_agency, to_client } });
const run = () => mailReports(server.program.system);
const reports = () => server.mails.filter(({ subject }) => subject.startsWith('Report '));
const failOnce = (kind: 'unavailable' | 'unknown_outcome') =>
  vi
    .spyOn(server.program.system.ports.mailer, 'sendSystemMail')
    .mockRejectedValueOnce(new ProviderError(kind, 'No.', { concerns: 'service' }));

beforeEach(async () => {
  server.mails.length = 0;
  await server.owner.query('update agency_clients set report_to_agency_since = null, report_to_client_since = null');
  agency = await signUpAgency(server);
  client = await addClient(server, agency, { company_name: 'Acme BV' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.owner.query("update installation set clock_offset = interval '0'");
  server.program.system.clock.setOffset(0);
});

test('it is off until switched on, by the own agency only', async () => {
  const mails = async () => (await agency.call(api.getReportMails, { params: { id: client.id } })).data.mails;
  expect(await mails()).toMatchObject({ to_agency: false, to_client: false, client_address: client.email });
  await travel(1, 7);
  await run();
  expect(reports()).toEqual([]);
  const other = await signUpAgency(server);
  expect((await set(true, true, other)).status).toBe(404);
  expect((await other.call(api.getReportMails, { params: { id: client.id } })).status).toBe(404);
  const own = clientOf(server.program, client.token);
  expect((await own.call(api.getReportMails, { params: { id: client.id } })).error.code).toBe('forbidden');
});

test('it is mailed once from six on the first, whoever asks at the same time and again', async () => {
  const { agency_address, ...mails } = (await set(true, true)).data.mails;
  expect(mails).toEqual({ to_agency: true, to_client: true, client_address: client.email });
  await travel(1, 5);
  await run();
  expect(reports()).toEqual([]);
  await travel(1, 6);
  await Promise.all([run(), run(), run()]);
  await run();
  await server.owner.query("update agency_clients set report_to_client_since = '2026-01-01' where client_id = $1", [
    client.id,
  ]);
  await travel(2, 8);
  await run();
  const sent = reports();
  expect(sent.map(({ to }) => to).toSorted()).toEqual([client.email, agency_address].toSorted());
  for (const { to, subject, text, attachments } of sent) {
    expect(subject).toContain('Acme BV');
    expect(text.includes('/agency/clients/')).toBe(to === agency_address);
    expect(attachments?.map(({ content_type, content }) => [content_type, String(content.subarray(0, 5))])).toEqual([
      ['application/pdf', '%PDF-'],
    ]);
  }
});

test('not to a client that was cancelled, whose plan ended, or for which it was switched on too late', async () => {
  await travel(1, 7);
  await server.owner.query("update sessions set last_seen_at = app_now(), expires_at = app_now() + interval '30 days'");
  await set(true, true);
  await run();
  expect(reports()).toEqual([]);
  await server.owner.query("update agency_clients set report_to_client_since = '2026-01-01' where client_id = $1", [
    client.id,
  ]);
  const end = (column: string, value: string) =>
    server.owner.query(`update organizations set ${column} = ${value} where organization_id = $1`, [client.id]);
  await end('suspended_at', 'now()');
  await run();
  await end('suspended_at', 'null');
  await server.owner.query(
    "update agency_clients set cancelled_at = app_now(), erase_at = app_now() + interval '30 days' where client_id = $1",
    [client.id],
  );
  await run();
  expect(reports()).toEqual([]);
});

test('a mail that did not leave for sure is tried again, one that may have left is not', async () => {
  await set(false, true);
  await travel(1, 7);
  failOnce('unavailable');
  await run();
  expect(reports()).toEqual([]);
  await run();
  expect(reports()).toHaveLength(1);
  await server.owner.query('delete from client_report_mails');
  failOnce('unknown_outcome');
  await run();
  await run();
  expect(reports()).toHaveLength(1);
});
