import { type LinkedinWorld, SEARCH, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { api } from '@overture/contract';
import type { LinkedinTask } from '@overture/contract/linkedin-tasks';
import { type HandOutcome, SKIPPED_BY_HAND } from '@overture/domain/linkedin/by-hand';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient, startTestServer, type TestClient, type TestServer } from '../../../testing/harness.ts';
import { until } from '../../../testing/worlds.ts';
import { getLead } from '../leads/leads.service.ts';
import * as world from './run.factory.ts';

let server: TestServer & { stop(): Promise<void> };
let linkedin: LinkedinWorld;
const system = () => server.program.system;

type Person = Awaited<ReturnType<TestServer['signUp']>>;
let ada: Person;
/** A second member of Ada's organization. */
let ben: TestClient;
let account_id: number;
let names = 0;
/** Of everyone whom the harness signs up. */
const PASSWORD = 'correct horse';

beforeAll(async () => {
  linkedin = await startLinkedinWorld();
  await linkedin.control('/people', { accepts: 0, declines: 0 });
  server = await startTestServer({
    roles: ['web', 'worker'],
    environment: { TIME_TRAVEL: 'on' },
    linkedin: linkedin.port,
  });
  ada = await server.signUp('Ada');
  ben = await addMember('Ben');
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    ada.organization_id,
  ]);
});

afterAll(async () => {
  await server.stop();
  await linkedin.close();
});

beforeEach(async () => {
  // Cards of an earlier test would be taken first.
  await server.owner.query(`update campaigns set status = 'PAUSED', version = version + 1`);
  names += 1;
  account_id = await connect(`https://www.linkedin.com/in/sender-${names}/`);
});

