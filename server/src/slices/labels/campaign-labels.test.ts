import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
const grey = '#ADADAD';

const createLabel = (person: TestClient, name: string, color = grey) =>
  person.call(api.createLabel, { body: { name, color } });
const labelId = async (person: TestClient, name: string) => (await createLabel(person, name)).data.label.id;
const campaign = async (person: TestClient) => (await person.call(api.createCampaign, { body: {} })).data.campaign.id;
const add = (person: TestClient, campaign_ids: number[], label_id: number) =>
  person.call(api.addCampaignLabels, { body: { campaign_ids, label_id } });
const remove = (person: TestClient, campaign_ids: number[], label_id: number) =>
  person.call(api.removeCampaignLabels, { body: { campaign_ids, label_id } });

async function listNames(person: TestClient, id: number): Promise<string[]> {
  return (await person.call(api.getCampaign, { params: { id } })).data.campaign.labels.map(({ name }) => name);
}

describe('campaign labels', () => {
  test('created, listed by name, renamed and recolored', async () => {
    const person = await server.signUp();
    expect((await person.call(api.listLabels)).data).toEqual({ labels: [] });
    const { label } = (await createLabel(person, '  Spring\n2027 ')).data;
    expect(label).toEqual({ id: label.id, name: 'Spring 2027', color: grey });
    await createLabel(person, 'autumn');
    const body = { name: 'Zenith', color: '#EF4444' };
    expect((await person.call(api.updateLabel, { params: { id: label.id }, body })).data.label).toEqual({
      id: label.id,
      ...body,
    });
    expect((await person.call(api.listLabels)).data.labels.map(({ name }) => name)).toEqual(['autumn', 'Zenith']);
    expect((await person.call(api.listChatLabels)).data.labels).toEqual([]);
  });

  test('a name is unique in its own organization, ignoring case', async () => {
    const person = await server.signUp();
    const id = await labelId(person, 'Priority');
    const other = await labelId(person, 'Later');
    const taken = await createLabel(person, ' PRIORITY ');
    expect([taken.status, taken.error.error]).toEqual([400, 'Label name already exists']);
    const renamed = await person.call(api.updateLabel, {
      params: { id: other },
      body: { name: 'priority', color: grey },
    });
    expect([renamed.status, renamed.error.error]).toEqual([400, 'Label name already exists']);
    const own = await person.call(api.updateLabel, { params: { id }, body: { name: 'PRIORITY', color: grey } });
    expect(own.data.label.name).toBe('PRIORITY');
    expect((await createLabel(await server.signUp(), 'Priority')).status).toBe(200);
  });

  test.each([
    [{ name: '', color: grey }],
    [{ name: ' \t', color: grey }],
    [{ name: 'x'.repeat(61), color: grey }],
    [{ name: 'x', color: 'red' }],
    [{ name: 'x', color: 'url(javascript:alert(1))' }],
    [{ name: 'x', color: '#12345' }],
    [{ name: ['x'], color: grey }],
  ])('refuses %j', async (body) => {
    const person = await server.signUp();
    expect((await person.call(api.createLabel, { body: body as { name: string; color: string } })).status).toBe(400);
    expect((await person.call(api.listLabels)).data.labels).toEqual([]);
  });

  test('put on and taken off in bulk; lists, pickers and copies show them', async () => {
    const person = await server.signUp();
    const ids = [await campaign(person), await campaign(person), await campaign(person)];
    const [warm, cold] = [await labelId(person, 'warm'), await labelId(person, 'cold')];
    expect((await add(person, [ids[0]!, ids[1]!, ids[0]!], warm)).data).toEqual({ success: true });
    await add(person, [ids[0]!], warm);
    await add(person, [ids[0]!], cold);
    expect(await listNames(person, ids[0]!)).toEqual(['cold', 'warm']);
    const page = (
      await person.call(api.listCampaignAnalytics, { query: { sort_field: 'created_at', sort_direction: 'desc' } })
    ).data;
    expect(page.campaigns.map(({ labels }) => labels.map(({ name }) => name))).toEqual([
      [],
      ['warm'],
      ['cold', 'warm'],
    ]);
    const { campaigns } = (await person.call(api.listCampaigns)).data;
    expect(campaigns.find(({ id }) => id === ids[1])?.labels).toEqual([{ id: warm, name: 'warm', color: grey }]);
    await remove(person, ids, warm);
    expect(await listNames(person, ids[0]!)).toEqual(['cold']);
    expect(await listNames(person, ids[1]!)).toEqual([]);
  });

  test('the list is filtered by labels, together with the other filters and the count', async () => {
    const person = await server.signUp();
    const ids = [await campaign(person), await campaign(person), await campaign(person)];
    const [warm, cold] = [await labelId(person, 'warm'), await labelId(person, 'cold')];
    await add(person, [ids[0]!], warm);
    await add(person, [ids[0]!, ids[1]!], cold);
    const found = async (labels: number[], search?: string) => {
      const query = { labels, sort_field: 'created_at', ...(search ? { search } : {}) };
      const { campaigns, total_campaigns } = (await person.call(api.listCampaignAnalytics, { query })).data;
      expect(total_campaigns).toBe(campaigns.length);
      return campaigns.map(({ id }) => id).sort((a, b) => a - b);
    };
    expect(await found([warm])).toEqual([ids[0]]);
    expect(await found([warm, cold])).toEqual([ids[0], ids[1]]);
    expect(await found([cold], 'campaign 2')).toEqual([ids[1]]);
    expect(await found([999_999])).toEqual([]);
    expect(await found([])).toHaveLength(3);
  });

  test('deleted: it is taken off every campaign, and its name is free again', async () => {
    const person = await server.signUp();
    const [first, second] = [await campaign(person), await campaign(person)];
    const [old, other] = [await labelId(person, 'old'), await labelId(person, 'other')];
    await add(person, [first, second], old);
    await add(person, [first], other);
    expect((await person.call(api.deleteLabel, { params: { id: old } })).status).toBe(200);
    expect(await listNames(person, first)).toEqual(['other']);
    expect(await listNames(person, second)).toEqual([]);
    expect((await person.call(api.deleteLabel, { params: { id: old } })).status).toBe(404);
    expect(await labelId(person, 'OLD')).not.toBe(old);
  });

  test('what is not ours is not found, and then nothing is changed', async () => {
    const owner = await server.signUp();
    const thief = await server.signUp();
    const [theirs, mine] = [await campaign(owner), await campaign(thief)];
    const [theirLabel, myLabel] = [await labelId(owner, 'theirs'), await labelId(thief, 'mine')];
    await add(owner, [theirs], theirLabel);
    const answers = await Promise.all([
      add(thief, [mine, theirs], myLabel),
      add(thief, [mine], theirLabel),
      remove(thief, [theirs], theirLabel),
      remove(thief, [mine, theirs], myLabel),
      thief.call(api.updateLabel, { params: { id: theirLabel }, body: { name: 'stolen', color: grey } }),
      add(thief, [mine, 999_999_999], myLabel),
      thief.call(api.deleteLabel, { params: { id: theirLabel } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await listNames(owner, theirs)).toEqual(['theirs']);
    expect(await listNames(thief, mine)).toEqual([]);
    expect((await thief.call(api.listCampaignAnalytics, { query: { labels: [theirLabel] } })).data.campaigns).toEqual(
      [],
    );
  });

  test.each([
    [{ campaign_ids: [], label_id: 1 }],
    [{ campaign_ids: Array.from({ length: 1001 }, (_, n) => n + 1), label_id: 1 }],
    [{ campaign_ids: ['1; drop table labels'], label_id: 1 }],
    [{ campaign_ids: [1] }],
  ])('refuses a bulk of %#', async (body) => {
    const person = await server.signUp();
    expect((await person.call(api.addCampaignLabels, { body: body as never })).status).toBe(400);
  });
});
