import { ProviderError } from '@overture/adapters/kit/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRoundMemory } from '../../../kernel/rounds/parked-units.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { stopMail } from '../../../testing/stop-mail.ts';
import { addClient, signUpAgency } from '../../agency/agency.factory.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import { returnLeads } from '../run/leads/run-leads.store.ts';
import { makeCampaign, makeList, type PersonFields } from '../settings/campaigns.factory.ts';
import { mailDataDigests } from './digest.service.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
const HOUR = 3_600_000;

/** Midnight of a day that is far enough ahead for the clock to go there from any hour. */
const day = (number: number) => Date.UTC(new Date().getUTCFullYear() + 1, 5, number);
async function goTo(there: number): Promise<void> {
  const seconds = Math.ceil((there - Date.now()) / 1000);
  await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
  server.program.system.clock.setOffset(seconds * 1000);
}
const minutesLater = (minutes: number) => goTo(server.program.system.clock.now().getTime() + minutes * 60_000);

/** Each as a process of its own. */
const run = () => mailDataDigests({ ...server.program.system, rounds: createRoundMemory() });
const digests = () => server.mails.filter(({ subject }) => subject.endsWith('for data'));
const to = () =>
  digests()
    .map((mail) => mail.to)
    .toSorted();

const BARE: PersonFields = { first_name: '<b>Kim</b>', company_name: 'Acme', job_title: null };
const people = (amount: number): PersonFields[] =>
  Array.from({ length: amount }, (_, index) => ({ ...BARE, email: `p${index}@acme.example` }));