async function addMember(name: string): Promise<TestClient> {
  const email = `${name.toLowerCase()}.${ada.email}`;
  await server.owner.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at)
      select organization_id, $2, $3, 'USER', password_hash, verified_at from users where id = $1`,
    [ada.user_id, email, name],
  );
  const { data } = await server.anonymous.call(api.login, { body: { email, password: PASSWORD } });
  return createClient(server.program, data.data!.token);
}

async function connect(profile_url: string): Promise<number> {
  const body = { name: 'Ada Jansen', profile_url, tier: 'SALES_NAVIGATOR' as const };
  const { data, error } = await ada.call(api.connectAssistedLinkedin, { body });
  if (error?.error) throw new Error(error.error);
  await server.owner.query(`update accounts set ramp = 'off' where id = $1`, [data.account_id]);
  return data.account_id;
}

type Spec = Partial<world.CampaignSpec> & { people?: number; profiles?: readonly string[] };

async function start(nodes: world.NodeSpec[], { people = 1, profiles, ...spec }: Spec = {}) {
  const { organization_id } = ada;
  const campaign = await world.makeCampaign(system(), {
    ...{ organization_id, account_id: null, linkedin_account_id: account_id, nodes },
    ...spec,
  });
  names += 1;
  const prospect_ids = await world.makePeople(
    system(),
    organization_id,
    (profiles ?? Array.from({ length: people }, (_, n) => `kim-${names}-${n}`)).map((name) => ({
      email: null,
      linkedin: name,
    })),
  );
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  return { campaign, prospect_ids, lead_ids };
}

const jump = (seconds: number) => world.moveClock(system(), seconds);
async function claim(client: TestClient = ada): Promise<LinkedinTask | null> {
  const { data, status } = await client.call(api.claimLinkedinTask, { body: { account_id } });
  expect(status).toBe(200);
  return data.task;
}
const claimed = (client: TestClient = ada): Promise<LinkedinTask> => until('a card', () => claim(client));
const finish = (task: LinkedinTask, outcome: HandOutcome, client: TestClient = ada, is_sent_anyway?: boolean) =>
  client.call(api.finishLinkedinTask, {
    params: { id: task.id },
    body: { token: task.token, outcome, ...(is_sent_anyway === undefined ? {} : { is_sent_anyway }) },
  });

async function row<Row extends object>(text: string, values: unknown[]): Promise<Row> {
  return (await server.owner.query(text, values)).rows[0] as Row;
}
const intentOf = (id: number) =>
  row<{ state: string; settled_by: string | null; reason: string | null; opened_by: string | null }>(
    'select state, settled_by, reason, opened_by from outbound_intents where id = $1',
    [id],
  );
/** After the seconds in which the outcome can be undone. */
async function settled(id: number, state: string) {
  await jump(11);
  return until(`state ${state}`, async () => {
    const intent = await intentOf(id);
    return intent.state === state && intent;
  });
}
const runsOf = async (lead: number) =>
  (
    await server.owner.query(
      `select n.type, r.outcome, r.branch, r.error from campaign_step_runs r join campaign_nodes n on n.id = r.node_id
        where r.campaign_lead_id = $1 order by r.finished_at, r.id`,
      [lead],
    )
  ).rows as { type: string; outcome: string; branch: string | null; error: string | null }[];
const usedToday = async (action: string) =>
  (
    await row<{ used: number }>(
      `select coalesce(sum(used), 0)::int as used from sending_days where scope = $1 and scope_id = $2 and ends_at > app_now()`,
      [`account:${action}`, account_id],
    )
  ).used;

const INVITE: world.NodeSpec = { type: 'LINKEDIN_INVITE', message: 'Hi {{first_name}}!' };
const MESSAGE: world.NodeSpec = { type: 'LINKEDIN_MESSAGE', message: 'Shall we talk, {{first_name}}?' };
const ACCEPTED: world.NodeSpec = { type: 'ACCEPTED_INVITE', delay_in_hours: 30 * 24 };

describe('a card', () => {
  test('shows what to do with the words of the step; its outcome counts like one of a connected account', async () => {
    const made = await start([INVITE, { ...MESSAGE, delay_in_hours: 24 }]);
    const task = await claimed();
    expect(task).toMatchObject({
      action: 'invite',
      text: 'Hi Kim!',
      account: { id: account_id, name: 'Ada Jansen' },
      prospect: { id: made.prospect_ids[0], name: 'Kim Reader', company_name: 'Northwind' },
      campaign: { id: made.campaign.id, name: 'Campaign' },
      outcomes: ['done', 'already_connected', 'cannot_reach', 'skipped'],
      ...{ opened_before: null, restored: null },
      outcome: null,
    });
    expect(task.prospect.profile_url).toMatch(/^https:\/\/www\.linkedin\.com\/in\/kim-/);
    expect((await finish(task, 'done')).status).toBe(200);
    expect(await settled(task.id, 'confirmed')).toMatchObject({ settled_by: 'person', reason: null });
    expect(await runsOf(made.lead_ids[0]!)).toMatchObject([{ type: 'LINKEDIN_INVITE', outcome: 'done', error: null }]);
    expect(await usedToday('invite')).toBe(1);
    await jump(25 * 3600);
    expect(await claimed()).toMatchObject({ action: 'message', text: 'Shall we talk, Kim?' });
  });

  test('is the wait reason of its lead in the campaign', async () => {
    const made = await start([INVITE]);
    const person = system().forOrganization(ada.organization_id);
    const waiting = await until('an offered card', async () => {
      const lead = await getLead(person, made.prospect_ids[0]!, made.campaign.id);
      const found = lead.next_action?.waiting_for;
      return found?.rule === 'by_hand' && found;
    });
    expect(waiting.text).toBe('Waiting for someone to act on LinkedIn for Ada Jansen');
    const { accounts } = (await ben.call(api.listLinkedinTasks)).data;
    expect(accounts.find(({ id }) => id === account_id)).toMatchObject({ waiting: 1, reserved: 0, done_today: 0 });
  });

  test.each<[HandOutcome, string, object]>([
    ['already_connected', 'confirmed', { outcome: 'done', error: 'You were connected with this person already.' }],
    [
      'cannot_reach',
      'rejected',
      { outcome: 'failed', error: 'A team member could not reach this person on LinkedIn.' },
    ],
    ['skipped', 'cancelled', { outcome: 'done', error: SKIPPED_BY_HAND }],
  ])('%s has the effect of the same answer of LinkedIn', async (outcome, state, run) => {
    const noted = { ...INVITE, message: 'Hi {{first_name}}! {{privacy_link}}' };
    const made = await start([noted, { ...MESSAGE, delay_in_hours: 24 }]);
    const task = await claimed();
    await finish(task, outcome);
    await settled(task.id, state);
    expect(await runsOf(made.lead_ids[0]!)).toMatchObject([run]);
    // The note with the link reached no lead.
    const informed = await server.owner.query('select from privacy_notices where prospect_id = $1', [
      made.prospect_ids[0],
    ]);
    expect(informed.rows).toEqual([]);
    expect(await usedToday('invite')).toBe(outcome === 'skipped' ? 0 : 1);
  });

  test('an outcome can be undone for ten seconds, and a repeated click counts once', async () => {
    const made = await start([MESSAGE]);
    const task = await claimed();
    await finish(task, 'cannot_reach');
    expect((await finish(task, 'done')).error.code).toBe('linkedin_task_lost');
    const undone = await ada.call(api.undoLinkedinTask, { params: { id: task.id }, body: { token: task.token } });
    expect(undone.data.task.outcome).toBeNull();
    expect((await finish(task, 'done')).status).toBe(200);
    expect((await finish(task, 'done')).status).toBe(200);
    await ada.call(api.releaseLinkedinTask, { params: { id: task.id }, body: { token: task.token } });
    await settled(task.id, 'confirmed');
    expect((await finish(task, 'done')).status).toBe(200);
    const late = await ada.call(api.undoLinkedinTask, { params: { id: task.id }, body: { token: task.token } });
    expect(late.error.code).toBe('linkedin_task_lost');
    expect(await runsOf(made.lead_ids[0]!)).toHaveLength(1);
  });
});

describe('a card that no person has reserved', () => {
  const offered = () =>
    until('an offered card', async () => {
      const found = await row<{ id?: string }>(
        `select id from outbound_intents where account_id = $1 and state = 'intent' and offered_at is not null`,
        [account_id],
      );
      return found?.id && Number(found.id);
    });

  test('has no outcome to record', async () => {
    await start([MESSAGE]);
    const id = await offered();
    const body = { token: 1, outcome: 'done' as const };
    expect((await ada.call(api.finishLinkedinTask, { params: { id }, body })).error.code).toBe('linkedin_task_lost');
    expect(await claimed()).toMatchObject({ id });
  });

  test('is waited for while its sender is locked, instead of reporting that nothing is left', async () => {
    await start([MESSAGE]);
    const id = await offered();
    const claiming = await system().systemTransaction(async ({ db }) => {
      await sql`select from accounts where id = ${account_id} for no key update`.execute(db);
      let hasEnded = false;
      const task = claim().finally(() => {
        hasEnded = true;
      });
      await until('the claim to wait or end', async () => {
        const { rows } = await server.owner.query('select 1 from pg_locks where not granted');
        return hasEnded || rows.length > 0;
      });
      return { task };
    });
    expect(await claiming.task).toMatchObject({ id });
  });
});

describe('two people', () => {
  test('never get the same card', async () => {
    await start([INVITE], { people: 6 });
    await until('six cards', async () => {
      const { accounts } = (await ada.call(api.listLinkedinTasks)).data;
      return accounts.find(({ id }) => id === account_id)?.waiting === 6;
    });
    const taken: number[] = [];
    await Promise.all(
      [ada, ben].map(async (client) => {
        for (let task = await claim(client); task; task = await claim(client)) {
          taken.push(task.id);
          await finish(task, 'done', client);
        }
      }),
    );
    expect(taken).toHaveLength(6);
    expect(new Set(taken).size).toBe(6);
  });

  test('a card without an outcome goes back with a warning, and the first person can still record that it was sent', async () => {
    const made = await start([MESSAGE]);
    const first = await claimed();
    const opened = { params: { id: first.id }, body: { token: first.token } };
    expect((await ada.call(api.openLinkedinTask, opened)).status).toBe(200);
    expect(await claim(ben)).toBeNull();
    await jump(601);
    const second = await claimed(ben);
    expect(second).toMatchObject({ id: first.id, opened_before: { name: 'Ada' } });
    expect((await ada.call(api.openLinkedinTask, opened)).error).toMatchObject({
      code: 'linkedin_task_lost',
      error: 'Ben has this card now.',
    });
    expect((await finish(first, 'skipped')).error.code).toBe('linkedin_task_lost');
    expect((await finish(first, 'done')).status).toBe(200);
    expect(await intentOf(first.id)).toMatchObject({ state: 'confirmed', settled_by: 'person' });
    expect((await finish(second, 'done', ben)).error.error).toBe('Ada has already recorded an outcome.');
    expect(await runsOf(made.lead_ids[0]!)).toHaveLength(1);
    expect(await usedToday('message')).toBe(1);
  });

  test('after a restore, cards of leads from before the backup say that the profile is checked first', async () => {
    const made = await start([MESSAGE]);
    const task = await claimed();
    const restored = async (values: string, now = '') => {
      await server.owner.query(`update installation set ${values}`);
      if (now)
        await server.owner.query('update prospects set created_at = app_now() where id = $1', [made.prospect_ids[0]]);
      return (await ada.call(api.getLinkedinTask, { params: { id: task.id } })).data.task?.restored;
    };
    const from = `restored_from = app_now() - interval '1 day'`;
    await server.owner.query(`update prospects set created_at = app_now() - interval '2 days' where id = $1`, [
      made.prospect_ids[0],
    ]);
    try {
      expect(await restored(`restored_at = app_now(), ${from}`)).toEqual({ from: expect.stringMatching(/Z$/) });
      expect(await restored('restored_at = app_now(), restored_from = null')).toEqual({ from: null });
      expect(await restored(`restored_at = app_now() - interval '8 days', ${from}`)).toBeNull();
      expect(await restored(`restored_at = app_now(), ${from}`, 'now')).toBeNull();
    } finally {
      await server.owner.query('update installation set restored_at = null, restored_from = null');
    }
  });

  test('another organization finds neither cards nor contacts', async () => {
    await start([MESSAGE]);
    const task = await claimed();
    const stranger = await server.signUp();
    expect((await stranger.call(api.listLinkedinTasks)).data.accounts).toEqual([]);
    expect((await stranger.call(api.claimLinkedinTask, { body: { account_id } })).data.task).toBeNull();
    expect((await finish(task, 'done', stranger)).status).toBe(404);
    expect((await stranger.call(api.getLinkedinTask, { params: { id: task.id } })).status).toBe(404);
  });
});

describe('a card whose action was stopped', () => {
  const look = async (task: LinkedinTask) =>
    (await ada.call(api.getLinkedinTask, { params: { id: task.id } })).data.stopped;

  test('after a reply it shows the reason, and counts only if a person confirms that it was sent', async () => {
    const made = await start([MESSAGE], { people: 2 });
    const one = await claimed();
    await server.owner.query(`update campaign_leads set status = 'REPLIED' where id = any($1)`, [made.lead_ids]);
    expect(await look(one)).toBe('The lead has replied.');
    expect((await finish(one, 'done')).error).toMatchObject({
      code: 'linkedin_task_stopped',
      error: 'The lead has replied.',
    });
    await ada.call(api.releaseLinkedinTask, { params: { id: one.id }, body: { token: one.token } });
    // The other card is withdrawn when a person asks for it.
    expect(await claim()).toBeNull();
    expect(await usedToday('message')).toBe(0);
    expect((await finish(one, 'done')).error.code).toBe('linkedin_task_stopped');
    expect((await finish(one, 'done', ada, true)).status).toBe(200);
    expect(await intentOf(one.id)).toMatchObject({ state: 'confirmed', settled_by: 'person' });
  });

  test('in a paused campaign it is withdrawn, and comes back with the campaign', async () => {
    const made = await start([MESSAGE]);
    const task = await claimed();
    const set = (status: string) =>
      server.owner.query('update campaigns set status = $2, version = version + 1 where id = $1', [
        made.campaign.id,
        status,
      ]);
    await set('PAUSED');
    expect(await look(task)).toBe('The campaign is paused.');
    expect((await finish(task, 'done')).error.code).toBe('linkedin_task_stopped');
    await ada.call(api.releaseLinkedinTask, { params: { id: task.id }, body: { token: task.token } });
    expect(await claim()).toBeNull();
    await set('ACTIVE');
    await system().systemTransaction(({ db }) =>
      sql`update campaign_lanes set look_at = app_now() where campaign_id = ${made.campaign.id}`.execute(db),
    );
    expect(await claimed()).toMatchObject({ id: task.id });
  });

  test('a suppressed lead leaves the queue', async () => {
    const made = await start([MESSAGE]);
    await until('a card', async () => (await ada.call(api.listLinkedinTasks)).data.accounts.some((a) => a.waiting > 0));
    const linkedin_url = `https://www.linkedin.com/in/kim-${names}-0`;
    expect((await ada.call(api.suppressPerson, { body: { linkedin_url } })).status).toBe(200);
    expect(await claim()).toBeNull();
    expect(await runsOf(made.lead_ids[0]!)).toMatchObject([{ type: 'LINKEDIN_MESSAGE', outcome: 'failed' }]);
  });
});

