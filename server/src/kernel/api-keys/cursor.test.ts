import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { type TestServer, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<TestServer['signUp']>>;
let person: Person;
let list: number;
let campaign: number;

beforeAll(async () => {
  person = await server.signUp();
  const { organization_id: organization } = person;
  await server.owner.query(
    `insert into suppressions (organization_id, email, reason) select $1, 'no' || n || '@cursor.example', 'manual' from generate_series(1, 7) n`,
    [organization],
  );
  list = (await person.call(api.createSearch, { body: { name: 'Everyone' } as never })).data.id;
  campaign = (await person.call(api.createCampaign, { body: { name: 'Everyone' } })).data.campaign.id;
  const { rows } = await server.owner.query(
    `insert into prospects (organization_id, first_name, last_name, email)
     select $1, 'Ada', 'No ' || n, 'lead' || n || '@cursor.example' from generate_series(1, 7) n returning id`,
    [organization],
  );
  for (const { id } of rows) {
    await server.owner.query(
      `insert into search_prospects (organization_id, search_id, prospect_id, status) values ($1, $2, $3, 'IN_REVIEW')`,
      [organization, list, id],
    );
    await server.owner.query(
      'insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3)',
      [organization, campaign, id],
    );
    await server.owner.query(
      `insert into chats (organization_id, prospect_id, is_conversation, last_message_at)
       values ($1, $2, true, now() - make_interval(mins => $3))`,
      [organization, id, Number(id) % 4],
    );
  }
});

interface Page {
  ids: number[];
  next: string | null | undefined;
}

const readers: Record<string, (cursor: string, limit: number) => Promise<Page>> = {
  suppressions: async (cursor, limit) => {
    const { data } = await person.call(api.listSuppressions, { query: { cursor, limit } });
    return { ids: data.suppressions.map(({ id }) => id), next: data.next_cursor };
  },
  chats: async (cursor, limit) => {
    const { data } = await person.call(api.listChats, { query: { cursor, limit } });
    return { ids: data.chats.map((chat) => chat.prospect.id), next: data.next_cursor };
  },
  'leads of a campaign': async (cursor, limit) => {
    const query = { cursor, limit };
    const { data } = await person.call(api.listCampaignLeads, { params: { id: campaign }, query });
    return { ids: data.prospects.map(({ id }) => id), next: data.next_cursor };
  },
  leads: async (cursor, limit) => {
    const { data } = await person.call(api.listSearchProspects, { params: { id: list }, query: { cursor, limit } });
    return { ids: data.prospects.map(({ id }) => id), next: data.next_cursor };
  },
};

test.each(Object.entries(readers))('all %s are read once, page by page', async (_name, read) => {
  const all: number[] = [];
  let cursor: string | null = '';
  let pages = 0;
  while (cursor !== null && pages < 9) {
    const page: Page = await read(cursor, 3);
    all.push(...page.ids);
    cursor = page.next ?? null;
    pages += 1;
  }
  expect([all.length, new Set(all).size, pages]).toEqual([7, 7, 3]);
  expect((await read('', 100)).ids).toEqual(all);
});

test('a row that is removed between two pages shifts nothing', async () => {
  const first = await readers.suppressions!('', 3);
  await server.owner.query('delete from suppressions where id = $1', [first.ids[0]]);
  const second = await readers.suppressions!(first.next ?? '', 3);
  expect(second.ids[0]).toBe((first.ids[2] ?? 0) - 1);
});

test('a cursor that was changed, or belongs to another list or organization, is refused', async () => {
  const { data } = await person.call(api.listSuppressions, { query: { cursor: '', limit: 1 } });
  const cursor = data.next_cursor ?? '';
  const ask = async (who: Person, given: string) =>
    (await who.call(api.listSuppressions, { query: { cursor: given, limit: 1 } })).error.code;
  const other = await server.signUp();
  expect(await ask(other, cursor)).toBe('cursor_invalid');
  for (const given of [`x${cursor}`, `${cursor}x`, 'abc', '.', `${cursor}.1`, 'W10.AAAA'])
    expect(await ask(person, given)).toBe('cursor_invalid');
  const chats = await person.call(api.listChats, { query: { cursor, limit: 1 } });
  expect(chats.error.code).toBe('cursor_invalid');
  expect((await person.call(api.listSuppressions, { query: { cursor: '', limit: 201 } })).status).toBe(400);
  const searched = await person.call(api.listChats, { query: { cursor: '', search_query: 'x' } as never });
  expect(searched.error.code).toBe('bad_request');
});
