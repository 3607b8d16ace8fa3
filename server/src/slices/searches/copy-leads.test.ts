import { api } from '@overture/contract';
import type { EndpointInput } from '@overture/contract/endpoint';
import { expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { createFilledList, createList } from './lists.factory.ts';

const server = useTestServer();

type Body = Partial<EndpointInput<typeof api.copySearchProspects>['body']>;
const copy = (person: TestClient, id: number, target_id: number, body: Body = {}) =>
  person.call(api.copySearchProspects, { params: { id }, body: { target_id, ...body } });

/** Ids in a list, and the total that the list says. */
async function leadsOf(person: TestClient, id: number) {
  const { data } = await person.call(api.listSearchProspects, { params: { id }, query: { cursor: '', limit: 100 } });
  const { search } = (await person.call(api.getSearch, { params: { id } })).data;
  expect(search.total_prospects).toBe(data.prospects.length);
  return data.prospects.map((lead) => lead.id);
}

test('named leads are copied, none twice, and those taken out before come back', async () => {
  const person = await server.signUp();
  const source = await createFilledList(person, 5);
  const target = await createList(person, 'Target');
  const ids = await leadsOf(person, source);
  const first = await copy(person, source, target, { prospect_ids: ids.slice(0, 3) });
  expect(first.data).toEqual({
    ...{ success: true, added_ids: ids.slice(0, 3), known_prospects: 0, removed_prospects: 0, continue_after: null },
  });
  await person.call(api.changeProspectStatuses, {
    params: { id: target },
    body: { prospect_ids: [ids[0]!], new_status: 'ARCHIVED' },
  });
  const second = await copy(person, source, target, { prospect_ids: [...ids, 999_999_999] });
  expect([second.data.added_ids, second.data.known_prospects]).toEqual([[ids[0], ids[3], ids[4]], 2]);
  expect(await leadsOf(person, target)).toEqual(ids);
  expect(await leadsOf(person, source)).toEqual(ids);
});

test('the first of a filter are moved: out of one list, into the other', async () => {
  const person = await server.signUp();
  const source = await createFilledList(person, 10);
  const target = await createList(person, 'Target');
  const all = await leadsOf(person, source);
  const filters = [{ column: 'location', comparison: 'is', values: ['City 1'] }];
  const moved = await copy(person, source, target, { amount: 2, moves: true, filters });
  expect([moved.data.added_ids.length, moved.data.removed_prospects]).toEqual([2, 2]);
  const [left, arrived] = [await leadsOf(person, source), await leadsOf(person, target)];
  expect([...left, ...arrived].sort((a, b) => a - b)).toEqual(all);
});

test('parallel copies and moves between two lists keep every lead', async () => {
  const person = await server.signUp();
  const [one, two] = [await createFilledList(person, 40), await createList(person, 'Two')];
  const all = await leadsOf(person, one);
  const rounds = await Promise.all([
    copy(person, one, two, { prospect_ids: all.slice(0, 20), moves: true }),
    copy(person, one, two, { prospect_ids: all.slice(10, 40), moves: true }),
    copy(person, two, one, { everything: true, moves: true }),
    copy(person, one, two, { everything: true }),
  ]);
  expect(rounds.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const held = new Set([...(await leadsOf(person, one)), ...(await leadsOf(person, two))]);
  expect([...held].sort((a, b) => a - b)).toEqual(all);
});

test('a whole list is copied in batches that a request continues', async () => {
  const person = await server.signUp();
  const [source, target] = [await createList(person), await createList(person, 'Target')];
  await server.owner.query(
    `with p as (insert into prospects (organization_id, first_name) select $1, 'P' || n from generate_series(1, 20500) n returning id)
     insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from p`,
    [person.organization_id, source],
  );
  const first = await copy(person, source, target, { everything: true });
  expect([first.data.added_ids.length, first.data.continue_after]).toEqual([20_000, first.data.added_ids.at(-1)]);
  const after = first.data.continue_after;
  const again = await copy(person, source, target, { everything: true, after: null });
  expect([again.data.added_ids.length, again.data.known_prospects]).toEqual([0, 20_000]);
  const last = await copy(person, source, target, { everything: true, after });
  expect([last.data.added_ids.length, last.data.continue_after]).toEqual([500, null]);
  const { search } = (await person.call(api.getSearch, { params: { id: target } })).data;
  expect(search.total_prospects).toBe(20_500);
});

test('a list that is archived in between refuses the rest with its name, and foreign lists are not found', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const [source, target] = [await createFilledList(person, 3), await createList(person, 'Target')];
  await person.call(api.changeSearchStatuses, { body: { search_ids: [target], status: 'archived' } });
  const refused = await copy(person, source, target, { everything: true });
  expect([refused.status, refused.error.code, refused.error.error]).toEqual([
    ...[409, 'list_archived', 'The list “Target” was archived. Activate it first, or choose another one.'],
  ]);
  const foreign = await createList(stranger);
  expect((await copy(person, source, foreign, { everything: true })).status).toBe(404);
  expect((await copy(person, foreign, source, { everything: true })).status).toBe(404);
  expect((await copy(person, source, source, { everything: true })).error.code).toBe('validation_failed');
  expect((await copy(person, source, await createList(person), { amount: 100_001 })).status).toBe(400);
});

test('lists are put into folders by name, and a list made like another gets its folder and columns', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const [one, two] = [await createList(person, 'One'), await createList(person, 'Two')];
  const put = (search_ids: number[], folder: string | null) =>
    person.call(api.setSearchFolder, { body: { search_ids, folder } });
  expect((await put([one, two], '  Fairs\n2026 ')).status).toBe(200);
  const foldersOf = async () =>
    Object.fromEntries(
      (await person.call(api.listSearches)).data.searches.map(({ name, folder }) => [name, folder] as const),
    );
  expect(await foldersOf()).toEqual({ One: 'Fairs 2026', Two: 'Fairs 2026' });
  expect((await put([one, await createList(stranger)], 'Theirs')).status).toBe(404);
  await put([two], ' ');
  await server.owner.query(
    `insert into search_prompts (organization_id, search_id, prompt_id) values ($1, $2, 424242)`,
    [person.organization_id, one],
  );
  const made = await person.call(api.createSearch, { body: { name: 'One copy', like_id: one } });
  expect(await foldersOf()).toEqual({ One: 'Fairs 2026', Two: null, 'One copy': 'Fairs 2026' });
  const columns = await server.owner.query(`select prompt_id::int from search_prompts where search_id = $1`, [
    made.data.id,
  ]);
  expect(columns.rows).toEqual([{ prompt_id: 424242 }]);
  const unknown = await person.call(api.createSearch, { body: { name: 'X', like_id: await createList(stranger) } });
  expect(unknown.status).toBe(404);
});
