import { api } from '@overture/contract';
import type { Goal, GoalBody } from '@overture/contract/goals';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../testing/harness.ts';
import * as world from '../campaigns/run/run.factory.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
const DAY = 86_400_000;

/** Wednesday noon (UTC) of a week to come. */
const noon = (() => {
  const ahead = new Date(Date.now() + 21 * DAY);
  const monday = Date.UTC(
    ahead.getUTCFullYear(),
    ahead.getUTCMonth(),
    ahead.getUTCDate() - ((ahead.getUTCDay() + 6) % 7),
  );
  return monday + 2.5 * DAY;
})();
const daysFrom = (days: number): string => new Date(noon + days * DAY).toISOString();

async function goTo(there: number): Promise<void> {
  const seconds = Math.ceil((there - Date.now()) / 1000);
  await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
  server.program.system.clock.setOffset(seconds * 1000);
}

let ada: Person;
let account: number;
let campaign: Awaited<ReturnType<typeof world.makeCampaign>>;
let leads: { id: number; prospect_id: number }[];

const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.owner.query(text, values)).rows as Row[];

async function makeMember(person: Person, email: string, role: 'USER' | 'RESTRICTED' = 'RESTRICTED') {
  await person.call(api.inviteMembers, { body: { emails: [email], role } });
  const code = server.mails.findLast(({ to }) => to === email)?.text.match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
  const body = { code, password: 'battery staple horse', name: email.split('@')[0]! };
  const { data } = await server.anonymous.call(api.resetPassword, { body });
  const [user] = await rows<{ id: number }>('select id::int from users where email = $1', [email]);
  return { ...createClient(server.program, data.data?.token ?? ''), user_id: user!.id };
}

/** Facts of the campaign, one a lead, in the order of the leads. */
async function plant(type: string, at: string, amount: number, by = account, of = campaign): Promise<void> {
  await server.owner.query(
    `insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, occurred_at)
     select l.organization_id, l.campaign_id, l.id, l.prospect_id, $2, $3, $4, $5::timestamptz + make_interval(secs => row_number() over ())
     from (select * from campaign_leads where campaign_id = $1 order by id limit $6) l`,
    [of.id, of.node_ids[0], by, type, at, amount],
  );
}

async function setGoal(body: GoalBody, person = ada): Promise<Goal> {
  const { data, status } = await person.call(api.createGoal, { body });
  expect(status).toBe(201);
  return data.goal;
}
const listGoals = async (person: Pick<Person, 'call'> = ada) => (await person.call(api.listGoals)).data;

beforeAll(async () => {
  await goTo(noon);
  await server.owner.query('select open_event_months($1, $2)', [daysFrom(-60), daysFrom(30)]);
  ada = await server.signUp('Ada');
  await server.owner.query("update organizations set time_zone = 'UTC' where organization_id = $1", [
    ada.organization_id,
  ]);
  const { system } = server.program;
  account = await world.makeMailSender(system, ada.organization_id, { email: 'ada@goals.example', smtp_port: 1 });
  campaign = await world.makeCampaign(system, {
    organization_id: ada.organization_id,
    account_id: account,
    nodes: [{ type: 'EMAIL' }],
  });
  const emails = Array.from({ length: 60 }, (_, n) => ({ email: `goal${n}@northwind.example` }));
  const people = await world.makePeople(system, ada.organization_id, emails);
  const ids = await world.startPeople(system, campaign, ada.organization_id, people);
  leads = ids.map((id, place) => ({ id, prospect_id: people[place]! }));
  await plant('replied', daysFrom(-8), 31);
  await plant('email_sent', daysFrom(-2), 9);
  await plant('email_sent', daysFrom(-1), 7);
  await plant('email_sent', daysFrom(0), 2);
});
beforeEach(() => server.owner.query('delete from goals'));
afterAll(async () => {
  await server.owner.query("update installation set clock_offset = interval '0'");
  server.program.system.clock.setOffset(0);
});

test('a week in progress has its pace, its forecast and the week before', async () => {
  const goal = await setGoal({ kind: 'organization', metric: 'emails_sent', period: 'week', target: 50 });
  expect(goal).toMatchObject({
    name: 'Organization',
    done: 18,
    done_before: 0,
    working_days: 5,
    working_days_over: 2,
    due: 20,
    forecast: 40,
    state: 'behind',
    pace: '18 of 50, 2 behind pace',
    forecast_words: 'About 40 by the end of the week: 8 per working day in 2 days, 3 days left.',
  });
  const replies = await setGoal({ kind: 'organization', metric: 'replies', period: 'week', target: 40 });
  expect(replies).toMatchObject({ done: 0, done_before: 31, pace: '0 of 40, 16 behind pace', forecast: 0 });
  expect(await listGoals()).toMatchObject({ time_zone: 'UTC', goals: [{ id: goal.id }, { id: replies.id }] });
});

