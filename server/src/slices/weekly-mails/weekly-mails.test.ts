import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createRoundMemory } from '../../kernel/rounds/parked-units.ts';
import { useTestServer } from '../../testing/harness.ts';
import * as world from '../campaigns/run/run.factory.ts';
import { mailNotices } from '../notices/index.ts';
import { writeWeeklyMails } from './weekly-mails.service.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Midnight (UTC) of a Monday to come. */
const monday = (() => {
  const ahead = new Date(Date.now() + 28 * DAY);
  return Date.UTC(ahead.getUTCFullYear(), ahead.getUTCMonth(), ahead.getUTCDate() - ((ahead.getUTCDay() + 6) % 7));
})();
const at = (days: number, hours = 0): number => monday + days * DAY + hours * HOUR;

async function goTo(there: number): Promise<void> {
  const seconds = Math.ceil((there - Date.now()) / 1000);
  await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
  server.program.system.clock.setOffset(seconds * 1000);
}

const system = () => server.program.system;
/** As a worker of its own. */
const write = () => writeWeeklyMails({ ...system(), rounds: createRoundMemory() }, new AbortController().signal);
const run = async () => {
  await write();
  await mailNotices({ ...system(), rounds: createRoundMemory() });
};
const sent = () => server.mails.filter(({ subject }) => subject.startsWith('Your week:'));

let ada: Person;