describe('limits', () => {
  test('an unclicked card stays, and counts once for the day on which it is carried out', async () => {
    await server.owner.query('update accounts set linkedin_max_connections = 2 where id = $1', [account_id]);
    await start([INVITE], { people: 5 });
    const waiting = async () =>
      (await ada.call(api.listLinkedinTasks)).data.accounts.find(({ id }) => id === account_id)?.waiting ?? 0;
    await until('two cards', async () => (await waiting()) === 2);
    const first = await claimed();
    await finish(first, 'done');
    await settled(first.id, 'confirmed');
    expect([await waiting(), await usedToday('invite')]).toEqual([1, 1]);
    await jump(24 * 3600);
    const [second, third] = [await claimed(), await claimed(ben)];
    await finish(second, 'done');
    await finish(third, 'done', ben);
    await settled(third.id, 'confirmed');
    expect(await usedToday('invite')).toBe(2);
    expect([await claim(), await waiting()]).toEqual([null, 0]);
  });

  test('one sender by hand and one that is connected share a campaign, and a lead stays with its sender', async () => {
    const seat_id = await linkedin.connectSeat('SALES_NAVIGATOR');
    const { organization_id } = ada;
    const other = await world.makeLinkedinSender(system(), organization_id, { seat_id, tier: 'SALES_NAVIGATOR' });
    const { people } = await linkedin.port.reading.readPage(seat_id, { source: SEARCH, cursor: null, limit: 50 });
    const strangers = people.filter((one) => one.network_distance !== 1).flatMap((one) => one.public_identifier ?? []);
    const made = await start([INVITE, { type: 'VISIT_LINKEDIN_PROFILE', delay_in_hours: 24 }], {
      profiles: strangers.slice(0, 4),
      more_linkedin_accounts: [other],
    });
    /** By lead: what was done, and by which sender. */
    const doneBy = async () => {
      const { rows } = await server.owner.query(
        `select ref_id, account_id, action, settled_by from outbound_intents
          where ref_id = any($1) and kind = 'campaign_step' and state = 'confirmed' order by ref_id, id`,
        [made.lead_ids],
      );
      return Map.groupBy(rows as { ref_id: string; account_id: string; action: string; settled_by: string }[], (row) =>
        Number(row.ref_id),
      );
    };
    const finishCards = async (action: string) => {
      for (let task = await claimed(); ; ) {
        expect(task.action).toBe(action);
        await finish(task, 'done');
        const next = await claim();
        if (!next) break;
        task = next;
      }
      await jump(11);
    };
    const until4 = (each: number) =>
      until(`${each} actions of each lead`, async () => {
        const done = await doneBy();
        return done.size === 4 && [...done.values()].every((rows) => rows.length === each) && done;
      });
    await finishCards('invite');
    await until4(1);
    await jump(25 * 3600);
    await finishCards('visit');
    const done = await until4(2);
    const senders = [...done.values()].map((rows) => new Set(rows.map((row) => Number(row.account_id))));
    expect(senders.every((set) => set.size === 1)).toBe(true);
    expect(new Set(senders.flatMap((set) => [...set]))).toEqual(new Set([account_id, other]));
    const ways = [...done.values()].flat().map((row) => `${Number(row.account_id) === other} ${row.settled_by}`);
    expect(new Set(ways)).toEqual(new Set(['true answer', 'false person']));
  });
});

