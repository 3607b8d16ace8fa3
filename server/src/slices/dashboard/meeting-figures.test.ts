import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let ada: Person;
beforeAll(async () => {
  ada = await server.signUp('Ada');
});

const RANGE = { start_date: '2026-03-02', end_date: '2026-03-08', time_zone: 'America/Los_Angeles' };
const runAs =
  ({ organization_id }: Person) =>
  async (text: string, ...values: unknown[]) =>
    Number((await server.owner.query(text, [organization_id, ...values])).rows[0].id);

/** A campaign, its sender, and two leads of whom one was contacted on the first of March. */
async function makeContacted(person: Person, name = 'Ada') {
  const run = runAs(person);
  const campaign = await run(`insert into campaigns (organization_id, name, timezone, sending_window, status)
    values ($1, 'Spring', 'UTC', '{"days":[1],"start":"09:00","end":"17:00"}', 'ACTIVE') returning id`);
  const account = await run(
    `insert into accounts (organization_id, account_type, status, name, email, connected_by)
      values ($1, 'IMAP', 'OK', $2, gen_random_uuid() || '@meet.example', $3) returning id`,
    ...[name, person.user_id],
  );
  const leads: number[] = [];
  for (const contacted of ['2026-03-01T08:00:00Z', null]) {
    const lead = await run(`insert into prospects (organization_id, first_name) values ($1, 'Kim') returning id`);
    await run(
      `insert into campaign_leads (organization_id, campaign_id, prospect_id, contacted_at, email_account_id)
        values ($1, $2, $3, $4, $5) returning id`,
      ...[campaign, lead, contacted, account],
    );
    leads.push(lead);
  }
  const [contacted, other] = leads as [number, number];
  const book = (lead: number, at: string, status = 'booked', moves = 0) =>
    run(
      `insert into meetings (organization_id, provider, booking_uid, prospect_id, status, changed_at, created_at, moves)
        values ($1, 'cal_com', gen_random_uuid()::text, $2, $3, $4, $4, $5) returning id`,
      ...[lead, status, at, moves],
    );
  return { campaign, account, contacted, other, book };
}

const ask = async (query: object = {}, person = ada) =>
  (await person.call(api.getMeetingFigures, { query: { ...RANGE, ...query } })).data.meetings;

test('meetings count on the day they were booked, in the zone, with what became of them', async () => {
  expect(await ask()).toMatchObject({ has_meetings: false, booked: 0, people: [] });
  const { campaign, account, contacted, other, book } = await makeContacted(ada);
  await book(contacted, '2026-03-04T12:00:00Z');
  await book(contacted, '2026-03-05T12:00:00Z', 'booked', 2);
  await book(contacted, '2026-03-06T12:00:00Z', 'cancelled', 1);
  await book(other, '2026-03-06T12:00:00Z', 'no_show');
  // Sunday evening in Los Angeles, Monday in UTC; and the evening before the range.
  await book(contacted, '2026-03-09T02:00:00Z');
  await book(contacted, '2026-03-02T02:00:00Z');
  const own = { booked: 4, moved: 2, cancelled: 1, no_show: 0 };
  expect(await ask()).toEqual({
    ...{ has_meetings: true, time_zone: RANGE.time_zone, booked: 5, moved: 2, cancelled: 1, no_show: 1 },
    people: [{ id: ada.user_id, name: expect.any(String), ...own }],
  });
  expect(await ask({ time_zone: 'UTC' })).toMatchObject({ booked: 5 });
  // Of campaigns, senders and statuses: those of leads that they had contacted before.
  for (const scope of [{ campaigns: [campaign] }, { sender_accounts: [account] }, { campaign_statuses: ['ACTIVE'] }])
    expect(await ask(scope)).toMatchObject({ ...own, people: [own] });
  for (const scope of [
    { campaigns: [campaign + 1] },
    { sender_accounts: [account + 1] },
    { campaign_statuses: ['PAUSED'] },
  ])
    expect(await ask(scope)).toMatchObject({ has_meetings: true, booked: 0, people: [] });
});

test('a lead whom two senders of two people had contacted counts for both, and once in all', async () => {
  const eve = await server.signUp('Eve');
  const { contacted, book } = await makeContacted(eve);
  const run = runAs(eve);
  const colleague = await run(
    `insert into users (organization_id, email, name) values ($1, gen_random_uuid() || '@meet.example', 'Bo') returning id`,
  );
  const second = await run(
    `insert into accounts (organization_id, account_type, status, name, email, connected_by)
      values ($1, 'IMAP', 'OK', 'Bo', gen_random_uuid() || '@meet.example', $2) returning id`,
    colleague,
  );
  const campaign = await run(`insert into campaigns (organization_id, name, timezone, sending_window)
    values ($1, 'Summer', 'UTC', '{"days":[1],"start":"09:00","end":"17:00"}') returning id`);
  await run(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id, contacted_at, email_account_id)
      values ($1, $2, $3, '2026-03-01T09:00:00Z', $4) returning id`,
    ...[campaign, contacted, second],
  );
  await book(contacted, '2026-03-04T12:00:00Z');
  const figures = await ask({}, eve);
  expect(figures).toMatchObject({ booked: 1, people: [{ booked: 1 }, { booked: 1, name: 'Bo' }] });
  expect(await ask({ campaigns: [campaign] }, eve)).toMatchObject({ booked: 1, people: [{ name: 'Bo', booked: 1 }] });
  expect(await ask({ sender_accounts: [second] }, eve)).toMatchObject({ people: [{ name: 'Bo' }] });
});
