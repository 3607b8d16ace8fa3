import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

test('a lead names its lists, campaigns and boards, and why it is not contacted', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const insert = async (text: string, values: unknown[]): Promise<number> =>
    Number((await server.owner.query(`${text} returning id`, [person.organization_id, ...values])).rows[0].id);
  const lead = await insert(`insert into prospects (organization_id, first_name, email) values ($1, 'Ada', $2)`, [
    'ada@acme.example',
  ]);
  const places = (who = person) => who.call(api.getLeadPlaces, { params: { id: lead } });
  expect((await places()).data).toEqual({ lists: [], campaigns: [], boards: [], blocked: null });
  const [list, left] = [
    (await person.call(api.createSearch, { body: { name: 'Fairs' } })).data.id,
    (await person.call(api.createSearch, { body: { name: 'Left' } })).data.id,
  ];
  await server.owner.query(
    `insert into search_prospects (organization_id, search_id, prospect_id, status) values ($1, $2, $4, 'IN_REVIEW'), ($1, $3, $4, 'ARCHIVED')`,
    [person.organization_id, list, left, lead],
  );
  const campaign = await insert(`insert into campaigns (organization_id, name) values ($1, $2)`, ['Spring']);
  await insert(`insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3)`, [
    ...[campaign, lead],
  ]);
  const board = await insert(`insert into kanban_boards (organization_id, name) values ($1, $2)`, ['Deals']);
  const column = await insert(
    `insert into kanban_columns (organization_id, board_id, name, color, position) values ($1, $2, 'New', 'blue', 1)`,
    [board],
  );
  await insert(
    `insert into kanban_cards (organization_id, board_id, column_id, prospect_id, rank) values ($1, $2, $3, $4, 'a')`,
    [board, column, lead],
  );
  await person.call(api.addSuppression, { body: { entry: 'ada@acme.example', reason: 'unsubscribe' } });
  const { data } = await places();
  expect(data.lists).toEqual([{ id: list, name: 'Fairs', status: 'active' }]);
  expect(data.campaigns).toEqual([{ id: campaign, name: 'Spring', status: 'NOT_STARTED' }]);
  expect(data.boards).toEqual([{ id: board, name: 'Deals', column_name: 'New' }]);
  expect(data.blocked).toMatchObject({ reason: 'unsubscribe', since: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect((await places(stranger)).status).toBe(404);
});
