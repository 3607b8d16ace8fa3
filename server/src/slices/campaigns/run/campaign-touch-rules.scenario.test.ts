import { api } from '@overture/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { recordEarlierContacts } from '../../touch-locks/index.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import * as world from './run.factory.ts';

const { server, mail } = useCampaignWorld({ slow_in_ms: 100, answer_timeout_in_ms: 30_000 });

const DAY = 86_400;
const ONE_MAIL: world.NodeSpec[] = [{ type: 'EMAIL' }];
const LONG: world.NodeSpec[] = [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 * 29 }];
const system = () => server.program.system;
const mailsTo = (...addresses: string[]) =>
  [...mail.store.mails()].filter((one) => one.recipients.some((address) => addresses.includes(address))).length;

let organization_id: number;
let count = 0;

beforeEach(async () => {
  organization_id = await world.makeOrganization(system());
  await turnOn();
});

const turnOn = () =>
  server.owner.query(
    `insert into touch_lock_rules (organization_id, is_on, recorded_to) values ($1, true, null)
      on conflict (organization_id) do update set is_on = true`,
    [organization_id],
  );

const saveRules = (id: number, rules: object | null) =>
  server.owner.query('update campaigns set touch_rules = $2 where id = $1', [id, rules]);

/** A campaign that contacts these leads once the engine runs. */
async function begin(prospects: number[], touch_rules: object | null = null, nodes = ONE_MAIL) {
  count += 1;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}.${count}@acme.example`,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
    cap: 40,
  });
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  await saveRules(campaign.id, touch_rules);
  await recordEarlierContacts(system());
  const leads = await world.startPeople(system(), campaign, organization_id, prospects);
  return { id: campaign.id, leads };
}

const makePeople = (emails: string[]) =>
  world.makePeople(
    system(),
    organization_id,
    emails.map((email) => ({ email })),
  );

async function run(days = 0): Promise<void> {
  if (days > 0) await world.moveClock(system(), days * DAY);
  await world.runUntilQuiet(system());
}

const reasonOf = async (lead: number) =>
  (await server.owner.query('select waiting_rule, missing_data from campaign_leads where id = $1', [lead])).rows[0] as {
    waiting_rule: string | null;
    missing_data: string | null;
  };

test('a campaign that asks for a longer rest waits longer, and people rest longer after it', async () => {
  const email = `kim${organization_id}@north.example`;
  const prospects = await makePeople([email]);
  await begin(prospects);
  await run();
  const strict = await begin(prospects, { rest_days: 200 });
  await run(95);
  expect([mailsTo(email), await reasonOf(strict.leads[0]!)]).toEqual([
    1,
    {
      waiting_rule: 'touch_lock',
      missing_data: 'Contacted less than 200 days ago: this campaign asks for a longer rest',
    },
  ]);
  await run(106);
  expect(mailsTo(email)).toBe(2);
  // Other campaigns wait for its rest too, although theirs is 90 days.
  const later = await begin(prospects);
  await run(100);
  expect([mailsTo(email), (await reasonOf(later.leads[0]!)).waiting_rule]).toEqual([2, 'touch_lock']);
  await run(101);
  expect(mailsTo(email)).toBe(3);
});

test('contacts from before the campaign asked are counted, unless the person is released', async () => {
  const email = `early${organization_id}@north.example`;
  const prospects = await makePeople([email]);
  await begin(prospects);
  await run(95);
  await server.owner.query('delete from touch_locks where organization_id = $1', [organization_id]);
  await server.owner.query('update touch_lock_rules set has_campaign_rules = false where organization_id = $1', [
    organization_id,
  ]);
  const strict = await begin(prospects, { rest_days: 300 });
  await run();
  expect([mailsTo(email), (await reasonOf(strict.leads[0]!)).waiting_rule]).toEqual([1, 'touch_lock']);
  await server.owner.query('delete from touch_locks where organization_id = $1', [organization_id]);
  await run(1);
  expect(mailsTo(email)).toBe(2);
});

test('of two earlier contacts of a person the later one counts, also if its lead is older', async () => {
  const off = 'update touch_lock_rules set is_on = false where organization_id = $1';
  await server.owner.query(off, [organization_id]);
  const prospects = await makePeople([`twice${organization_id}@north.example`]);
  const ended = async (days: number) => {
    const { leads } = await begin(prospects);
    await run(1);
    await server.owner.query(
      'update campaign_leads set completed_at = app_now() - make_interval(days => $2) where id = $1',
      [leads[0], days],
    );
  };
  await ended(9);
  await ended(60);
  await server.owner.query('update touch_lock_rules set is_on = true, recorded_to = 0 where organization_id = $1', [
    organization_id,
  ]);
  await recordEarlierContacts(system());
  const { rows } = await server.owner.query(
    `select distinct round(extract(epoch from until - app_now()) / 86400)::int as days from touch_locks
      where organization_id = $1 and kind = 'person'`,
    [organization_id],
  );
  expect(rows).toEqual([{ days: 80 }]);
});

test('a lead that gives its keys back leaves the earlier rest as it was', async () => {
  const email = `back${organization_id}@north.example`;
  const prospects = await makePeople([email]);
  await begin(prospects);
  await run();
  await run(95);
  const strict = await begin(prospects, { rest_days: 200 });
  await run();
  const { rows } = await server.owner.query(
    `select state, until <= app_now() as is_over, round(extract(epoch from app_now() - rests_from) / 86400)::int as days
      from touch_locks where organization_id = $1 and kind = 'person'`,
    [organization_id],
  );
  expect(rows).toEqual(Array(2).fill({ state: 'cooling', is_over: true, days: 95 }));
  await saveRules(strict.id, null);
  await run(1);
  expect(mailsTo(email)).toBe(2);
});

test('two campaigns that hold companies start together: one of them contacts each company, with four dispatchers', async () => {
  const domains = Array.from({ length: 8 }, (_, n) => `race${n}-${organization_id}.example`);
  const emails = domains.map((domain) => [`kim@${domain}`, `lee@${domain}`] as const);
  const rules = { holds_companies: true, company_people: 1 };
  const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
  await begin(await makePeople(emails.map(([kim]) => kim)), rules, LONG);
  await begin(await makePeople(emails.map(([, lee]) => lee)), rules, LONG);
  const more = [0, 1, 2].map(() => startDispatcher(system(), kinds, { poll_in_ms: 10, max_in_flight: 8 }));
  try {
    await run();
  } finally {
    for (const dispatcher of more) await dispatcher.stop();
  }
  expect(emails.map((pair) => mailsTo(...pair))).toEqual(emails.map(() => 1));
});

test('a campaign that holds companies counts the people of campaigns that do not', async () => {
  const domain = `north${organization_id}.example`;
  const emails = ['kim', 'lee', 'max'].map((name) => `${name}@${domain}`);
  const [kim, lee, max] = await makePeople(emails);
  // Contacted before any campaign held companies.
  await begin([kim!], null, LONG);
  await run();
  const strict = await begin([lee!], { holds_companies: true, company_people: 1 });
  await run(10);
  expect([mailsTo(emails[1]!), (await reasonOf(strict.leads[0]!)).missing_data]).toEqual([
    0,
    'Enough people of this company are in contact',
  ]);
  // The organization holds no companies: its other campaigns contact the next person.
  await begin([max!]);
  await run();
  expect(mailsTo(emails[2]!)).toBe(1);
});

test('a reply to another campaign pauses a campaign that holds companies for its own days', async () => {
  const domain = `reply${organization_id}.example`;
  const [kim, lee] = await makePeople([`kim@${domain}`, `lee@${domain}`]);
  const strict = await begin([lee!], { holds_companies: true, company_reply_days: 40 }, [
    { type: 'EMAIL' },
    { type: 'EMAIL', delay_in_hours: 24 * 10 },
  ]);
  await run();
  const other = await begin([kim!], null, LONG);
  await run(3);
  await server.owner.query(
    "update campaign_leads set status = 'REPLIED', replied_at = app_now(), next_node_id = null, next_at = null, next_lane = null where id = $1",
    [other.leads[0]],
  );
  await run(20);
  expect([mailsTo(`lee@${domain}`), (await reasonOf(strict.leads[0]!)).missing_data]).toEqual([
    1,
    'A colleague of this lead has replied',
  ]);
  await run(21);
  expect(mailsTo(`lee@${domain}`)).toBe(2);
});

describe('people who edit a campaign', () => {
  let person: Awaited<ReturnType<typeof server.signUp>>;

  beforeEach(async () => {
    person = await server.signUp();
    organization_id = person.organization_id;
    await turnOn();
  });

  const changeRules = (id: number, touch_rules: object) =>
    person.call(api.updateCampaign, { params: { id }, body: { touch_rules } });
  const makeDraft = async () => (await person.call(api.createCampaign, { body: {} })).data.campaign.id;

  test('see before adding who would wait for it', async () => {
    const domain = `south${organization_id}.example`;
    const [kim, lee] = await makePeople([`kim@${domain}`, `lee@${domain}`]);
    await begin([kim!], { holds_companies: true });
    await run();
    await server.owner.query(
      `update touch_locks set state = 'cooling', reason = 'finished', until = app_now() - interval '5 days',
        rests_from = app_now() - interval '95 days' where organization_id = $1 and kind = 'person'`,
      [organization_id],
    );
    const id = await makeDraft();
    const count = async () =>
      (
        await person.call(api.checkDuplicates, {
          params: { id },
          body: { prospect_ids: [kim!, lee!], target_campaign_id: id, allow_duplicates: true },
        })
      ).data;
    expect(await count()).toMatchObject({ will_be_added: 2, locked_count: 0, company_wait_count: 0 });
    await changeRules(id, { rest_days: 150 });
    expect(await count()).toMatchObject({ will_be_added: 1, locked_count: 1, company_wait_count: 0 });
    await changeRules(id, { holds_companies: true });
    expect(await count()).toMatchObject({ will_be_added: 2, locked_count: 0, company_wait_count: 2 });
    const added = await person.call(api.addToCampaign, {
      params: { id },
      body: { prospect_ids: [lee!], campaign: id, search_or_campaign: 'campaign' },
    });
    expect(added.status).toBeLessThan(500);
  });

  test('release a person who rests for the campaign only, and its leads are tried again after a change', async () => {
    const emails = ['kim', 'lee'].map((name) => `${name}.again${organization_id}@north.example`);
    const prospects = await makePeople(emails);
    await begin(prospects);
    await run();
    await server.owner.query(
      `update touch_locks set until = app_now() - interval '5 days', rests_from = app_now() - interval '95 days'
        where organization_id = $1`,
      [organization_id],
    );
    await server.owner.query(
      `update campaign_leads set contacted_at = contacted_at - interval '95 days', completed_at = completed_at - interval '95 days'
        where organization_id = $1`,
      [organization_id],
    );
    const strict = await begin(prospects, { rest_days: 300 });
    await run();
    expect(emails.map((email) => mailsTo(email))).toEqual([1, 1]);
    const body = { reason: 'They asked' };
    expect((await person.call(api.releaseTouchLock, { params: { id: prospects[0]! }, body })).status).toBe(200);
    await run();
    expect(emails.map((email) => mailsTo(email))).toEqual([2, 1]);
    expect((await changeRules(strict.id, {})).data.campaign.touch_rules).toBeNull();
    // Both have one sender, who pauses between two emails.
    await world.moveClock(system(), 3600);
    await run();
    expect(emails.map((email) => mailsTo(email))).toEqual([2, 2]);
  });

  test('release a person once: the first campaign with own rules counts no contact from before that', async () => {
    const email = `kept${organization_id}@north.example`;
    const prospects = await makePeople([email]);
    await begin(prospects, null, LONG);
    await run();
    const release = async () =>
      (await person.call(api.releaseTouchLock, { params: { id: prospects[0]! }, body: { reason: 'They asked' } }))
        .status;
    expect([await release(), await release()]).toEqual([200, 409]);
    await begin(prospects, { rest_days: 300 });
    await run();
    expect(mailsTo(email)).toBe(2);
    // That contact came after the release, and counts.
    const later = await begin(prospects);
    await run(1);
    expect([mailsTo(email), (await reasonOf(later.leads[0]!)).waiting_rule]).toEqual([2, 'touch_lock']);
  });

  test('are never looser than the organization, and need its lock', async () => {
    const id = await makeDraft();
    const refusal = async (rules: object) => (await changeRules(id, rules)).error;
    for (const [rules, words] of [
      [{ rest_days: 60 }, 'rest_days must be from 90 to 730'],
      [{ company_people: 4 }, 'company_people must be from 1 to 3'],
      [{ company_gap_days: 1 }, 'company_gap_days must be from 2 to 90'],
      [{ company_reply_days: 3 }, 'company_reply_days must be from 14 to 365'],
    ] as const)
      expect(await refusal(rules)).toMatchObject({ code: 'bad_request', error: expect.stringContaining(words) });
    expect((await changeRules(id, { rest_days: 731 })).status).toBe(400);
    const rules = { rest_days: 120, holds_companies: true, company_people: 2 };
    expect((await changeRules(id, rules)).data.campaign).toMatchObject({ touch_rules: rules });
    expect((await person.call(api.getTouchLockRules)).data.is_recording).toBe(true);
    const copy = await person.call(api.duplicateCampaign, { params: { id } });
    expect(copy.data.campaign.touch_rules).toEqual(rules);
    // The organization asks for more later: a looser rule has no effect, and other settings can still be saved.
    await person.call(api.changeTouchLockRules, { body: { finished_days: 400 } });
    const named = await person.call(api.updateCampaign, { params: { id }, body: { name: 'Still mine' } });
    expect(named.data.campaign).toMatchObject({ name: 'Still mine', touch_rules: rules });
    await person.call(api.changeTouchLockRules, { body: { is_on: false } });
    expect((await refusal({ rest_days: 500 })).code).toBe('bad_request');
    expect((await changeRules(id, {})).data.campaign.touch_rules).toBeNull();
    const stranger = await server.signUp();
    const foreign = await stranger.call(api.updateCampaign, { params: { id }, body: { touch_rules: {} } });
    expect(foreign.status).toBe(404);
  });
});