test('weeks are those of the zone of the organization', async () => {
  // 01:00 UTC of Monday is still Sunday in Los Angeles.
  await plant('invite_sent', new Date(noon - 2.5 * DAY + 3_600_000).toISOString(), 5);
  await setGoal({ kind: 'organization', metric: 'invites_sent', period: 'week', target: 10 });
  expect((await listGoals()).goals).toMatchObject([{ done: 5, done_before: 0 }]);
  const zone = (name: string) =>
    server.owner.query('update organizations set time_zone = $1 where organization_id = $2', [
      name,
      ada.organization_id,
    ]);
  await zone('America/Los_Angeles');
  expect(await listGoals()).toMatchObject({ time_zone: 'America/Los_Angeles', goals: [{ done: 0, done_before: 5 }] });
  await zone('UTC');
});

test('goals of people count the senders they connected, and a team counts them together', async () => {
  const bob = await makeMember(ada, 'bob@goals.example');
  const { system } = server.program;
  const own = await world.makeMailSender(system, ada.organization_id, { email: 'b@goals.example', smtp_port: 1 });
  await server.owner.query('update accounts set connected_by = $1 where id = $2', [bob.user_id, own]);
  await server.owner.query('update accounts set connected_by = $1 where id = $2', [ada.user_id, account]);
  await plant('linkedin_message_sent', daysFrom(-1), 4, own);
  await plant('linkedin_message_sent', daysFrom(-2), 3);
  const common = { metric: 'linkedin_messages_sent', period: 'week', target: 10 } as const;
  const his = await setGoal({ kind: 'people', user_ids: [bob.user_id], ...common });
  expect(his).toMatchObject({ name: 'bob', done: 4, people: [{ id: bob.user_id }] });
  const team: GoalBody = { kind: 'people', user_ids: [bob.user_id, ada.user_id], name: 'Team North', ...common };
  expect(await setGoal(team)).toMatchObject({ name: 'Team North', done: 7 });

  // He sees his own, and changes only what is about him alone.
  const seen = (await listGoals(bob)).goals;
  expect(seen.map(({ name, may_change }) => [name, may_change])).toEqual([
    ['bob', true],
    ['Team North', false],
  ]);
  for (const body of [team, { kind: 'organization', ...common } as const, { ...team, user_ids: [ada.user_id] }])
    expect((await bob.call(api.createGoal, { body })).status).toBe(403);
  const change = { params: { id: his.id }, body: { kind: 'people' as const, user_ids: [ada.user_id], ...common } };
  expect((await bob.call(api.updateGoal, change)).status).toBe(403);
  const herOwn = await setGoal({ kind: 'people', user_ids: [ada.user_id], ...common });
  expect((await bob.call(api.deleteGoal, { params: { id: herOwn.id } })).status).toBe(404);
  expect((await bob.call(api.deleteGoal, { params: { id: his.id } })).status).toBe(200);

  await server.owner.query('delete from users where id = $1', [bob.user_id]);
  expect((await listGoals()).goals).toMatchObject([{ name: 'Team North', people: [{ id: ada.user_id }] }, {}]);
});

test('a goal says when its campaign was deleted, and takes another one', async () => {
  const created = await ada.call(api.createCampaign, { body: {} });
  const { id } = created.data.campaign;
  const body = { kind: 'campaign', campaign_id: id, metric: 'replies', period: 'month', target: 5 } as const;
  const goal = await setGoal(body);
  await server.owner.query("update campaigns set name = 'Paper mills' where id = $1", [id]);
  await ada.call(api.updateGoal, { params: { id: goal.id }, body });
  await server.owner.query('delete from campaigns where id = $1', [id]);
  expect((await listGoals()).goals).toMatchObject([
    {
      name: 'Paper mills',
      campaign: null,
      state: 'not_counted',
      forecast: null,
      done: 0,
      forecast_words: 'Its campaign was deleted. Choose another campaign, or delete the goal.',
    },
  ]);
  expect((await ada.call(api.createGoal, { body })).status).toBe(400);
  const moved = await ada.call(api.updateGoal, {
    params: { id: goal.id },
    body: { ...body, campaign_id: campaign.id },
  });
  expect(moved.data.goal).toMatchObject({ state: 'reached', campaign: { id: campaign.id } });
});

