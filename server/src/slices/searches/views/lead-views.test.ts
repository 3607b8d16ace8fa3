import { api } from '@overture/contract';
import { LEAD_VIEWS } from '@overture/domain/limits';
import { expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../../../testing/harness.ts';
import { createList } from '../lists.factory.ts';

const server = useTestServer();

const berlin = { column: 'location', comparison: 'is', values: ['Berlin'] };
const filters = [{ match: 'any' as const, filters: [berlin, { column: 'email', operation: 'is_empty', value: '' }] }];
const bosses = { name: 'Bosses', is_own: true, filters, sort_field: 'company_name', sort_direction: 'desc' as const };

const create = (person: TestClient, body: object = {}) =>
  person.call(api.createLeadView, { body: { ...bosses, ...body } });
/** A second member, who may not delete views of others. */
async function addColleague(person: TestClient & { user_id: number }): Promise<TestClient> {
  const email = `colleague${Math.random()}@views.example`;
  await server.owner.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at)
     select organization_id, $2, 'Mia Member', 'RESTRICTED', password_hash, verified_at from users where id = $1`,
    [person.user_id, email],
  );
  const { data } = await server.anonymous.call(api.login, { body: { email, password: 'correct horse' } });
  return createClient(server.program, data.data?.token ?? '');
}
const namesSeenBy = async (person: TestClient, search_id?: number) =>
  (await person.call(api.listLeadViews, { query: { search_id } })).data.views.map(({ name }) => name);

test('a view keeps filters, sort and columns, for its owner or the organization, in one list or all', async () => {
  const person = await server.signUp();
  const colleague = await addColleague(person);
  const [list, other] = [await createList(person, 'One'), await createList(person, 'Two')];
  const columns = [
    { id: 'name', width: 240 },
    { id: 'email', width: null },
  ];
  const look = { then_sorts: [{ sort_field: 'name', sort_direction: 'asc' as const }], row_height: 'tall' as const };
  const own = await create(person, { columns, search_id: list, ...look });
  expect(own.status, JSON.stringify(own.error)).toBe(200);
  expect(own.data.view).toMatchObject({ ...bosses, ...look, columns, search_id: list, version: 1 });
  await create(person, { name: 'shared', is_own: false });
  expect(await namesSeenBy(person, list)).toEqual(['Bosses', 'shared']);
  expect(await namesSeenBy(person, other)).toEqual(['shared']);
  expect(await namesSeenBy(colleague)).toEqual(['shared']);
  expect(await namesSeenBy(await server.signUp())).toEqual([]);
});

test('a view that two people change is not overwritten: the second gets words', async () => {
  const person = await server.signUp();
  const colleague = await addColleague(person);
  const { id, version } = (await create(person, { is_own: false })).data.view;
  const change = (who: TestClient, name: string) =>
    who.call(api.updateLeadView, { params: { id }, body: { ...bosses, is_own: false, name, version } });
  const first = await change(colleague, 'Heads');
  expect(first.data.view).toMatchObject({ name: 'Heads', version: version + 1 });
  const second = await change(person, 'Chiefs');
  expect([second.status, second.error.code]).toEqual([409, 'changed_meanwhile']);
  expect(await namesSeenBy(person)).toEqual(['Heads']);
});

test('the order of columns is kept as it was given, and an order of two people is not overwritten', async () => {
  const person = await server.signUp();
  const colleague = await addColleague(person);
  const columnsOf = (...ids: string[]) => ids.map((id) => ({ id, width: null }));
  const first = columnsOf('name', 'location', 'custom.gone', 'company_name');
  const { id, version } = (await create(person, { is_own: false, columns: first })).data.view;
  const reorder = (who: TestClient, ...ids: string[]) =>
    who.call(api.updateLeadView, {
      params: { id },
      body: { ...bosses, is_own: false, columns: columnsOf(...ids), version },
    });
  const answers = await Promise.all([
    reorder(person, 'name', 'company_name', 'location'),
    reorder(colleague, 'company_name', 'name', 'location'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const saved = answers.find(({ status }) => status === 200)?.data.view.columns;
  expect((await person.call(api.listLeadViews, {})).data.views[0]?.columns).toEqual(saved);
  expect((await create(person, { name: 'Kept', columns: first })).data.view.columns).toEqual(first);
});

test('a shared view is deleted or made private by its author and by who answers for the organization', async () => {
  const owner = await server.signUp();
  const author = await addColleague(owner);
  const other = await addColleague(owner);
  const { id } = (await create(author, { is_own: false })).data.view;
  const remove = (who: TestClient) => who.call(api.deleteLeadView, { params: { id } });
  expect((await remove(other)).error.code).toBe('not_yours');
  const seize = await other.call(api.updateLeadView, { params: { id }, body: bosses });
  expect(seize.error.code).toBe('not_yours');
  expect((await remove(await server.signUp())).status).toBe(404);
  expect((await remove(author)).status).toBe(200);
  const again = (await create(author, { is_own: false })).data.view.id;
  expect((await owner.call(api.deleteLeadView, { params: { id: again } })).status).toBe(200);
});

test('what the table refuses is not saved, a private view is invisible, and views are bounded', async () => {
  const person = await server.signUp();
  const unknown = [{ column: 'custom.gone', comparison: 'is', values: ['x'] }];
  const refused = await create(person, { filters: unknown });
  expect([refused.status, refused.error.details]).toEqual([
    400,
    { filters: 'A filter names a column that no longer exists. Remove that filter.' },
  ]);
  expect((await create(person, { sort_field: 'password' })).status).toBe(400);
  expect((await create(person, { search_id: 999_999_999 })).status).toBe(404);
  const { id } = (await create(person)).data.view;
  const colleague = await addColleague(person);
  const params = { id };
  expect((await colleague.call(api.updateLeadView, { params, body: bosses })).status).toBe(404);
  for (let count = 1; count < LEAD_VIEWS.views; count += 1) await create(person, { name: `View ${count}` });
  expect((await create(person)).error.code).toBe('too_many_lead_views');
  expect((await create(colleague)).status).toBe(200);
});
