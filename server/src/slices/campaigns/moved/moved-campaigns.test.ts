import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import {
  deletePastContacts,
  insertPastContacts,
  linkPastContacts,
  type PastContact,
} from '../../past-contacts/index.ts';
import { lockAdding } from '../leads/adding.store.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';
import { movedCampaigns } from './moved-campaigns.service.ts';

const server = useTestServer();
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** Four leads; the other tool wrote to the last ones. */
async function begin(contacted: readonly Partial<PastContact>[]) {
  const person = await server.signUp();
  const org = person.organization_id;
  const names = ['Ada', 'Bob', 'Cleo', 'Dan'];
  const { search_id, prospect_ids } = await makeList(
    server,
    org,
    names.map((first_name) => ({ first_name, email: `${first_name.toLowerCase()}@one.example` })),
  );
  const inside = server.program.system.forOrganization(org);
  const import_id = await inside.transaction(async ({ db }) => {
    const { rows } = await sql<{ id: number }>`insert into tool_imports (organization_id, tool, tool_label, state)
      values (${org}, 'instantly', 'Instantly', 'finished') returning id`.execute(db);
    return rows[0]!.id;
  });
  const ids = prospect_ids.slice(-contacted.length);
  await inside.transaction((tx) =>
    insertPastContacts(
      tx,
      import_id,
      contacted.map((one, index) => ({
        ...{ prospect_id: ids[index]!, tool: 'Instantly', campaign_name: 'Outreach', last_contacted_at: daysAgo(1) },
        ...{ steps_done: 1, steps_total: 3, outcome: 'contacted' as const },
        ...one,
      })),
    ),
  );
  return { person, org, search_id, prospect_ids, contacted: ids, inside, import_id };
}

test('leads whom another tool wrote to are left out, named with the tool and the day, and included on request', async () => {
  const at = daysAgo(26);
  const { person, search_id } = await begin([{ last_contacted_at: daysAgo(40) }, { last_contacted_at: at }]);
  const { id } = await makeCampaign(person, {});
  const check = async (more: object = {}) =>
    (
      await person.call(api.checkDuplicates, {
        params: { id: search_id },
        body: { amount: 4, target_campaign_id: id, ...more },
      })
    ).data;
  expect(await check()).toMatchObject({
    ...{ will_be_added: 2, contacted_count: 2, duplicate_count: 0 },
    past_contacts: [{ tool: 'Instantly', leads: 2, last_contacted_at: at }],
  });
  expect(await check({ allow_contacted: true })).toMatchObject({
    will_be_added: 4,
    contacted_count: 0,
    past_contacts: [],
  });
  const add = (body: object) =>
    person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, amount: 4, ...body } });
  expect((await add({})).data).toMatchObject({ added: 2, contacted_count: 2 });
  expect((await add({ allow_contacted: true })).data).toMatchObject({ added: 2, duplicate_count: 2 });
});

test('a moved campaign continues at the step of each lead, with the delay since its last message', async () => {
  const { person, org, inside, prospect_ids, contacted, import_id } = await begin([
    { steps_done: 1, last_contacted_at: daysAgo(1) },
    { steps_done: 2, last_contacted_at: daysAgo(90) },
  ]);
  const steps = [0, 72, 96].map((delay_in_hours, n) => ({ delay_in_hours, subject_line: `Mail ${n}`, message: 'Hi' }));
  const made = await inside.transaction(async (tx) => {
    const campaign = await movedCampaigns.create(tx, { name: 'Outreach', steps });
    const skipped = (prospect_id: number, count: number) => ({
      prospect_id,
      skipped_nodes: campaign.node_ids.slice(0, count),
    });
    const leads = [
      skipped(prospect_ids[0]!, 0),
      // One that was written to may not begin.
      skipped(contacted[1]!, 0),
      skipped(contacted[0]!, 1),
      skipped(contacted[1]!, 2),
    ];
    await linkPastContacts(tx, import_id, {
      ...{ campaign_id: campaign.id, campaign_name: 'Outreach', prospect_ids: contacted },
    });
    return {
      ...campaign,
      added: await movedCampaigns.addLeads(tx, { campaign_id: campaign.id, source_search_id: null }, leads),
    };
  });
  expect(made.added).toEqual([prospect_ids[0], ...contacted]);
  const email_account_id = await makeSender(server, org);
  await server.owner.query('update campaigns set counts_working_days = false where id = $1', [made.id]);
  await person.call(api.activateCampaign, { params: { id: made.id }, body: { email_account_id } });
  const { rows } = await server.owner.query(
    `select prospect_id::int, next_node_id::int, next_lane, round(extract(epoch from next_at - now()) / 3600)::int as hours
     from campaign_leads where campaign_id = $1 order by id`,
    [made.id],
  );
  expect(rows).toEqual([
    { prospect_id: prospect_ids[0], next_node_id: made.node_ids[0], next_lane: 'email', hours: 0 },
    { prospect_id: contacted[0], next_node_id: made.node_ids[1], next_lane: 'email', hours: 48 },
    { prospect_id: contacted[1], next_node_id: made.node_ids[2], next_lane: 'email', hours: 0 },
  ]);
});

