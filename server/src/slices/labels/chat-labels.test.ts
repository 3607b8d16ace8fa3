import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
const color = '#EF4444';

const create = async (person: TestClient, name: string) =>
  (await person.call(api.createChatLabel, { body: { name, color } })).data.label.id;
const names = async (person: TestClient) =>
  (await person.call(api.listChatLabels)).data.labels.map((label) => label.name);

async function lead(organizationId: number): Promise<number> {
  const { rows } = await server.owner.query(
    "insert into prospects (organization_id, first_name, email) values ($1, 'Grace', 'grace@acme.example') returning id",
    [organizationId],
  );
  return Number(rows[0].id);
}

test('an inbox label is renamed and recolored; a name that is taken is refused', async () => {
  const person = await server.signUp();
  const [warm] = [await create(person, 'Warm'), await create(person, 'Cold')];
  const rename = (name: string) =>
    person.call(api.updateChatLabel, { params: { id: warm }, body: { name, color: '#6366F1' } });
  expect((await rename('Hot')).data.label).toEqual({ id: warm, name: 'Hot', color: '#6366F1' });
  expect((await rename('hot')).status).toBe(200);
  expect((await rename('COLD')).error.code).toBe('label_exists');
  expect((await rename('  ')).status).toBe(400);
  expect(await names(person)).toEqual(['Cold', 'hot']);
});

test('a deleted one is taken off every lead, and only there', async () => {
  const person = await server.signUp();
  const id = await lead(person.organization_id);
  const [warm, cold] = [await create(person, 'Warm'), await create(person, 'Cold')];
  for (const label_id of [warm, cold]) await person.call(api.addProspectLabel, { params: { id }, body: { label_id } });
  expect((await person.call(api.deleteChatLabel, { params: { id: warm } })).status).toBe(200);
  const { rows } = await server.owner.query('select label_id::int from prospect_labels where prospect_id = $1', [id]);
  expect(rows).toEqual([{ label_id: cold }]);
  expect((await person.call(api.deleteChatLabel, { params: { id: warm } })).status).toBe(404);
});

test('an open inbox is notified of created, changed and deleted labels', async () => {
  const person = await server.signUp();
  const id = await create(person, 'Warm');
  await person.call(api.updateChatLabel, { params: { id }, body: { name: 'Hot', color } });
  await person.call(api.deleteChatLabel, { params: { id } });
  const { rows } = await server.owner.query(
    `select (data->>'label_id')::int as label from live_messages where organization_id = $1 and type = 'chat_label'`,
    [person.organization_id],
  );
  expect(rows).toEqual([{ label: id }, { label: id }, { label: id }]);
});

test('labels of others are not there', async () => {
  const [owner, thief] = [await server.signUp(), await server.signUp()];
  const id = await create(owner, 'Warm');
  const answers = await Promise.all([
    thief.call(api.updateChatLabel, { params: { id }, body: { name: 'Stolen', color } }),
    thief.call(api.deleteChatLabel, { params: { id } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(await names(owner)).toEqual(['Warm']);
});