beforeAll(async () => {
  await goTo(at(-10));
  ada = await server.signUp('Ada');
  await server.owner.query(
    "update organizations set time_zone = 'UTC', active_subscription = true where organization_id = $1",
    [ada.organization_id],
  );
});
beforeEach(async () => {
  server.mails.length = 0;
  await server.owner.query('delete from weekly_mails');
  await server.owner.query('delete from notice_mails');
  await goTo(at(-4));
  expect((await ada.call(api.setWeeklyMail, { body: { is_on: true } })).data).toMatchObject({
    is_on: true,
    time_zone: 'UTC',
    next_at: new Date(at(0, 8)).toISOString(),
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.owner.query(
    "update installation set clock_offset = interval '0', restored_at = null, sending_held_since = null",
  );
  system().clock.setOffset(0);
});

test('is mailed once on Monday at 08:00, from several workers and however often they run', async () => {
  await goTo(at(0, 8) - 60_000);
  await run();
  expect(sent()).toEqual([]);
  await goTo(at(0, 8));
  await Promise.all([write(), write(), write()]);
  await Promise.all([run(), run()]);
  await goTo(at(1, 8));
  await run();
  expect(sent()).toMatchObject([{ to: ada.email }]);
  await goTo(at(7, 9));
  await run();
  expect(sent()).toHaveLength(2);
});

test('compares six figures of the week with the week before', async () => {
  const { organization_id } = ada;
  await server.owner.query('select open_event_months($1, $2)', [new Date(at(-30)), new Date(at(14))]);
  const account = await world.makeMailSender(system(), organization_id, { email: 'a@weekly.example', smtp_port: 1 });
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id: account,
    nodes: [{ type: 'EMAIL' }],
  });
  const people = await world.makePeople(system(), organization_id, [{ email: 'w@northwind.example' }]);
  const [lead] = await world.startPeople(system(), campaign, organization_id, people);
  const plant = (type: string, days: number) =>
    server.owner.query(
      `insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, occurred_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [organization_id, campaign.id, lead, people[0], campaign.node_ids[0], account, type, new Date(at(days, 12))],
    );
  for (const days of [-13, -6, -5, -4]) await plant('email_sent', days);
  await plant('replied', -5);
  await ada.call(api.createGoal, { body: { kind: 'organization', metric: 'replies', period: 'week', target: 5 } });
  await goTo(at(0, 9));
  await run();
  const text = sent()[0]?.text ?? '';
  for (const line of ['Emails sent: 3, up from 1', 'Replies: 1, up from 0', 'Meetings booked: 0, the same as before'])
    expect(text).toContain(line);
  expect(text).toContain('Goal for replies: 1 of 5, missed');
  expect(sent()[0]?.subject).toBe('Your week: 1 reply, 0 positive');
  await server.owner.query('delete from goals');
});

test('names three things to do with their links, and none where nothing waits', async () => {
  const { organization_id } = ada;
  await server.owner.query("update campaigns set status = 'COMPLETED' where organization_id = $1", [organization_id]);
  await goTo(at(0, 9));
  await run();
  expect(sent()[0]?.text).not.toContain('to do:');
  const account = await world.makeMailSender(system(), organization_id, { email: 'b@weekly.example', smtp_port: 1 });
  const nodes = [{ type: 'EMAIL' as const }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id: account, nodes });
  const people = await world.makePeople(
    system(),
    organization_id,
    ['a', 'b', 'c'].map((name) => ({ email: `${name}@todo.example` })),
  );
  const leads = await world.startPeople(system(), campaign, organization_id, people);
  const set = (text: string, values: unknown[]) => server.owner.query(text, values);
  // Two were contacted last week, and one is left.
  await set("update campaign_leads set status = 'ACTIVE', contacted_at = $2 where id = any($1)", [
    leads.slice(0, 2),
    new Date(at(3)),
  ]);
  await set(
    `insert into chats (organization_id, prospect_id, last_message_at, interest, last_sent_by_prospect, has_draft)
     values ($1, $2, app_now(), 'INTERESTED', true, true), ($1, $3, app_now(), 'INTERESTED', false, false)`,
    [organization_id, people[0], people[1]],
  );
  await goTo(at(7, 9));
  await run();
  const text = sent().at(-1)?.text ?? '';
  expect(text).toContain('Three things to do:');
  expect(text).toMatch(/1\. 1 interested lead waits for your message: http\S+\/inbox\n/);
  expect(text).toContain('2. 1 campaign runs out of new leads within a week: ');
  expect(text).toMatch(new RegExp(`http\\S+/campaigns/${campaign.id}\\n`));
  expect(text).toMatch(/3\. 1 draft waits for you in the inbox: /);
  await set("update campaign_leads set waiting_rule = 'missing_data' where id = $1", [leads[2]]);
  await set("update accounts set status = 'CREDENTIALS' where id = $1", [account]);
  await goTo(at(14, 9));
  await run();
  const later = sent().at(-1)?.text ?? '';
  // Nothing was contacted in that week.
  expect(later).toContain('2. 1 sender needs attention and may not send: ');
  expect(later).toContain('3. 1 lead is held because data is missing: ');
  await set('delete from chats where organization_id = $1', [organization_id]);
  await set("update accounts set status = 'OK' where id = $1", [account]);
});

test('a program that was off on Monday writes it later, and never on Wednesday', async () => {
  await goTo(at(1, 20));
  await run();
  expect(sent()).toHaveLength(1);
  await goTo(at(9, 1));
  await run();
  expect(sent()).toHaveLength(1);
});

test('a worker that dies before the commit leaves it to the next one', async () => {
  await goTo(at(0, 8));
  const real = system().forOrganization(ada.organization_id);
  vi.spyOn(system(), 'forOrganization').mockReturnValueOnce({
    ...real,
    transaction: (work: never) =>
      real.transaction(async (tx) => {
        await (work as (given: typeof tx) => Promise<void>)(tx);
        throw new Error('killed');
      }),
  } as typeof real);
  await writeWeeklyMails({ ...system(), rounds: createRoundMemory() }, new AbortController().signal);
  expect((await server.owner.query('select from notice_mails')).rows).toHaveLength(0);
  await server.owner.query('delete from parked_units');
  await run();
  await run();
  expect(sent()).toHaveLength(1);
});

test('a mail server that is away until Wednesday means no email about that week', async () => {
  await goTo(at(0, 8));
  const mailer = vi.spyOn(system().ports.mailer, 'sendSystemMail');
  mailer.mockRejectedValue(new ProviderError('unavailable', 'No.', { concerns: 'service' }));
  await run();
  mailer.mockRestore();
  await goTo(at(2, 1));
  await mailNotices({ ...system(), rounds: createRoundMemory() });
  expect(sent()).toEqual([]);
  const { rows } = await server.owner.query('select refused from notice_mails');
  expect(rows).toEqual([{ refused: 'It could not be sent in time.' }]);
});

test('a week that was due before a restore is not mailed again, and a database whose sending is held mails none', async () => {
  await goTo(at(0, 10));
  await server.owner.query("update installation set restored_at = app_now() - interval '1 hour'");
  await run();
  expect(sent()).toEqual([]);
  await goTo(at(7, 9));
  await server.owner.query('update installation set sending_held_since = app_now()');
  await run();
  expect(sent()).toEqual([]);
  await server.owner.query('update installation set sending_held_since = null');
  await run();
  expect(sent()).toHaveLength(1);
});

test('its link stops it with a button, and not by being opened', async () => {
  await goTo(at(0, 9));
  await run();
  const path = sent()[0]?.text.match(/Stop this email: \S+?(\/weekly-email\/[\w-]+)/)?.[1] ?? '';
  expect(new URL(sent()[0]?.list_unsubscribe?.url ?? '').pathname).toBe(path);
  const ask = (method: 'GET' | 'POST') => server.program.app.inject({ method, url: path });
  expect((await ask('GET')).body).toContain('<button');
  expect((await ada.call(api.getWeeklyMail)).data.is_on).toBe(true);
  expect((await ask('POST')).statusCode).toBe(200);
  expect((await ada.call(api.getWeeklyMail)).data.is_on).toBe(false);
  for (const url of [path, '/weekly-email/nothing', '/weekly-email/%00'])
    expect((await server.program.app.inject({ method: 'GET', url })).body).toContain('no longer get the Monday email');
  await goTo(at(7, 9));
  await run();
  expect(sent()).toHaveLength(1);
});

test('chosen again after Monday 08:00 it begins a week later, and people who left get none', async () => {
  await ada.call(api.setWeeklyMail, { body: { is_on: false } });
  await goTo(at(0, 12));
  const { data } = await ada.call(api.setWeeklyMail, { body: { is_on: true } });
  expect(data.next_at).toBe(new Date(at(7, 8)).toISOString());
  await run();
  expect(sent()).toEqual([]);
  await server.owner.query('update users set active = false where id = $1', [ada.user_id]);
  await goTo(at(7, 9));
  await run();
  expect(sent()).toEqual([]);
  await server.owner.query('update users set active = true where id = $1', [ada.user_id]);
});