describe('meetings', () => {
  const book = (prospectId: number, at: string, status = 'booked') =>
    server.owner.query(
      `insert into meetings (organization_id, provider, booking_uid, prospect_id, status, changed_at, created_at)
       values ($1, 'cal_com', gen_random_uuid()::text, $2, $3, $4, $4)`,
      [ada.organization_id, prospectId, status, at],
    );

  test('count for the campaign and sender that had contacted the lead before', async () => {
    const [first, second, third] = leads as [(typeof leads)[0], (typeof leads)[0], (typeof leads)[0]];
    await server.owner.query('update campaign_leads set contacted_at = $1, email_account_id = $2 where id = $3', [
      daysFrom(-5),
      account,
      first.id,
    ]);
    await server.owner.query('update campaign_leads set contacted_at = $1, email_account_id = $2 where id = $3', [
      daysFrom(0),
      account,
      second.id,
    ]);
    await book(first.prospect_id, daysFrom(-1));
    await book(second.prospect_id, daysFrom(-1));
    await book(third.prospect_id, daysFrom(-1), 'cancelled');
    await book(first.prospect_id, daysFrom(-8));
    const common = { metric: 'meetings', period: 'week', target: 4 } as const;
    expect(await setGoal({ kind: 'organization', ...common })).toMatchObject({ done: 2, done_before: 1 });
    expect(await setGoal({ kind: 'campaign', campaign_id: campaign.id, ...common })).toMatchObject({ done: 1 });
    await server.owner.query('update accounts set connected_by = $1 where id = $2', [ada.user_id, account]);
    expect(await setGoal({ kind: 'people', user_ids: [ada.user_id], ...common })).toMatchObject({ done: 1 });
  });
});

test('a change of a version that is no longer stored is refused with what is stored', async () => {
  const body = { kind: 'organization', metric: 'replies', period: 'week', target: 40 } as const;
  const goal = await setGoal(body);
  const change = (target: number) =>
    ada.call(api.updateGoal, { params: { id: goal.id }, body: { ...body, target, version: goal.version } });
  expect((await change(50)).status).toBe(200);
  expect(await change(60)).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' } });
  expect((await listGoals()).goals).toMatchObject([{ target: 50 }]);
});

test('goals of another organization are neither seen nor changed', async () => {
  const body = { kind: 'organization', metric: 'replies', period: 'week', target: 40 } as const;
  const { id } = await setGoal(body);
  const eve = await server.signUp('Eve');
  expect((await listGoals(eve)).goals).toEqual([]);
  expect((await eve.call(api.updateGoal, { params: { id }, body })).status).toBe(404);
  expect((await eve.call(api.deleteGoal, { params: { id } })).status).toBe(404);
  const theirs = { ...body, kind: 'campaign', campaign_id: campaign.id } as const;
  expect((await eve.call(api.createGoal, { body: theirs })).status).toBe(400);
  const people: GoalBody = { ...body, kind: 'people', user_ids: [ada.user_id] };
  expect((await eve.call(api.createGoal, { body: people })).status).toBe(400);
});

test('there is a limit, and targets are whole numbers of at least one', async () => {
  await server.owner.query(
    `insert into goals (organization_id, kind, metric, period, target) select $1, 'organization', 'replies', 'week', 5 from generate_series(1, 50)`,
    [ada.organization_id],
  );
  const body = { kind: 'organization', metric: 'replies', period: 'week', target: 40 } as const;
  expect((await ada.call(api.createGoal, { body })).error.error).toContain('50 goals, the maximum');
  await server.owner.query('delete from goals');
  const eva = await makeMember(ada, 'eva@goals.example');
  const own = { ...body, kind: 'people' as const, user_ids: [eva.user_id] };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) statuses.push((await eva.call(api.createGoal, { body: own })).status);
  expect(statuses).toEqual([...Array(10).fill(201), 400]);
  expect((await ada.call(api.createGoal, { body })).status).toBe(201);
  for (const target of [0, -1, 1.5, 1_000_001])
    expect((await ada.call(api.createGoal, { body: { ...body, target } })).status).toBe(400);
});
