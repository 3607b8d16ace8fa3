import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRoundMemory } from '../../../kernel/rounds/parked-units.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { stopMail } from '../../../testing/stop-mail.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';
import { mailReports } from './report-mails.service.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let agency: Person;
let client: Awaited<ReturnType<typeof addClient>>;

/** Moves the clock to a time of the next month. */
const travel = (day: number, hour: number) => {
  const now = new Date();
  return goTo(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, hour));
};
async function goTo(there: number): Promise<void> {
  const seconds = Math.ceil((there - Date.now()) / 1000);
  await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
  server.program.system.clock.setOffset(seconds * 1000);
  await server.owner.query("update sessions set last_seen_at = app_now(), expires_at = app_now() + interval '30 days'");
}
const read = async (by: Person = agency) => by.call(api.getReportMails, { params: { id: client.id } });
const set = (user_ids: number[], time_zone?: string | null, by: Person = agency) =>
  by.call(api.setReportMails, { params: { id: client.id }, body: { user_ids, time_zone } });
const both = () => [agency.user_id, client.user_id];
/** Another user of the agency or of the client. */
const addPerson = async (organization: number, email: string, role = 'USER'): Promise<number> =>
  (
    await server.owner.query(
      'insert into users (organization_id, email, name, role, verified_at) values ($1, $2::text, $2::text, $3, now()) returning id',
      [organization, email, role],
    )
  ).rows[0].id;
/** Each as a process of its own. */
const run = () => mailReports({ ...server.program.system, rounds: createRoundMemory() });
const reports = () => server.mails.filter(({ subject }) => subject.startsWith('Report '));
const failOnce = (kind: 'unavailable' | 'unknown_outcome' | 'rejected') =>
  vi
    .spyOn(server.program.system.ports.mailer, 'sendSystemMail')
    .mockRejectedValueOnce(new ProviderError(kind, 'No.', { concerns: 'service' }));

