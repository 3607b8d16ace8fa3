import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { EXAMPLE_NAMES, EXAMPLE_PEOPLE } from './examples.rules.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

const list = async (person: Person) => (await person.call(api.createTourList)).data.search_id;
async function whole(person: Person) {
  const search_id = await list(person);
  const body = { search_id };
  await person.call(api.addTourLeads, { body });
  await person.call(api.addTourColumn, { body });
  const { campaign_id } = (await person.call(api.createTourCampaign, { body })).data;
  return { search_id, campaign_id, body };
}

test('the examples are a list with people and replies, and a campaign, for free', async () => {
  const person = await server.signUp();
  const before = (await person.call(api.getUser)).data.user.organization.email_credits;
  const { search_id, campaign_id } = await whole(person);
  const { prospects } = (await person.call(api.listSearchProspects, { params: { id: search_id }, query: {} })).data;
  expect(prospects.map(({ email }) => email).sort()).toEqual(EXAMPLE_PEOPLE.map(({ email }) => email).sort());
  const [column] = (await person.call(api.listResearchColumns, { params: { searchId: search_id } })).data;
  expect(column?.results).toHaveLength(EXAMPLE_PEOPLE.length);
  const { campaign } = (await person.call(api.getCampaign, { params: { id: campaign_id } })).data;
  expect(campaign).toMatchObject({ name: EXAMPLE_NAMES.campaign, status: 'DRAFT', total_prospects: 6 });
  const preview = await person.call(api.previewStep, {
    params: { id: campaign_id, stepId: campaign.first_step! },
    body: { ...campaign.steps[0]!, prospect_id: prospects[0]!.id } as never,
  });
  expect(JSON.stringify(preview.data)).toContain(
    EXAMPLE_PEOPLE.find(({ email }) => email === prospects[0]!.email)!.opening,
  );
  expect((await person.call(api.getUser)).data.user.organization.email_credits).toBe(before);
});

test('repeated steps leave what exists; two clicks in parallel create one list', async () => {
  const person = await server.signUp();
  const first = await whole(person);
  expect(await whole(person)).toEqual(first);
  const other = await server.signUp();
  const both = await Promise.all([list(other), list(other)]);
  expect(new Set(both).size).toBe(1);
  expect((await other.call(api.listSearches)).data.searches).toHaveLength(1);
});

test('the example campaign refuses to start', async () => {
  const person = await server.signUp();
  const { campaign_id } = await whole(person);
  const answer = await person.call(api.activateCampaign, { params: { id: campaign_id }, body: {} });
  expect(answer).toMatchObject({ status: 400, error: { code: 'activation_refused' } });
  expect(answer.error?.error).toContain('This is an example');
});

test('removed at any step, nothing of it stays; people taken elsewhere do', async () => {
  const person = await server.signUp();
  await list(person);
  await person.call(api.removeTourExamples);
  expect((await person.call(api.listSearches)).data.searches).toEqual([]);
  const { search_id } = await whole(person);
  const { id } = (await person.call(api.createSearch, { body: { name: 'Mine' } })).data;
  const { prospects } = (await person.call(api.listSearchProspects, { params: { id: search_id }, query: {} })).data;
  const { campaign } = (await person.call(api.createCampaign, { body: { name: 'Mine' } })).data;
  await person.call(api.addToCampaign, {
    params: { id: search_id },
    body: { campaign: campaign.id, prospect_ids: [prospects[0]!.id], allow_duplicates: true },
  });
  await person.call(api.removeTourExamples);
  expect((await person.call(api.listSearches)).data.searches.map((one) => one.id)).toEqual([id]);
  const { campaigns } = (await person.call(api.listCampaigns)).data;
  expect(campaigns.map((one) => [one.id, one.total_prospects])).toEqual([[campaign.id, 1]]);
  expect((await person.call(api.removeTourExamples)).status).toBe(200);
});

test('lists of other users, and lists outside of the tour, are refused', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const search_id = await list(person);
  const { id } = (await person.call(api.createSearch, { body: { name: 'Mine' } })).data;
  for (const endpoint of [api.addTourLeads, api.addTourColumn, api.createTourCampaign]) {
    expect((await stranger.call(endpoint, { body: { search_id } })).status).toBe(404);
    expect((await person.call(endpoint, { body: { search_id: id } })).status).toBe(404);
  }
});

test('the example list counts in no limit, and is named as an example', async () => {
  const person = await server.signUp();
  const insert = `insert into searches (organization_id, name) select $1, 'List ' || n from generate_series(1, $2::int) n`;
  await server.owner.query(insert, [person.organization_id, 499]);
  const example = await list(person);
  expect((await person.call(api.getSearch, { params: { id: example } })).data.search.is_example).toBe(true);
  const last = await person.call(api.createSearch, { body: { name: 'The 500th' } });
  expect(last.status).toBe(200);
  expect((await person.call(api.getSearch, { params: { id: last.data.id } })).data.search.is_example).toBe(false);
  expect((await person.call(api.createSearch, { body: { name: 'One more' } })).error.code).toBe('trial_search_limit');
  const full = await server.signUp();
  await server.owner.query(insert, [full.organization_id, 500]);
  expect((await full.call(api.createTourList)).status).toBe(200);
});
