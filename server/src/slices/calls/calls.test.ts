import { api } from '@overture/contract';
import type { CallCard } from '@overture/contract/calls';
import type { CallOutcome } from '@overture/domain/calls/call-outcomes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient, startTestServer, type TestClient, type TestServer } from '../../testing/harness.ts';
import { until } from '../../testing/worlds.ts';
import * as world from '../campaigns/run/run.factory.ts';

let server: TestServer & { stop(): Promise<void> };
type Person = Awaited<ReturnType<TestServer['signUp']>>;
let ada: Person;
/** A second member of Ada's organization. */
let ben: TestClient;
let names = 0;
const PASSWORD = 'correct horse';
const DAY = 86_400;
const system = () => server.program.system;

/** Zones without clock changes, by their hours ahead of UTC. */
const ZONES = Object.entries({
  ...{
    'Pacific/Honolulu': -10,
    'America/Phoenix': -7,
    'America/Bogota': -5,
    'America/Sao_Paulo': -3,
    'Africa/Lagos': 1,
  },
  ...{ 'Africa/Nairobi': 3, 'Asia/Karachi': 5, 'Asia/Bangkok': 7, 'Asia/Tokyo': 9, 'Pacific/Noumea': 11 },
});
/** A zone where it is between these hours now. */
function zoneAt(from: number, to: number): string {
  const hour = new Date(system().clock.now()).getUTCHours();
  const found = ZONES.find(([, ahead]) => {
    const local = (hour + ahead + 24) % 24;
    return local >= from && local < to;
  });
  return found![0];
}
const lateMorning = () => zoneAt(9, 13);

