import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
let list: number;
beforeAll(async () => {
  [person, stranger] = [await server.signUp(), await server.signUp()];
  list = (await person.call(api.createSearch, { body: { name: 'Fairs' } })).data.id;
  await insertLeads(person.organization_id, [
    ['Ada', 'Jansen', 'Acme Tools', 'ada@acme.example'],
    ['Bob', 'Adams', 'acme tools', 'bob@acme.example'],
    ['Eve', 'Müller', 'Acme 100% Paper', 'adaptive@paper.example'],
    ['Zoe', 'Öztürk', 'Adagio', null],
    ['100%', 'Real', 'Zenith', null],
  ]);
  await insertLeads(stranger.organization_id, [['Ada', 'Other', 'Acme Elsewhere', 'ada@elsewhere.example']]);
});

async function insertLeads(organization: number, leads: (string | null)[][]): Promise<void> {
  const { rows } = await server.owner.query(
    `insert into prospects (organization_id, first_name, last_name, company_name, email)
      select $1, l->>0, l->>1, l->>2, l->>3 from jsonb_array_elements($2::jsonb) l returning id`,
    [organization, JSON.stringify(leads)],
  );
  if (organization !== person.organization_id) return;
  await server.owner.query(
    `insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, unnest($3::bigint[])`,
    [organization, list, rows.map(({ id }) => id)],
  );
}

const search = async (search_query: string) => (await person.call(api.quickSearch, { query: { search_query } })).data;
const namesOf = async (query: string) => (await search(query)).leads.map(({ first_name }) => first_name);

describe('finds by beginnings', () => {
  test.each([
    ['a name, a last name, an email and a company, in this order', 'ada', ['Ada', 'Bob', 'Eve', 'Zoe']],
    ['a full name', 'ADA jan', ['Ada']],
    ['letters with marks', 'MÜLL', ['Eve']],
    ['an email', 'bob@acme', ['Bob']],
    ['signs of patterns as they are', '100%', ['100%']],
    ['nothing by the middle of a word', 'nsen', []],
  ])('%s', async (_, query, names) => expect(await namesOf(query)).toEqual(names));

  test('companies once each, with a list that holds them', async () => {
    expect((await search('acme')).companies).toEqual([
      { name: 'Acme 100% Paper', search_id: list },
      { name: expect.stringMatching(/acme tools/i), search_id: list },
    ]);
  });

  test('a conversation, and the list of a lead', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    await receiveReply(server, conversation, { text: 'Yes, please.' });
    const { prospect_id } = conversation;
    await server.owner.query(`update prospects set first_name = 'Quentin' where id = $1`, [prospect_id]);
    expect((await search('quentin')).leads).toMatchObject([{ id: prospect_id, has_conversation: true }]);
    expect((await search('ada jansen')).leads).toMatchObject([{ has_conversation: false, search_id: list }]);
  });

  test('a text of one letter is refused', async () => {
    expect((await person.call(api.quickSearch, { query: { search_query: ' a ' } })).status).toBe(400);
  });
});

describe('as the role of the program, under row-level security', () => {
  test('each beginning is a range of an index', async () => {
    const client = await server.owner.connect();
    try {
      await client.query('begin');
      // With few rows the planner would rather sort: it's asked what the index can do.
      await client.query('set local enable_seqscan = off');
      await client.query('set local enable_sort = off');
      await client.query('set local role overture_app');
      await client.query(`select set_config('app.organization_id', $1, true)`, [String(person.organization_id)]);
      for (const column of ['name_key', 'last_name_key', 'company_key']) {
        const { rows } = await client.query(
          `explain select id from prospects where organization_id = $1 and ${column} >= 'ada' and ${column} < 'adb' order by ${column} limit 8`,
          [person.organization_id],
        );
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toMatch(new RegExp(`Index Cond: .*${column} >= 'ada'`));
        expect(plan).not.toContain('Sort');
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