describe('the risk budget', () => {
  test('bounds all sorts of action together, and is the wait reason', async () => {
    await server.owner.query(
      `update accounts set risk_invited = 100, risk_accepted = 10, risk_counted_at = app_now() where id = $1`,
      [account_id],
    );
    await start([INVITE], { people: 9 });
    // Half of 45 points: seven invites, and one point is left.
    for (let done = 0; done < 7; done += 1) await finish(await claimed(), 'done');
    const made = await start([MESSAGE], { people: 2 });
    await finish(await claimed(), 'done');
    const person = system().forOrganization(ada.organization_id);
    const waiting = await until('the wait reason', async () => {
      const leads = await Promise.all(made.prospect_ids.map((id) => getLead(person, id, made.campaign.id)));
      return leads.map((lead) => lead.next_action?.waiting_for).find((found) => found?.rule === 'risk_limit');
    });
    expect(waiting.text).toBe(
      'The LinkedIn risk budget of Ada Jansen is used up for today (it grows over the first four weeks; halved, because fewer than 20% of the last 100 invites were accepted)',
    );
    expect([await claim(), await usedToday('invite'), await usedToday('message')]).toEqual([null, 7, 1]);
  });
});

describe('what happens on LinkedIn afterward', () => {
  async function invited(nodes: world.NodeSpec[]) {
    const made = await start(nodes);
    const task = await claimed();
    await finish(task, 'done');
    await settled(task.id, 'confirmed');
    return { made, task, params: { id: made.prospect_ids[0]! } };
  }

  test('an acceptance is recorded with one click, and the condition continues', async () => {
    const { made, params } = await invited([INVITE, ACCEPTED, { ...MESSAGE, branch: 'yes' }]);
    const { contacts } = (await ada.call(api.listLinkedinContacts, { query: { is_awaiting: 'acceptance' } })).data;
    expect(contacts[0]).toMatchObject({ prospect_id: made.prospect_ids[0], action: 'invite', is_connected: false });
    expect((await ada.call(api.acceptLinkedinContact, { params, body: { account_id } })).status).toBe(200);
    expect(await claimed()).toMatchObject({ action: 'message', prospect: { id: made.prospect_ids[0] } });
    expect(await runsOf(made.lead_ids[0]!)).toMatchObject([{}, { type: 'ACCEPTED_INVITE', branch: 'yes' }]);
    const { data } = await ada.call(api.getCampaign, { params: { id: made.campaign.id } });
    expect(data).toMatchObject({ campaign: { total_invites_sent: 1, total_invites_accepted: 1 } });
    const foreign = { params: { id: 999_999 }, body: { account_id } };
    expect((await ada.call(api.acceptLinkedinContact, foreign)).error.code).toBe('conflict');
  });

  test.each([0, -26])('a pasted reply stops the campaign and is in the inbox, once (clock %d h off)', async (hours) => {
    const { made, params } = await invited([INVITE, { ...MESSAGE, delay_in_hours: 48 }]);
    const reply = () => ada.call(api.addLinkedinReply, { params, body: { account_id, text: 'Tell me more' } });
    const { clock } = system();
    const { now } = clock;
    clock.now = () => new Date(now().getTime() + hours * 3_600_000);
    const statuses = [(await reply()).status, (await reply()).status];
    clock.now = now;
    expect(statuses).toEqual([200, 200]);
    await until('the reply', async () => {
      const lead = await row<{ status: string }>('select status from campaign_leads where id = $1', [made.lead_ids[0]]);
      return lead.status === 'REPLIED';
    });
    const messages = await server.owner.query(
      'select message from chat_messages where prospect_id = $1 and sent_by_prospect',
      [params.id],
    );
    expect(messages.rows).toEqual([{ message: 'Tell me more' }]);
    const { contacts } = (await ada.call(api.listLinkedinContacts)).data;
    expect(contacts.map(({ prospect_id }) => prospect_id)).not.toContain(params.id);
  });

  test('a message written in the inbox waits as a card of its own', async () => {
    const { params } = await invited([INVITE]);
    await ada.call(api.addLinkedinReply, { params, body: { account_id, text: 'Tell me more' } });
    const message = { message: 'With pleasure!', account_id, undo_in_seconds: 0 };
    // A reply that is stored after the message would pause it.
    await until('the reply', async () =>
      row('select from chat_messages where prospect_id = $1 and sent_by_prospect', [params.id]),
    );
    expect((await ada.call(api.sendChatMessage, { params, body: message })).status).toBeLessThan(300);
    const task = await claimed();
    expect(task).toMatchObject({ action: 'message', text: 'With pleasure!', campaign: null });
    await finish(task, 'done');
    await settled(task.id, 'confirmed');
    const sent = await row<{ delivery: string }>(
      `select delivery from chat_messages where prospect_id = $1 and kind = 'CHAT'`,
      [params.id],
    );
    expect(sent.delivery).toBe('SENT');
  });

  test('a message of the inbox can be postponed and taken back while its card waits', async () => {
    const { params } = await invited([INVITE]);
    const message = { message: 'One more thing', account_id, undo_in_seconds: 0 };
    const sent = await ada.call(api.sendChatMessage, { params, body: message });
    const waiting = (count: number) =>
      until(`${count} cards`, async () => {
        const { accounts } = (await ada.call(api.listLinkedinTasks)).data;
        return accounts.find(({ id }) => id === account_id)?.waiting === count;
      });
    await waiting(1);
    const one = { params: { ...params, messageId: sent.data.message.id } };
    const { now } = await row<{ now: Date }>('select app_now() as now', []);
    const send_at = new Date(now.getTime() + 24 * 3600_000).toISOString();
    const { data } = await ada.call(api.updateScheduledMessage, { ...one, body: { send_at } });
    expect(data.message).toMatchObject({ delivery: 'SCHEDULED' });
    expect(await claim()).toBeNull();
    await jump(25 * 3600);
    await waiting(1);
    expect((await ada.call(api.cancelScheduledMessage, one)).status).toBe(200);
    expect(await claim()).toBeNull();
  });

  test("the member's own export of connections marks acceptances", async () => {
    const { made } = await invited([INVITE, ACCEPTED, { ...MESSAGE, branch: 'yes' }]);
    const upload = (content: string, filename = 'Connections.csv') =>
      ada.call(api.uploadLinkedinConnections, { body: { account_id } }, [
        { field: 'file', filename, content, content_type: 'text/csv' },
      ]);
    const file = [
      'Notes:',
      '"When exporting your connection data, you may notice that some of the email addresses are missing."',
      '',
      'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
      `Kim,Reader,https://www.linkedin.com/in/kim-${names}-0,,"Northwind, Inc.",CTO,15 Jan 2026`,
      'Lee,Other,https://www.linkedin.com/in/lee-other,,,,01 Mar 2024',
      ',,,,,,02 Mar 2024',
    ].join('\r\n');
    const { data } = await upload(`\ufeff${file}`);
    expect(data).toEqual({ connections: 2, accepted: 1, rows_without_address: 1 });
    expect(await claimed()).toMatchObject({ action: 'message', prospect: { id: made.prospect_ids[0] } });
    expect((await upload(file)).data.accepted).toBe(0);
    expect((await upload('a,b\n1,2')).error.error).toMatch(/^Couldn't read this file/);
    expect((await upload(file, 'Connections.zip')).error.code).toBe('csv_only');
  });
});

test('a sender by hand needs the address of a person, and is added once', async () => {
  const add = (profile_url: string) =>
    ada.call(api.connectAssistedLinkedin, { body: { name: 'Eva', profile_url } }).then(({ error }) => error?.code);
  expect(await add('https://www.linkedin.com/company/acme')).toBe('bad_request');
  expect(await add('https://linkedin.example/in/eva')).toBe('bad_request');
  expect(await add(`https://www.linkedin.com/in/SENDER-${names}`)).toBe('conflict');
});
