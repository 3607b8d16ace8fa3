import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { insertPastContacts, linkPastContacts, type PastContact } from '../../past-contacts/index.ts';
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
  const { person, search_id, inside, contacted } = await begin([{}]);
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
  await inside.transaction((tx) => movedCampaigns.restoreLeads(tx, id, contacted));
  expect(await count()).toBe(4);
});