test('leads that have not begun leave campaigns here when another tool wrote to them, and come back with an undo', async () => {
  const { person, search_id, inside, contacted, import_id } = await begin([{}]);
  const { id } = await makeCampaign(person, {});
  await person.call(api.addToCampaign, {
    params: { id: search_id },
    body: { campaign: id, amount: 4, allow_contacted: true },
  });
  const count = async () =>
    (await person.call(api.listCampaignLeads, { params: { id }, query: {} })).data.total_prospects;
  const found = await inside.transaction((tx) => movedCampaigns.setAside(tx, contacted));
  expect(found).toEqual([{ campaign_id: id, prospect_ids: contacted }]);
  expect(await count()).toBe(3);
  // Another import still says that they were written to.
  await inside.transaction((tx) => movedCampaigns.restoreLeads(tx, id, contacted));
  expect(await count()).toBe(3);
  await inside.transaction((tx) => deletePastContacts(tx, import_id, contacted));
  await inside.transaction((tx) => movedCampaigns.restoreLeads(tx, id, contacted));
  expect(await count()).toBe(4);
});

test('another lead with the address of a contacted one is left out and set aside too', async () => {
  const { person, org, inside, contacted, import_id } = await begin([{}]);
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into prospects (organization_id, first_name, email, linkedin_key)
     select organization_id, 'Dan', email, 'dan-two' from prospects where id = $1 returning id`,
    [contacted[0]],
  );
  const sharer = Number(rows[0]!.id);
  const { id } = await makeCampaign(person, {});
  const target = { campaign_id: id, source_search_id: null };
  const lead = { prospect_id: sharer, skipped_nodes: [] };
  expect(await inside.transaction((tx) => movedCampaigns.addLeads(tx, target, [lead]))).toEqual([]);
  await server.owner.query(
    'insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3)',
    [org, id, sharer],
  );
  const found = await inside.transaction((tx) => movedCampaigns.setAside(tx, contacted));
  expect(found).toEqual([{ campaign_id: id, prospect_ids: [sharer] }]);
  await inside.transaction((tx) => deletePastContacts(tx, import_id, contacted));
  await inside.transaction((tx) => movedCampaigns.restoreLeads(tx, id, contacted));
  const inCampaign = 'select prospect_id::int from campaign_leads where campaign_id = $1 and archived_at is null';
  expect((await server.owner.query(inCampaign, [id])).rows).toEqual([{ prospect_id: sharer }]);
});

test('leads that are being added while their past contact arrives are set aside', async () => {
  const { person, org, inside, contacted } = await begin([{}]);
  const { id } = await makeCampaign(person, {});
  let isSettled = false;
  const aside = await inside.transaction(async (adding) => {
    await lockAdding(adding);
    await sql`insert into campaign_leads (organization_id, campaign_id, prospect_id)
      values (${org}, ${id}, ${contacted[0]})`.execute(adding.db);
    const found = inside
      .transaction((tx) => movedCampaigns.setAside(tx, contacted))
      .finally(() => {
        isSettled = true;
      });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and wait_event = 'advisory'`;
    await expect
      .poll(async () => isSettled || ((await server.owner.query(waiting)).rowCount ?? 0) > 0, { interval: 10 })
      .toBe(true);
    return { found };
  });
  expect(await aside.found).toEqual([{ campaign_id: id, prospect_ids: contacted }]);
});

test('a step that is added in front of a draft greets no lead that continues, and no decision brings a sent step back', async () => {
  const { person, org, inside, contacted, import_id } = await begin([{ last_contacted_at: daysAgo(90) }, {}]);
  const steps = [0, 72].map((delay_in_hours, n) => ({ delay_in_hours, subject_line: `Mail ${n}`, message: 'Hi' }));
  const made = await inside.transaction(async (tx) => {
    const campaign = await movedCampaigns.create(tx, { name: 'Outreach', steps });
    const target = { campaign_id: campaign.id, source_search_id: null };
    await movedCampaigns.addLeads(tx, target, [
      { prospect_id: contacted[0]!, skipped_nodes: campaign.node_ids.slice(0, 1) },
      { prospect_id: contacted[1]!, skipped_nodes: campaign.node_ids },
    ]);
    const link = { campaign_id: campaign.id, campaign_name: 'Outreach', prospect_ids: contacted };
    await linkPastContacts(tx, import_id, link);
    return campaign;
  });
  const params = { id: made.id };
  const undone = await person.call(api.undoDataDecision, { params, body: { step_id: made.node_ids[0]! } });
  expect(undone.data).toEqual({ changed_leads: 0 });
  const added = await person.call(api.addStep, { params, body: { step: 'EMAIL', child: made.node_ids[0]! } });
  const first = added.data.new_step.id;
  await server.owner.query(`update campaign_nodes set subject_line = 'New', message = 'Hello' where id = $1`, [first]);
  const email_account_id = await makeSender(server, org);
  await person.call(api.activateCampaign, { params, body: { email_account_id } });
  const { rows } = await server.owner.query(
    `select next_node_id::int, skipped_nodes::int[] from campaign_leads where campaign_id = $1 order by id`,
    [made.id],
  );
  expect(rows).toEqual([
    { next_node_id: made.node_ids[1], skipped_nodes: [made.node_ids[0], first] },
    { next_node_id: first, skipped_nodes: [...made.node_ids, first] },
  ]);
});