beforeEach(async () => {
  server.mails.length = 0;
  await server.owner.query('delete from client_report_recipients');
  agency = await signUpAgency(server);
  client = await addClient(server, agency, { company_name: 'Acme BV' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.owner.query("update installation set clock_offset = interval '0', restored_at = null");
  server.program.system.clock.setOffset(0);
});

test('has no recipients until chosen, by its own agency only, from the two organizations only', async () => {
  const people = async () => (await read()).data.mails.people.map(({ email, of, is_chosen }) => [email, of, is_chosen]);
  const mails = await people();
  expect(mails).toEqual([
    [expect.any(String), 'agency', false],
    [client.email, 'client', false],
  ]);
  await travel(1, 7);
  await run();
  expect(reports()).toEqual([]);
  const other = await signUpAgency(server);
  const theirs = await addClient(server, other);
  const staff = await addPerson(agency.organization_id, `staff${client.id}@agency.example`, 'RESTRICTED');
  for (const stranger of [other.user_id, theirs.user_id, staff, 999_999_999])
    expect((await set([agency.user_id, stranger])).error).toMatchObject({ code: 'validation_failed' });
  expect(await people()).toEqual(mails);
  expect((await set(both(), undefined, other)).status).toBe(404);
  expect((await read(other)).status).toBe(404);
  const own = clientOf(server.program, client.token);
  expect((await own.call(api.getReportMails, { params: { id: client.id } })).error.code).toBe('forbidden');
});

test('is mailed once to a recipient from six on the first, under concurrency and repeats', async () => {
  const second = await addPerson(client.id, `second${client.id}@client.example`, 'RESTRICTED');
  const { people } = (await set([...both(), second, second])).data.mails;
  expect(people.map(({ is_chosen }) => is_chosen)).toEqual([true, true, true]);
  await travel(1, 5);
  await run();
  expect(reports()).toEqual([]);
  await travel(1, 6);
  await Promise.all([run(), run(), run()]);
  await run();
  // Taken off and chosen again, and seen from another zone, it is the same month.
  await set([]);
  await set(both(), 'America/Los_Angeles');
  await server.owner.query("update client_report_recipients set since = '2026-01-01'");
  await travel(2, 8);
  await run();
  const sent = reports();
  expect(sent.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  const byAgency = people.find(({ of }) => of === 'agency')?.email;
  for (const { to, subject, text, attachments } of sent) {
    expect(subject).toContain('Acme BV');
    expect(text.includes('/agency/clients/')).toBe(to === byAgency);
    expect(attachments?.map(({ content_type, content }) => [content_type, String(content.subarray(0, 5))])).toEqual([
      ['application/pdf', '%PDF-'],
    ]);
  }
});

test('each recipient reads the mail and its PDF in their own language', async () => {
  const language = (user: number, chosen: string | null) =>
    server.owner.query('update users set language = $2 where id = $1', [user, chosen]);
  await language(client.user_id, 'de');
  await set(both());
  await travel(1, 7);
  await run();
  const sentTo = (email: string) => server.mails.find(({ to, attachments }) => to === email && attachments);
  const [english, german] = [sentTo(agency.email), sentTo(client.email)];
  expect(english?.subject).toMatch(/^Report \w+ \d{4}: Acme BV$/);
  expect(german?.subject).toMatch(/^Bericht \p{L}+ \d{4}: Acme BV$/u);
  expect(german?.text).toMatch(/für Acme BV: 0 gesendete Nachrichten, .+\n\nDer Bericht hängt als PDF an\./);
  const languageOf = (mail: typeof german) => /\/Lang \((\w+)\)/.exec(String(mail?.attachments?.[0]?.content))?.[1];
  expect([languageOf(english), languageOf(german)]).toEqual(['en', 'de']);
  await language(client.user_id, null);
});

test('it leaves in the morning of the first by the clock of each client', async () => {
  const year = new Date().getUTCFullYear() + 1;
  const at = (month: number, day: number, hour: number) => goTo(Date.UTC(year, month - 1, day, hour));
  await set([client.user_id], 'Pacific/Auckland');
  const other = await addClient(server, agency, { company_name: 'Coast Inc' });
  await agency.call(api.setReportMails, {
    params: { id: other.id },
    body: { user_ids: [other.user_id], time_zone: 'America/Los_Angeles' },
  });
  const went = () => reports().map(({ subject }) => subject.split(': ')[1]);
  await at(6, 30, 17);
  await run();
  expect(went()).toEqual([]);
  expect((await read()).data.mails).toMatchObject({
    time_zone: 'Pacific/Auckland',
    chosen_time_zone: 'Pacific/Auckland',
    next_month: `${year}-06`,
    next_at: `${year}-06-30T18:00:00.000Z`,
  });
  await at(6, 30, 18);
  await run();
  expect(went()).toEqual(['Acme BV']);
  expect((await read()).data.mails.next_month).toBe(`${year}-07`);
  await at(7, 1, 12);
  await run();
  expect(went()).toEqual(['Acme BV']);
  await at(7, 1, 13);
  await run();
  expect(went()).toEqual(['Acme BV', 'Coast Inc']);
  expect(reports().map(({ subject }) => subject.split(': ')[0])).toEqual([
    `Report June ${year}`,
    `Report June ${year}`,
  ]);
});

test('an unknown zone is refused; the client chooses one or that of its campaigns', async () => {
  for (const zone of ['Mars/Base', '+02:00', ''])
    expect((await set([], zone)).error).toMatchObject({ code: 'validation_failed' });
  const own = clientOf(server.program, client.token);
  expect((await own.call(api.changeOrganizationSettings, { body: { time_zone: 'Mars/Base' } })).error.code).toBe(
    'validation_failed',
  );
  const chosen = await own.call(api.changeOrganizationSettings, { body: { time_zone: 'Asia/Tokyo' } });
  expect(chosen.data.time_zone).toBe('Asia/Tokyo');
  expect((await own.call(api.getTimeZone)).data).toEqual({ time_zone: 'Asia/Tokyo', chosen_time_zone: 'Asia/Tokyo' });
  expect((await read()).data.mails.time_zone).toBe('Asia/Tokyo');
  await server.owner.query(
    "insert into campaigns (organization_id, name, timezone) values ($1, 'First', 'Europe/Lisbon')",
    [client.id],
  );
  await own.call(api.changeOrganizationSettings, { body: { time_zone: null } });
  expect((await own.call(api.getTimeZone)).data).toEqual({ time_zone: 'Europe/Lisbon', chosen_time_zone: null });
});

test('not to users who left, lost the right or were removed, nor of a cancelled or unpaid client', async () => {
  const left = await addPerson(client.id, `left${client.id}@client.example`);
  const lowered = await addPerson(agency.organization_id, `lowered${client.id}@agency.example`);
  const missing = await addPerson(client.id, `gone${client.id}@client.example`);
  await set([left, lowered, missing, client.user_id]);
  await set([left, lowered, missing]);
  await server.owner.query('update users set active = false where id = $1', [left]);
  await server.owner.query("update users set role = 'RESTRICTED' where id = $1", [lowered]);
  await server.owner.query('delete from users where id = $1', [missing]);
  expect((await read()).data.mails.people.filter(({ is_chosen }) => is_chosen)).toEqual([]);
  await travel(1, 7);
  await run();
  // Chosen during the first of a month one waits for the next.
  await set(both());
  await run();
  expect(reports()).toEqual([]);
  await server.owner.query("update client_report_recipients set since = '2026-01-01'");
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

test('a report that was due before a restore may have left: it is in doubt until a person sends it again', async () => {
  await set([client.user_id]);
  await travel(1, 9);
  await server.owner.query("update installation set restored_at = app_now() - interval '1 hour'");
  await run();
  expect(reports()).toEqual([]);
  await travel(1, 10);
  const { unsettled } = (await read()).data.mails;
  expect(unsettled).toMatchObject([{ user_id: client.user_id, refused: null }]);
  const { month } = unsettled[0]!;
  await agency.call(api.mailReportAgain, { params: { id: client.id }, body: { user_id: client.user_id, month } });
  expect(reports()).toHaveLength(1);
});

test('a mail that did not leave for sure is tried again, one that may have left is not', async () => {
  await set([client.user_id]);
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

const stopInTheMail = (when: 'before' | 'after') => stopMail(server.program.system.ports.mailer, run, when);
const minutesLater = (minutes: number) => goTo(server.program.system.clock.now().getTime() + minutes * 60_000);

test('a worker that dies between claim and mail leaves it to the next one, and cannot send it', async () => {
  await set([client.user_id]);
  await travel(1, 7);
  const goOn = await stopInTheMail('before');
  await run();
  await minutesLater(10);
  await run();
  expect(reports()).toEqual([]);
  await minutesLater(6);
  await Promise.all([run(), run()]);
  expect(reports()).toHaveLength(1);
  await goOn();
  await run();
  expect(reports()).toHaveLength(1);
  expect((await read()).data.mails.unsettled).toEqual([]);
});

test('one that dies during the delivery is reported, and only a user sends it again', async () => {
  await set([client.user_id]);
  await travel(1, 7);
  await stopInTheMail('after');
  expect((await read()).data.mails.unsettled).toEqual([]);
  await minutesLater(60);
  await run();
  expect(reports()).toEqual([]);
  const { unsettled } = (await read()).data.mails;
  expect(unsettled).toMatchObject([{ user_id: client.user_id, refused: null }]);
  const again = (by: Person = agency) =>
    by.call(api.mailReportAgain, {
      params: { id: client.id },
      body: { user_id: client.user_id, month: unsettled[0]?.month ?? '' },
    });
  const other = await signUpAgency(server);
  expect((await again(other)).status).toBe(404);
  const [first, second] = await Promise.all([again(), again()]);
  expect([first.status, second.status].toSorted()).toEqual([200, 404]);
  expect((await read()).data.mails.unsettled).toEqual([]);
  await run();
  expect(reports()).toHaveLength(1);
});

test('what the mail server refuses is not tried again and told in its words', async () => {
  await set([client.user_id]);
  await travel(1, 7);
  failOnce('rejected');
  await run();
  await minutesLater(60);
  await run();
  expect(reports()).toEqual([]);
  expect((await read()).data.mails.unsettled).toMatchObject([{ user_id: client.user_id, refused: 'No.' }]);
});