/** A running campaign of a person with leads that have waited for their job title since an instant. */
async function makeWaiting(user: Person, amount: number, since: number, message = 'As {{job_title}}') {
  const list = await makeList(server, user.organization_id, people(amount));
  const campaign = await makeCampaign(user, { message });
  await server.owner.query("update campaigns set status = 'ACTIVE' where id = $1", [campaign.id]);
  await hold(user, campaign, list.prospect_ids, since);
  return { ...campaign, prospect_ids: list.prospect_ids };
}
const hold = (user: Person, campaign: { id: number; step_id: number }, ids: number[], since: number) =>
  server.owner.query(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id, status, started_at, next_node_id, next_at, next_lane,
       waiting_rule, missing_data, missing_since, missing_node_id)
     select $1, $2, p, 'SCHEDULED', $5, $3, $5, 'email', 'missing_data', 'It lacks data.', $5, $3 from unnest($4::bigint[]) p`,
    [user.organization_id, campaign.id, campaign.step_id, ids, new Date(since)],
  );

beforeEach(async () => {
  server.mails.length = 0;
  await goTo(day(1));
  await server.owner.query("update campaigns set status = 'PAUSED' where status = 'ACTIVE'");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.owner.query("update installation set clock_offset = interval '0', restored_at = null");
  server.program.system.clock.setOffset(0);
});

test('a creator gets one mail in the morning about all waiting leads, from parallel workers', async () => {
  const user = await server.signUp();
  const first = await makeWaiting(user, 3, day(1));
  const second = await makeWaiting(user, 1, day(1), 'At {{company_name}}');
  await goTo(day(2) + 6 * HOUR - 60_000);
  await run();
  expect(digests()).toEqual([]);
  await goTo(day(2) + 6 * HOUR);
  await Promise.all([run(), run(), run()]);
  await goTo(day(2) + 23 * HOUR);
  await run();
  const [mail, ...others] = digests();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: user.email, subject: '4 leads wait for data' });
  expect(mail?.text).toContain('3 leads wait. Missing: job title for step 1 (Email): 3 leads.');
  expect(mail?.text).toContain(`/campaigns/${first.id}?missing_data=true`);
  expect(mail?.text).toContain(`/campaigns/${second.id}?missing_data=true`);
  expect(mail?.text).toContain('because you made these campaigns');
  expect(mail?.text).not.toContain('Kim');
});

test('a morning before a restore may have been mailed; the next one reports the leads', async () => {
  const user = await server.signUp();
  await makeWaiting(user, 1, day(1));
  await goTo(day(2) + 9 * HOUR);
  await server.owner.query("update installation set restored_at = app_now() - interval '1 hour'");
  await run();
  expect(digests()).toEqual([]);
  await goTo(day(3) + 7 * HOUR);
  await run();
  expect(to()).toEqual([user.email]);
});

test('nothing that waits, a campaign that does not run, no plan: no mail', async () => {
  const user = await server.signUp();
  const campaign = await makeWaiting(user, 1, day(1));
  const set = (sql: string) => server.owner.query(sql, [campaign.id]);
  await goTo(day(2) + 7 * HOUR);
  await set("update campaigns set status = 'PAUSED' where id = $1");
  await run();
  await set("update campaigns set status = 'ACTIVE' where id = $1");
  await set('update campaign_leads set waiting_rule = null where campaign_id = $1');
  await run();
  await set("update campaign_leads set waiting_rule = 'missing_data', archived_at = app_now() where campaign_id = $1");
  await run();
  await set('update campaign_leads set archived_at = null where campaign_id = $1');
  const plan = (until: string) =>
    server.owner.query(`update organizations set trial_ends_at = ${until} where organization_id = $1`, [
      user.organization_id,
    ]);
  await plan("'2026-01-01'");
  await run();
  expect(digests()).toEqual([]);
  await plan("'2999-01-01'");
  await run();
  expect(to()).toEqual([user.email]);
});

test('the same leads are reported again after a week, new ones the next day', async () => {
  const user = await server.signUp();
  const campaign = await makeWaiting(user, 2, day(1));
  const morning = async (number: number) => {
    await goTo(day(number) + 6.5 * HOUR);
    await run();
    return digests().length;
  };
  expect(await morning(2)).toBe(1);
  expect(await morning(3)).toBe(1);
  // Arrived after the morning began: reported the next day.
  const more = await makeList(server, user.organization_id, [{ ...BARE, email: 'late@acme.example' }]);
  await hold(user, campaign, more.prospect_ids, day(3) + 7 * HOUR);
  await minutesLater(60);
  await run();
  expect(digests()).toHaveLength(1);
  expect(await morning(4)).toBe(2);
  expect(digests()[1]?.subject).toBe('3 leads wait for data');
  await server.owner.query('update campaign_leads set waiting_rule = null where prospect_id = $1', [
    campaign.prospect_ids[0],
  ]);
  expect(await morning(5)).toBe(2);
  expect(await morning(10)).toBe(2);
  expect(await morning(11)).toBe(3);
  expect(digests()[2]?.subject).toBe('2 leads wait for data');
});

test('a retry does not restart the wait; another step or new missing data does', async () => {
  const user = await server.signUp();
  const { id } = await makeWaiting(user, 1, day(1));
  const [lead] = (await server.owner.query('select id from campaign_leads where campaign_id = $1', [id])).rows;
  const restore = (waiting_rule: string | null) =>
    server.program.system.systemTransaction((tx) =>
      returnLeads(tx, [
        { id: lead.id, next_at: null, waiting_rule, waiting_until: null, is_try: false, missing_data: waiting_rule },
      ]),
    );
  const since = async () =>
    (await server.owner.query('select missing_since from campaign_leads where id = $1', [lead.id])).rows[0]
      .missing_since as Date;
  const first = new Date(day(1));
  await goTo(day(4));
  for (const rule of [null, 'retry', 'missing_data']) await restore(rule);
  expect(await since()).toEqual(first);
  await server.owner.query('update campaign_leads set missing_node_id = missing_node_id + 1 where id = $1', [lead.id]);
  await restore('missing_data');
  expect((await since()).getTime()).toBeGreaterThanOrEqual(day(4));
  await server.owner.query(
    "update prospects set job_title = 'CTO' where id = (select prospect_id from campaign_leads where id = $1)",
    [lead.id],
  );
  await releaseCompleteLeads(server.program.system, new AbortController().signal);
  expect(await since()).toBeNull();
});

test('it goes by the clock of the organization, and a change of it brings no second one', async () => {
  const user = await server.signUp();
  await makeWaiting(user, 1, day(1));
  const zone = (name: string) =>
    server.owner.query('update organizations set time_zone = $2 where organization_id = $1', [
      user.organization_id,
      name,
    ]);
  await zone('America/Los_Angeles');
  await goTo(day(2) + 12 * HOUR);
  await run();
  expect(digests()).toEqual([]);
  await goTo(day(2) + 13.5 * HOUR);
  await run();
  expect(digests()).toHaveLength(1);
  await server.owner.query('update campaign_leads set missing_since = $1 where organization_id = $2', [
    new Date(day(2) + 15 * HOUR),
    user.organization_id,
  ]);
  await zone('Pacific/Auckland');
  await goTo(day(2) + 20 * HOUR);
  await run();
  expect(digests()).toHaveLength(1);
});

test('without the creator the managers get it; other users never do', async () => {
  const user = await server.signUp();
  await makeWaiting(user, 2, day(1));
  const add = async (name: string, role: string, more = '') =>
    server.owner.query(
      `insert into users (organization_id, email, name, role, verified_at) values ($1, $2::text, $2::text, $3, ${more || 'now()'})`,
      [user.organization_id, `${name}.${user.user_id}@acme.example`, role],
    );
  await add('manager', 'USER');
  await add('staff', 'RESTRICTED');
  await add('unverified', 'USER', 'null');
  await server.owner.query('update users set active = false where id = $1', [user.user_id]);
  const stranger = await server.signUp();
  await goTo(day(2) + 7 * HOUR);
  await run();
  expect(to()).toEqual([`manager.${user.user_id}@acme.example`]);
  expect(digests()[0]?.text).toContain('the creator of these campaigns is no longer here');
  expect(to()).not.toContain(stranger.email);
});

test('it comes in the brand of the agency, and names with markup and addresses in them stay text', async () => {
  const agency = await signUpAgency(server);
  await server.owner.query(
    `update organizations set branding = '{"company_display_name": "Reach Now"}' where organization_id = $1`,
    [agency.organization_id],
  );
  const client = await addClient(server, agency);
  const user = { ...client, organization_id: client.id } as unknown as Person;
  const list = await makeList(server, client.id, people(1));
  const id = (
    await server.owner.query(
      `insert into campaigns (organization_id, name, status, created_by) values ($1, $2, 'ACTIVE', $3) returning id`,
      [client.id, '<img src=x onerror=alert(1)> https://evil.example/\nBcc: a@b.example', client.user_id],
    )
  ).rows[0].id;
  const evil = '{{ custom.<script>x</script> }} <{"type":"research","id":9,"name":"<a href=//evil.example>"}>';
  const step_id = (
    await server.owner.query(
      `insert into campaign_nodes (organization_id, campaign_id, kind, type, message, subject_line)
       values ($1, $2, 'step', 'EMAIL', $3, 'Hi') returning id`,
      [client.id, id, evil],
    )
  ).rows[0].id;
  await hold(user, { id, step_id }, list.prospect_ids, day(1));
  await goTo(day(2) + 7 * HOUR);
  await run();
  const mail = digests().find((one) => one.to === client.email);
  expect(mail?.html).toContain('Reach Now');
  expect(mail?.text).not.toContain('\nBcc');
  expect(mail?.html).not.toMatch(/<(img|script|a href="?\/\/|a href="https:\/\/evil)/);
});

const stopInTheMail = (when: 'before' | 'after') => stopMail(server.program.system.ports.mailer, run, when);

test('a worker that dies before sending leaves the mail to the next one and cannot send it', async () => {
  const user = await server.signUp();
  await makeWaiting(user, 1, day(1));
  await goTo(day(2) + 7 * HOUR);
  const goOn = await stopInTheMail('before');
  await minutesLater(10);
  await run();
  expect(digests()).toEqual([]);
  await minutesLater(6);
  await Promise.all([run(), run()]);
  expect(digests()).toHaveLength(1);
  await goOn();
  await run();
  expect(digests()).toHaveLength(1);
});

test('a worker that dies while sending: no second mail that day, the same leads next morning', async () => {
  const user = await server.signUp();
  await makeWaiting(user, 1, day(1));
  await goTo(day(2) + 7 * HOUR);
  await stopInTheMail('after');
  await minutesLater(60);
  await run();
  await goTo(day(2) + 22 * HOUR);
  await run();
  expect(digests()).toEqual([]);
  await goTo(day(3) + 7 * HOUR);
  await Promise.all([run(), run()]);
  expect(digests()).toHaveLength(1);
});

test.each([
  ['unavailable', 1],
  ['unknown_outcome', 0],
  ['rejected', 0],
] as const)('a mail server that says %s: %d more on that day', async (kind, expected) => {
  const user = await server.signUp();
  await makeWaiting(user, 1, day(1));
  await goTo(day(2) + 7 * HOUR);
  vi.spyOn(server.program.system.ports.mailer, 'sendSystemMail').mockImplementationOnce(async (mail) => {
    if (kind === 'unknown_outcome') await mail.before_handover?.();
    throw new ProviderError(kind, 'No.', { concerns: 'service' });
  });
  await run();
  await minutesLater(20);
  await run();
  await minutesLater(20);
  await run();
  expect(digests()).toHaveLength(expected);
  await goTo(day(3) + 7 * HOUR);
  await run();
  expect(to()).toEqual([user.email]);
});