beforeAll(async () => {
  server = await startTestServer({ roles: ['web', 'worker'], environment: { TIME_TRAVEL: 'on' } });
  ada = await server.signUp('Ada');
  const email = `ben.${ada.email}`;
  await server.owner.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at)
      select organization_id, $2, 'Ben', 'USER', password_hash, verified_at from users where id = $1`,
    [ada.user_id, email],
  );
  const { data } = await server.anonymous.call(api.login, { body: { email, password: PASSWORD } });
  ben = createClient(server.program, data.data!.token);
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    ada.organization_id,
  ]);
});

afterAll(() => server.stop());

beforeEach(async () => {
  // Calls of an earlier test would come first.
  await server.owner.query(`update campaigns set status = 'PAUSED', version = version + 1`);
  // Sessions end after weeks.
  await jump(-jumped);
});

const CALL: world.NodeSpec = { type: 'CALL_PROSPECT', message: 'Hi {{first_name}}, how is {{company_name}}?' };

async function start(people: number, nodes: world.NodeSpec[] = [CALL, { ...CALL, delay_in_hours: 240 }]) {
  const { organization_id } = ada;
  const timezone = lateMorning();
  const campaign = await world.makeCampaign(system(), { organization_id, account_id: null, nodes, timezone });
  names += 1;
  const prospect_ids = await world.makePeople(
    system(),
    organization_id,
    Array.from({ length: people }, (_, n) => ({
      email: null,
      linkedin: `call-${names}-${n}`,
      // Without a place: a number of another zone would have to be open too.
      phone_number: `+1800${String(names).padStart(3, '0')}${String(n).padStart(4, '0')}`,
    })),
  );
  await server.owner.query('update prospects set time_zone = $2 where id = any($1)', [prospect_ids, timezone]);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  await until('all calls are due', async () => (await Promise.all(lead_ids.map(leadOf))).every(isDue));
  return { campaign, prospect_ids, lead_ids, timezone };
}

const isDue = ({ next_lane }: { next_lane: string | null }) => next_lane === 'person';
let jumped = 0;
async function jump(seconds: number): Promise<void> {
  jumped += seconds;
  await world.moveClock(system(), seconds);
}
async function claim(client: TestClient = ada, body: { lead_id?: number } = {}): Promise<CallCard | null> {
  const { data, status } = await client.call(api.claimCall, { body });
  expect(status).toBe(200);
  return data.call;
}
const claimed = (client: TestClient = ada) => until('a call', () => claim(client));
type Given = { note?: string; call_outcome_id?: number; call_again_at?: string };
const finish = ({ id, token }: CallCard, outcome: CallOutcome, given: Given = {}, client: TestClient = ada) =>
  client.call(api.finishCall, { params: { id }, body: { token, outcome, ...given } });
const rowOf = async <Row>(text: string, values: unknown[]): Promise<Row> =>
  (await server.owner.query(text, values)).rows[0] as Row;
const leadOf = (id: number) =>
  rowOf<{
    status: string;
    next_lane: string | null;
    next_node_id: string | null;
    next_at: Date | null;
    error: string | null;
  }>('select status, next_lane, next_node_id, next_at, error from campaign_leads where id = $1', [id]);
async function settled({ id }: CallCard) {
  await jump(11);
  await until(
    'the outcome takes effect',
    async () =>
      (await rowOf<{ settled_at: Date | null }>('select settled_at from call_attempts where id = $1', [id])).settled_at,
  );
}

describe('the card', () => {
  test('shows the number, the words of the step, earlier calls and notes', async () => {
    const { prospect_ids, timezone } = await start(1);
    await ada.call(api.createNote, { params: { id: prospect_ids[0]! }, body: { content: 'Prefers mornings.' } });
    const card = await claimed();
    expect(card).toMatchObject({
      phone_link: `tel:${card.phone_number}`,
      script: { text: 'Hi Kim, how is Northwind?', missing: [] },
      prospect: { id: prospect_ids[0]!, name: 'Kim Reader', company_name: 'Northwind' },
      time_zone: timezone,
      opens_at: null,
      notes: [{ content: 'Prefers mornings.', author: 'Ada' }],
    });
    expect((await claim())!.id).toBe(card.id);
  });

  test('dials the line of the lead only, however the number is written', async () => {
    const { prospect_ids, lead_ids } = await start(1);
    const write = (phone: string) =>
      server.owner.query('update prospects set phone_number = $2 where id = $1', [prospect_ids[0], phone]);
    const dialed = async () => (await claim(ada, { lead_id: lead_ids[0]! }))?.phone_link;
    await write('+31 (0)6 1234 5678 ext. 9');
    expect(await dialed()).toBe('tel:+31612345678');
    await write('0031 6 1234 5678 #12');
    expect(await dialed()).toBe('tel:+31612345678');
    await write('06 1234 5678');
    expect(await dialed()).toBeNull();
  });

  test('two people never get the same call, and a reservation that ended goes to the next person', async () => {
    const { lead_ids } = await start(2);
    const first = await claimed();
    const second = await claimed(ben);
    expect(second.prospect.id).not.toBe(first.prospect.id);
    const chosen = await ben.call(api.claimCall, { body: { lead_id: lead_ids[0]! } });
    expect(chosen.error?.code).toBe('call_lost');
    await jump(601);
    const taken = await claim(ben, { lead_id: lead_ids[0]! });
    expect(taken!.token).toBe(first.token + 1);
    const late = await finish(first, 'answered');
    expect([late.status, late.error?.error]).toEqual([409, 'Ben has this call now.']);
  });

  test('a claim that comes after an undo leaves the card in hand valid', async () => {
    const { lead_ids } = await start(1);
    const card = await claimed();
    await finish(card, 'busy');
    const undone = await ada.call(api.undoCall, { params: { id: card.id }, body: { token: card.token } });
    // The screen shows the undone card and ignores this answer.
    await claim(ada, { lead_id: lead_ids[0]! });
    expect((await finish(undone.data.call, 'answered')).status).toBe(200);
  });

  test('of two people who ask for the same calls together, one gets each', async () => {
    const { lead_ids } = await start(6);
    await until('six calls', async () => (await ada.call(api.countToday)).data.total >= 6);
    const cards = await Promise.all([ada, ben].flatMap((client) => lead_ids.map((lead_id) => claim_(client, lead_id))));
    const won = cards.flatMap((card) => (card ? [card.id] : []));
    expect([won.length, new Set(won).size]).toEqual([6, 6]);
  });
  const claim_ = async (client: TestClient, lead_id: number) =>
    (await client.call(api.claimCall, { body: { lead_id } })).data?.call ?? null;
});

describe('outcomes', () => {
  test('no answer three times: the lead is called again at another part of the day, then the flow continues', async () => {
    const { lead_ids, campaign } = await start(1);
    const [lead] = lead_ids as [number];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const card = await claimed();
      expect(card.attempts).toHaveLength(attempt - 1);
      expect((await finish(card, 'no_answer', { note: `Try ${attempt}` })).status).toBe(200);
      await settled(card);
      const { next_lane, next_node_id, next_at } = await leadOf(lead);
      expect(next_lane).toBe('local');
      expect(Number(next_node_id)).toBe(campaign.node_ids[attempt === 3 ? 1 : 0]);
      await jump((next_at!.getTime() - system().clock.now().getTime()) / 1000 + 1);
    }
    const again = await claimed();
    expect(again.attempts.map(({ outcome, note }) => [outcome, note])).toEqual([
      ['no_answer', 'Try 3'],
      ['no_answer', 'Try 2'],
      ['no_answer', 'Try 1'],
    ]);
    const { activities } = (
      await ada.call(api.listActivities, { query: { filters: { prospectId: again.prospect.id } } })
    ).data;
    expect(activities[0]).toMatchObject({ step: { step_type: 'CALL_PROSPECT' }, note: 'No answer: Try 3' });
    expect(activities[0]!.calls.map(({ outcome, note }) => [outcome, note])).toEqual([
      ['no_answer', 'Try 1'],
      ['no_answer', 'Try 2'],
      ['no_answer', 'Try 3'],
    ]);
    const filters = { prospectId: again.prospect.id };
    const file = String((await ada.call(api.downloadActivities, { query: { filters } })).data);
    expect(file).toMatch(/No answer: Try 1\n.+ No answer: Try 2\n.+ No answer: Try 3"/);
  });

  test('an interested lead is over in all campaigns, and marked', async () => {
    const { lead_ids, prospect_ids } = await start(1);
    const card = await claimed();
    await finish(card, 'interested', { note: 'Wants a demo.' });
    await settled(card);
    expect(await leadOf(lead_ids[0]!)).toMatchObject({ status: 'COMPLETED', error: 'Interested, said in a call' });
    const { prospect } = (await ada.call(api.getCampaignLead, { params: { id: prospect_ids[0]! } })).data;
    expect(prospect.scheduled_campaign.steps[0]).toMatchObject({ completed: true, note: 'Interested: Wants a demo.' });
  });

  test('a wrong number is removed and never called again, nor is one that asked not to be called', async () => {
    const { lead_ids, prospect_ids } = await start(2);
    const [wrong, refused] = [await claim(ada, { lead_id: lead_ids[0]! }), await claim(ben, { lead_id: lead_ids[1]! })];
    await finish(wrong!, 'wrong_number');
    await finish(refused!, 'do_not_call', {}, ben);
    await settled(wrong!);
    await settled(refused!);
    const numbers = await server.owner.query('select phone_number from prospects where id = any($1) order by id', [
      prospect_ids,
    ]);
    expect(numbers.rows).toEqual([{ phone_number: null }, { phone_number: refused!.phone_number }]);
    const listed = await server.owner.query(
      `select reason from suppressions where organization_id = $1 and kind = 'phone' and '+' || phone_key = any($2) order by reason`,
      [ada.organization_id, [wrong!.phone_number, refused!.phone_number]],
    );
    expect(listed.rows).toEqual([{ reason: 'manual' }, { reason: 'unsubscribe' }]);
    // The second call of the flow is left out for a lead who must not be called.
    await jump(11 * DAY);
    await until('the end of the flow', async () => (await leadOf(lead_ids[1]!)).status === 'COMPLETED');
  });

  test('an outcome is recorded once, can be undone for ten seconds, and survives a closed page', async () => {
    await start(1);
    const card = await claimed();
    const both = await Promise.all([finish(card, 'busy'), finish(card, 'busy')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await finish(card, 'answered')).error?.code).toBe('call_lost');
    await ada.call(api.releaseCall, { params: { id: card.id }, body: { token: card.token } });
    const undone = await ada.call(api.undoCall, { params: { id: card.id }, body: { token: card.token } });
    expect(undone.data.call).toMatchObject({ id: card.id, outcome: null });
    await finish(card, 'answered');
    await settled(card);
    const late = await ada.call(api.undoCall, { params: { id: card.id }, body: { token: card.token } });
    expect(late.error?.code).toBe('call_lost');
    const { rows } = await server.owner.query('select outcome from call_attempts where prospect_id = $1', [
      card.prospect.id,
    ]);
    expect(rows).toEqual([{ outcome: 'answered' }]);
  });

  test('a recorded outcome decides, also when another person marks the call as done or removes the lead', async () => {
    const { campaign, lead_ids, prospect_ids } = await start(2);
    const [refused, removed] = [
      await claim(ada, { lead_id: lead_ids[0]! }),
      await claim(ben, { lead_id: lead_ids[1]! }),
    ];
    await finish(refused!, 'not_interested');
    const params = { id: campaign.id, prospectId: prospect_ids[0]! };
    expect((await ben.call(api.completeCall, { params })).status).toBe(409);
    await finish(removed!, 'do_not_call', {}, ben);
    const removal = await ada.call(api.removeCampaignLeads, {
      params: { id: campaign.id },
      body: { prospect_ids: [prospect_ids[1]!] },
    });
    expect(removal.status).toBe(200);
    await settled(refused!);
    await settled(removed!);
    expect(await leadOf(lead_ids[0]!)).toMatchObject({ status: 'COMPLETED', error: 'Not interested, said in a call' });
    const listed = await server.owner.query(
      `select from suppressions where organization_id = $1 and kind = 'phone' and '+' || phone_key = $2`,
      [ada.organization_id, removed!.phone_number],
    );
    expect(listed.rows).toHaveLength(1);
  });

  test('a lead who was deleted while the card was open takes the card along', async () => {
    const { prospect_ids } = await start(1);
    const card = await claimed();
    await server.owner.query('delete from prospects where id = $1', [prospect_ids[0]]);
    expect((await finish(card, 'answered')).error?.code).toBe('call_lost');
    expect(await claim()).toBeNull();
  });

  test('a date that was agreed is kept, and must be in the future', async () => {
    const { lead_ids } = await start(1);
    const card = await claimed();
    const call_again_at = new Date(system().clock.now().getTime() + 3 * DAY * 1000).toISOString();
    for (const given of [{}, { call_again_at: '2020-01-01T00:00:00Z' }, { call_again_at: '2200-01-01T00:00:00Z' }])
      expect((await finish(card, 'later', given)).status).toBe(400);
    await finish(card, 'later', { call_again_at });
    await settled(card);
    expect(await leadOf(lead_ids[0]!)).toMatchObject({ next_lane: 'local', next_at: new Date(call_again_at) });
  });

  test('outcomes of your own follow their rule; a name is used once', async () => {
    const body = { name: 'Gatekeeper', means: 'no_answer' as const, again_in_hours: 3, max_tries: 1 };
    const made = await ada.call(api.createCallOutcome, { body });
    expect(made.status).toBe(201);
    expect((await ada.call(api.createCallOutcome, { body: { ...body, name: 'gatekeeper' } })).status).toBe(409);
    expect((await ada.call(api.listCallOutcomes)).data.call_outcomes).toMatchObject([body]);
    const { lead_ids, campaign } = await start(1);
    const card = await claimed();
    const call_outcome_id = made.data.call_outcome.id;
    expect((await finish(card, 'busy', { call_outcome_id })).status).toBe(400);
    await finish(card, 'no_answer', { call_outcome_id });
    await settled(card);
    // One try at most: the flow continues.
    expect(Number((await leadOf(lead_ids[0]!)).next_node_id)).toBe(campaign.node_ids[1]);
    expect((await ada.call(api.deleteCallOutcome, { params: { id: call_outcome_id } })).status).toBe(200);
    const stranger = await server.signUp('Eve');
    expect((await stranger.call(api.deleteCallOutcome, { params: { id: call_outcome_id } })).status).toBe(404);
    expect((await stranger.call(api.getCall, { params: { id: card.id } })).status).toBe(404);
  });

  test('the outcome decides the branch of the flow', async () => {
    const { lead_ids, campaign } = await start(2, [
      CALL,
      { type: 'CALL_OUTCOME' },
      { ...CALL, parent: 1, branch: 'yes', delay_in_hours: 24 },
      { ...CALL, parent: 1, branch: 'no', delay_in_hours: 24 },
    ]);
    const [reached, missed] = [
      await claim(ada, { lead_id: lead_ids[0]! }),
      await claim(ben, { lead_id: lead_ids[1]! }),
    ];
    await finish(reached!, 'answered');
    await finish(missed!, 'wrong_number', {}, ben);
    await settled(reached!);
    await settled(missed!);
    const nodes = await Promise.all(lead_ids.map(leadOf));
    expect(nodes.map(({ next_node_id }) => Number(next_node_id))).toEqual([campaign.node_ids[2], campaign.node_ids[3]]);
  });

  test('the type of an earlier reply decides the branch, where it is sure', async () => {
    const { lead_ids, prospect_ids, campaign } = await start(2, [
      CALL,
      { type: 'REPLY_CLASS' },
      { ...CALL, parent: 1, branch: 'yes', delay_in_hours: 24 },
      { ...CALL, parent: 1, branch: 'no', delay_in_hours: 24 },
    ]);
    for (const [index, isSure] of [true, false].entries())
      await server.owner.query(
        `insert into chats (prospect_id, organization_id, last_message_at, reply_class, is_class_sure)
          values ($1, $2, app_now(), 'interested', $3)`,
        [prospect_ids[index], ada.organization_id, isSure],
      );
    const cards = [await claim(ada, { lead_id: lead_ids[0]! }), await claim(ben, { lead_id: lead_ids[1]! })];
    await finish(cards[0]!, 'answered');
    await finish(cards[1]!, 'answered', {}, ben);
    await settled(cards[0]!);
    await settled(cards[1]!);
    const nodes = await Promise.all(lead_ids.map(leadOf));
    expect(nodes.map(({ next_node_id }) => Number(next_node_id))).toEqual([campaign.node_ids[2], campaign.node_ids[3]]);
  });

  test('a lead who replied while the card was open says so, and the call that was made still counts', async () => {
    const { lead_ids } = await start(1);
    const card = await claimed();
    await server.owner.query(
      `update campaign_leads set status = 'REPLIED', next_node_id = null, next_at = null, next_lane = null where id = $1`,
      [lead_ids[0]],
    );
    const { data } = await ada.call(api.getCall, { params: { id: card.id } });
    expect(data.stopped).toBe('The lead has replied.');
    await finish(card, 'answered');
    await settled(card);
    expect(await leadOf(lead_ids[0]!)).toMatchObject({ status: 'REPLIED', next_node_id: null });
  });
});

describe('the queue', () => {
  const today = async (timezone: string, kind?: string) =>
    (await ada.call(api.listToday, { query: { timezone, ...(kind ? { kind } : {}) } })).data;

  test('lists calls, interested leads first; those of sleeping leads come last and are not offered', async () => {
    const { prospect_ids, timezone } = await start(3);
    const [, , interested] = prospect_ids as [number, number, number];
    await server.owner.query(
      `insert into chats (prospect_id, organization_id, last_message_at, interest) values ($1, $2, app_now(), 'INTERESTED')`,
      [interested, ada.organization_id],
    );
    const sleeping = zoneAt(0, 4);
    await server.owner.query('update prospects set time_zone = $2 where id = $1', [prospect_ids[0], sleeping]);
    const items = await until('three calls', async () => {
      const { items } = await today(timezone, 'call');
      return items.length === 3 && items;
    });
    expect(items.map(({ prospect }) => prospect!.id)).toEqual([interested, prospect_ids[1], prospect_ids[0]]);
    expect(items.map(({ is_interested, opens_at }) => [is_interested, opens_at === null])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
    const cards = [await claimed(), await claimed(ben)];
    expect(cards.map(({ prospect }) => prospect.id)).toEqual([interested, prospect_ids[1]]);
    const other = await server.owner.query('select count(*)::int as n from call_attempts where prospect_id = $1', [
      prospect_ids[0],
    ]);
    expect(other.rows[0].n).toBe(0);
    // The card of another person is not listed.
    expect((await today(timezone, 'call')).items.map(({ prospect }) => prospect!.id)).toEqual([
      interested,
      prospect_ids[0],
    ]);
  });

  test('overdue calls come first, then leads who clicked lately, then the others, in the list and in the queue', async () => {
    const { prospect_ids, lead_ids, campaign, timezone } = await start(5);
    const clicks: [number, string, string][] = [
      [3, 'person', '2 days'],
      [1, 'scanner', '2 days'],
      [0, 'person', '20 days'],
    ];
    for (const [index, kind, ago] of clicks)
      await server.owner.query(
        `insert into link_clicks (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, class, clicked_at)
          values ($1, $2, $3, $4, $5, $6, app_now() - $7::interval)`,
        [ada.organization_id, campaign.id, lead_ids[index], prospect_ids[index], campaign.node_ids[0], kind, ago],
      );
    await server.owner.query(`update campaign_leads set next_at = app_now() - interval '2 days' where id = $1`, [
      lead_ids[4],
    ]);
    const order = [4, 3, 0, 1, 2].map((index) => prospect_ids[index]!);
    const items = (await today(timezone, 'call')).items;
    expect(items.map(({ prospect }) => prospect!.id)).toEqual(order);
    expect(items.map(({ is_clicked }) => is_clicked)).toEqual([false, true, false, false, false]);
    const offered: number[] = [];
    for (const _ of order) {
      const { data } = await ada.call(api.claimCall, { body: { timezone } });
      offered.push(data.call!.prospect.id);
      await finish(data.call!, 'answered');
    }
    expect(offered).toEqual(order);
  });

  test('is of a campaign or of an owner: who has the conversation, else who created the campaign', async () => {
    const one = await start(2);
    const two = await start(1);
    const { timezone } = one;
    const bens = await rowOf<{ id: number }>("select id::int from users where email = 'ben.' || $1", [ada.email]);
    const [, assigned] = one.prospect_ids as [number, number];
    await server.owner.query('update campaigns set created_by = $2 where id = $1', [one.campaign.id, ada.user_id]);
    await server.owner.query('update campaigns set created_by = $2 where id = $1', [two.campaign.id, bens.id]);
    await server.owner.query(
      `insert into chats (prospect_id, organization_id, last_message_at, assigned_user_id, returned_at)
        values ($1, $2, app_now(), $3, app_now())`,
      [assigned, ada.organization_id, bens.id],
    );
    const list = async (query: { campaign_id?: number; owner_id?: number }, client: TestClient = ada) => {
      const { data } = await client.call(api.listToday, { query: { timezone, ...query } });
      return {
        calls: data.items.filter(({ kind }) => kind === 'call').map(({ prospect }) => prospect!.id),
        reminders: data.items.filter(({ kind }) => kind === 'reminder').length,
        counted: data.counts.find(({ kind }) => kind === 'call')?.count,
      };
    };
    await until('three calls', async () => (await list({})).calls.length === 3);
    expect(await list({ campaign_id: two.campaign.id })).toEqual({ calls: two.prospect_ids, reminders: 0, counted: 1 });
    expect(await list({ owner_id: ada.user_id })).toMatchObject({ calls: [one.prospect_ids[0]], reminders: 0 });
    const ofBen = await list({ owner_id: bens.id });
    expect(ofBen.calls.sort()).toEqual([assigned, ...two.prospect_ids].sort());
    // A colleague's reminder is shown to who asks for the colleague, and otherwise only to them.
    expect([ofBen.reminders, (await list({})).reminders, (await list({}, ben)).reminders]).toEqual([1, 0, 1]);
    expect(await list({ campaign_id: one.campaign.id, owner_id: bens.id })).toMatchObject({
      calls: [assigned],
      reminders: 1,
    });
    const { data } = await ada.call(api.claimCall, {
      body: { timezone, campaign_id: one.campaign.id, owner_id: bens.id },
    });
    expect(data.call!.prospect.id).toBe(assigned);
    const eve = await server.signUp('Eve');
    expect((await list({ campaign_id: one.campaign.id, owner_id: bens.id }, eve)).calls).toEqual([]);
  });

  test('a call is skipped for today without a try', async () => {
    const { lead_ids } = await start(1);
    const card = await claimed();
    const later = new Date(system().clock.now().getTime() + DAY * 1000).toISOString();
    const body = { token: card.token, until: later };
    expect((await ada.call(api.postponeCall, { params: { id: card.id }, body })).status).toBe(200);
    expect(await leadOf(lead_ids[0]!)).toMatchObject({ next_lane: 'local', next_at: new Date(later) });
    expect(await claim()).toBeNull();
    await jump(DAY + 1);
    expect((await claimed()).attempts).toEqual([]);
  });

  test('overdue calls are asked about once: today, tomorrow, or left out', async () => {
    const { lead_ids, timezone, campaign } = await start(3);
    await until('three calls', async () => (await today(timezone, 'call')).items.length === 3);
    await jump(2 * DAY);
    expect((await today(timezone)).overdue_calls).toBe(3);
    const decide = async (choice: 'today' | 'tomorrow' | 'skip') =>
      (await ada.call(api.settleOverdueCalls, { body: { choice, timezone } })).data;
    expect(await decide('today')).toEqual({ success: true, amount: 3, has_more: false });
    expect((await today(timezone)).overdue_calls).toBe(0);
    expect((await today(timezone, 'call')).items).toHaveLength(3);
    await jump(DAY);
    const mine = (await claimed()).prospect.id;
    expect((await decide('tomorrow')).amount).toBe(2);
    expect((await today(timezone, 'call')).items.map(({ prospect }) => prospect!.id)).toEqual([mine]);
    await jump(2 * DAY);
    await until('all three are back', async () => (await today(timezone, 'call')).items.length === 3);
    expect((await decide('skip')).amount).toBe(3);
    const nodes = await Promise.all(lead_ids.map(leadOf));
    expect(nodes.map(({ next_node_id }) => Number(next_node_id))).toEqual(lead_ids.map(() => campaign.node_ids[1]));
  });

  test('a day of 25 hours is one day', async () => {
    const { lead_ids } = await start(2);
    const timezone = 'America/New_York';
    // The clocks went back on 1 November 2026; this is half an hour before its end.
    const evening = new Date('2026-11-02T04:30:00Z').getTime();
    await jump(Math.round((evening - system().clock.now().getTime()) / 1000));
    const due = (lead: number, at: string) =>
      server.owner.query('update campaign_leads set next_at = $2 where id = $1', [lead, at]);
    await due(lead_ids[0]!, '2026-11-01T03:59:00Z');
    await due(lead_ids[1]!, '2026-11-01T04:00:00Z');
    const { items, overdue_calls } = await today(timezone, 'call');
    expect(items.map(({ id, is_overdue }) => [id, is_overdue]).sort()).toEqual([
      [lead_ids[0], true],
      [lead_ids[1], false],
    ]);
    expect(overdue_calls).toBe(1);
    await ada.call(api.settleOverdueCalls, { body: { choice: 'tomorrow', timezone } });
    expect((await leadOf(lead_ids[0]!)).next_at).toEqual(new Date('2026-11-02T13:00:00Z'));
  });

  test('a wrong time zone is refused, and an unknown kind lists nothing', async () => {
    expect((await ada.call(api.listToday, { query: { timezone: 'Mars/Base' } })).status).toBe(400);
    expect((await today('Europe/Berlin', 'nothing')).items).toEqual([]);
  });

  test('holds what else waits for a person', async () => {
    const { counts } = await today('Europe/Berlin');
    expect(counts.map(({ kind }) => kind)).toEqual([
      ...['call', 'linkedin', 'draft', 'reminder', 'opt_out', 'review', 'unmatched', 'unconfirmed', 'approval'],
    ]);
  });
});
