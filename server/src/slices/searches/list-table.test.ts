import { api } from '@overture/contract';
import type { Prospect } from '@overture/contract/prospects';
import { parseFilters } from '@overture/domain/leads/filters';
import { type FilterRow, matchesFilters } from '@overture/domain/leads/filters.oracle';
import { LIST_SORT_FIELDS, LIST_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { LEAD_FIELDS, leadValue, STORED_FIELDS } from '@overture/domain/leads/lead-fields';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { refreshStatistics } from '../../kernel/db/statistics.ts';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { createFilledList, createList } from './lists.factory.ts';

const server = useTestServer();

const words = [
  '',
  ' ',
  '\t',
  'Sales',
  'SALES manager',
  '100%',
  'a_b',
  'back\\slash',
  "O'Brien",
  'Straße',
  'STRASSE',
  'İstanbul',
  'ΣΊΣΥΦΟΣ',
  'σίσυφος',
  'Ǆ',
  '日本',
  '👩‍💻',
  'null',
  '51-200',
  '1,001 - 5,000',
  '501 - 1K',
  '$10 - 50M',
  'é',
  'e\u0301',
  '"quoted"',
  '$1',
  '{x}',
];
const fields = STORED_FIELDS.map((id) => LEAD_FIELDS[id].column).filter(
  (column) => !/^(?:first|last)_name$/.test(column),
);

/** A list of people whose every field is one of the words or null. */
async function createOddList(person: TestClient & { organization_id: number }, people: number): Promise<number> {
  const id = await createList(person);
  const org = person.organization_id;
  const pick = (n: number, shift: number): string | null => {
    const place = (n * 7 + shift * 13 + ((n * shift) % 5)) % (words.length + 3);
    return words[place] ?? null;
  };
  const rows = Array.from({ length: people }, (_, n) =>
    Object.fromEntries([
      ['first_name', pick(n, 1) ?? ''],
      ['last_name', pick(n, 2) ?? ''],
      ...fields.map((field, shift) => [field, pick(n, shift + 3)]),
    ]),
  );
  const columns = sql.join(['first_name', 'last_name', ...fields].map((field) => sql.ref(field)));
  await server.program.system.forOrganization(org).transaction(async ({ db }) => {
    await sql`with people as (insert into prospects (organization_id, ${columns})
        select ${org}, ${columns} from jsonb_populate_recordset(null::prospects, ${JSON.stringify(rows)}::jsonb) returning id)
      insert into search_prospects (organization_id, search_id, prospect_id) select ${org}, ${id}, id from people`.execute(
      db,
    );
    await sql`update searches set total_prospects = ${people}, version = version + 1 where id = ${id}`.execute(db);
  });
  // As autovacuum does it: a plan that guesses takes a minute now and then.
  await server.owner.query('analyze prospects, search_prospects');
  return id;
}

/** A lead as the filters of domain see it. */
function toRow(lead: Prospect): FilterRow {
  const values = STORED_FIELDS.map((id) => [id, leadValue(lead, id)]);
  const name = `${lead.first_name} ${lead.last_name}`.replace(/^ +| +$/g, '');
  const searched = [name, lead.company.name, lead.job_title, lead.email, lead.phone_number].filter(
    (cell) => cell !== null,
  );
  const created_at = new Date().toISOString().slice(0, 10);
  return { ...Object.fromEntries(values), name, created_at, anything: searched.join('\n') };
}

async function loadAll(person: TestClient, id: number, query: Record<string, unknown>): Promise<Prospect[]> {
  const leads: Prospect[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await person.call(api.listSearchProspects, { params: { id }, query: { ...query, page } as never });
    expect(answer.status).toBe(200);
    leads.push(...answer.data.prospects);
    if (answer.data.prospects.length < 25) {
      expect(answer.data.totalProspects).toBe(leads.length);
      return leads;
    }
  }
}

/** Operations, comparisons and groups of them over all columns. */
function filterItem(value: fc.Arbitrary<string>) {
  const column = fc.constantFrom(...LIST_TABLE_COLUMNS.keys());
  const plain = fc.record({
    column,
    operation: fc.constantFrom('contains', 'not_contains', 'is_empty', 'is_not_empty'),
    value,
  });
  const comparison = fc.constantFrom('is', 'is_not', 'is_any_of', 'is_none_of', 'starts_with');
  const text = fc.record({ column, comparison, values: fc.array(value, { minLength: 1, maxLength: 2 }) });
  const size = fc.record({
    column: fc.constantFrom('amount_of_employees', 'revenue'),
    comparison: fc.constantFrom('greater', 'less', 'between'),
    values: fc.array(fc.constantFrom('0', '50', '51', '1k', '1,001', '-5'), { minLength: 1, maxLength: 2 }),
  });
  const leaf = fc.oneof(plain, text, size);
  const group = (item: fc.Arbitrary<unknown>) =>
    fc.record({ match: fc.constantFrom('all', 'any'), filters: fc.array(item, { minLength: 1, maxLength: 3 }) });
  return fc.oneof(leaf, leaf, group(fc.oneof(leaf, group(leaf))));
}

async function expectRefusal(person: TestClient, id: number, filters: unknown): Promise<void> {
  const answer = await person.call(api.listSearchProspects, { params: { id }, query: { filters } as never });
  expect(answer.status).toBe(400);
}

describe('filters', () => {
  test('find in SQL exactly the rows that their meaning in memory finds', async () => {
    const person = await server.signUp();
    const id = await createOddList(person, 90);
    const everybody = await loadAll(person, id, {});
    const value = fc.oneof(
      fc.constantFrom(...words, 'sal', 'SS', '%', '_', '\\', 'i', 'ς', 'Σ', ',', '5'),
      fc.string({ maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(filterItem(value), { minLength: 1, maxLength: 3 }), async (filters) => {
        const parsed = parseFilters(filters, LIST_TABLE_COLUMNS);
        if (!parsed.ok) return expectRefusal(person, id, filters);
        const wanted = everybody.filter((lead) => matchesFilters(toRow(lead), parsed.filters, LIST_TABLE_COLUMNS));
        const found = await loadAll(person, id, { filters });
        expect(found.map((lead) => lead.id)).toEqual(wanted.map((lead) => lead.id));
      }),
      { numRuns: 120 },
    );
  });

  test.each([
    ['an unknown column', { filters: [{ column: 'password', operation: 'contains', value: 'x' }] }],
    ['an unknown operation', { filters: [{ column: 'email', operation: 'matches', value: 'x' }] }],
    ['a property of objects', { filters: [{ column: 'constructor', operation: 'is_empty', value: '' }] }],
    ['an unknown sort', { sort_field: 'id; drop table prospects' }],
    ['a sort by a property of objects', { sort_field: '__proto__' }],
    ['a direction', { sort_field: 'email', sort_direction: 'sideways' }],
    [
      'too many filters',
      { filters: Array.from({ length: 51 }, () => ({ column: 'email', operation: 'is_empty', value: '' })) },
    ],
    ['an endless value', { filters: [{ column: 'email', operation: 'contains', value: 'x'.repeat(501) }] }],
    ['page 0', { page: 0 }],
    ['page a billion', { page: 1_000_000_000 }],
    ['no JSON', { filters: '[{' }],
  ])('refuse %s', async (_, query) => {
    const person = await server.signUp();
    const id = await createList(person);
    const answer = await person.call(api.listSearchProspects, { params: { id }, query: query as never });
    expect([answer.status, answer.error.code]).toEqual([400, 'validation_failed']);
  });
});

describe('sorting and paging', () => {
  test('every field sorts both ways, empty last, each lead once', async () => {
    const person = await server.signUp();
    const id = await createOddList(person, 60);
    for (const sort_field of LIST_SORT_FIELDS) {
      for (const sort_direction of ['asc', 'desc']) {
        const leads = await loadAll(person, id, { sort_field, sort_direction });
        expect(new Set(leads.map((lead) => lead.id)).size).toBe(60);
        if (sort_field === 'created_at') continue;
        const empty = leads.map((lead) => String(toRow(lead)[sort_field] ?? '').trim() === '');
        expect(empty).toEqual([...empty].sort());
      }
    }
  });

  test('sizes sort by size', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 120);
    const leads = await loadAll(person, id, { sort_field: 'amount_of_employees', sort_direction: 'desc' });
    expect(leads.slice(0, 3).map((lead) => lead.company.amount_of_employees)).toEqual(['119', '118', '117']);
  });

  test('three columns order a table, own ones too: the same over all pages and for a choice by amount', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 120);
    await person.call(api.createLeadColumn, { body: { name: 'Seats', type: 'number' } });
    await server.owner.query(
      `update prospects set custom = jsonb_build_object('seats', company_amount_of_employees::int % 4)
       where organization_id = $1 and company_amount_of_employees::int % 3 > 0`,
      [person.organization_id],
    );
    const query = {
      ...{ sort_field: 'location', sort_direction: 'desc' },
      then_sorts: [
        { sort_field: 'custom.seats', sort_direction: 'asc' },
        { sort_field: 'amount_of_employees', sort_direction: 'desc' },
      ],
    };
    const wire = { ...query, then_sorts: JSON.stringify(query.then_sorts) };
    const leads = await loadAll(person, id, wire);
    const keys = leads.map((lead) => [
      lead.location,
      Number(lead.custom?.seats ?? 99),
      -Number(lead.company.amount_of_employees),
    ]);
    const compare = ([city, seats, size]: (typeof keys)[number], [city2, seats2, size2]: (typeof keys)[number]) =>
      String(city2).localeCompare(String(city)) || Number(seats) - Number(seats2) || Number(size) - Number(size2);
    expect(keys).toEqual([...keys].sort(compare));
    const chosen = await person.call(api.selectSearchProspects, { params: { id }, body: { amount: 30, ...query } });
    expect(chosen.data.prospect_ids).toEqual(leads.slice(0, 30).map((lead) => lead.id));
    const again = { ...query, then_sorts: [{ sort_field: 'location', sort_direction: 'asc' }] };
    const body = { amount: 120, ...again };
    const same = await person.call(api.selectSearchProspects, { params: { id }, body });
    const plain = await loadAll(person, id, { sort_field: 'location', sort_direction: 'desc' });
    expect(same.data.prospect_ids).toEqual(plain.map((lead) => lead.id));
    const refuse = async (then_sorts: object[]) =>
      (
        await person.call(api.selectSearchProspects, {
          params: { id },
          body: { ...query, amount: 1, then_sorts } as never,
        })
      ).status;
    expect(await refuse([{ sort_field: 'password' }])).toBe(400);
    expect(await refuse(['email', 'name', 'industry'].map((sort_field) => ({ sort_field })))).toBe(400);
  });

  test('a long list answers the same at any depth as a short one, and follows every change', async () => {
    const person = await server.signUp();
    const id = await createOddList(person, 5200);
    const query = {
      filters: [{ column: 'headline', operation: 'not_contains', value: 'sales' }],
      sort_field: 'job_title',
      sort_direction: 'desc',
    };
    const at = async (page: number) =>
      (await person.call(api.listSearchProspects, { params: { id }, query: { ...query, page } })).data;
    const [first, later, last] = [await at(1), await at(90), await at(400)];
    expect([later.totalProspects, last.prospects.length]).toEqual([first.totalProspects, 0]);
    const missing = first.prospects[0]!;
    await person.call(api.changeProspectStatuses, {
      params: { id },
      body: { prospect_ids: [missing.id], new_status: 'ARCHIVED' },
    });
    const second = await at(1);
    expect(second.totalProspects).toBe(first.totalProspects - 1);
    expect(second.prospects.slice(0, 24)).toEqual(first.prospects.slice(1));
    const moved = second.prospects[0]!;
    await person.call(api.updateProspect, { params: { id: moved.id }, body: { email: 'changed@engine.example' } });
    expect((await at(1)).prospects[0]).toMatchObject({ id: moved.id, email: 'changed@engine.example' });
    const pages = Math.ceil(second.totalProspects / 25);
    const step = inject('is_proving') ? 1 : 12;
    const asked = Array.from({ length: pages }, (_, place) => place + 1).filter(
      (page) => page % step < 2 || page === pages,
    );
    const ids: number[] = [];
    for (const page of asked) ids.push(...(await at(page)).prospects.map((lead) => lead.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength((asked.length - 1) * 25 + (second.totalProspects % 25 || 25));
  });

  test('a choice by amount can be asked for its people, and later ones on top change nothing of it', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 30);
    const params = { id };
    const select = (body: { amount: number; filters?: never[] }) =>
      person.call(api.selectSearchProspects, { params, body });
    const page = (await person.call(api.listSearchProspects, { params, query: { page: 1 } })).data.prospects;
    const seen = (await select({ amount: 25 })).data.prospect_ids;
    expect(seen).toEqual(page.map((lead) => lead.id));
    await server.owner.query(
      `with late as (insert into prospects (organization_id, first_name, last_name)
        select $1, 'Late', n::text from generate_series(1, 5) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id, created_at)
      select $1, $2, id, app_now() + interval '1 minute' from late`,
      [person.organization_id, id],
    );
    expect((await select({ amount: 5 })).data.prospect_ids).not.toContain(seen[0]);
    const deleted = await person.call(api.changeProspectStatuses, {
      params,
      body: { prospect_ids: seen, new_status: 'ARCHIVED' },
    });
    expect(deleted.data.updated_prospects).toBe(25);
    const { prospects } = (await person.call(api.listSearchProspects, { params, query: { page: 1 } })).data;
    expect(prospects.filter((lead) => lead.first_name === 'Late')).toHaveLength(5);
    expect((await select({ amount: 20_001 })).status).toBe(400);
    const other = await server.signUp();
    expect((await other.call(api.selectSearchProspects, { params, body: { amount: 5 } })).status).toBe(404);
  });

  test('greedy requests are bounded', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 3);
    const page = await person.call(api.listSearchProspects, { params: { id }, query: { page: 10_000_000 } });
    expect([page.status, page.data]).toEqual([200, { prospects: [], totalProspects: 3 }]);
    const change = (body: Record<string, unknown>) =>
      person.call(api.changeProspectStatuses, { params: { id }, body: { new_status: 'ARCHIVED', ...body } as never });
    expect((await change({ amount: 1e9 })).status).toBe(400);
    expect((await change({ amount: -1 })).status).toBe(400);
    expect((await change({ prospect_ids: Array.from({ length: 100_001 }, (_, n) => n + 1) })).status).toBe(400);
    expect(
      (await change({ prospect_ids: Array.from({ length: 100_000 }, (_, n) => n + 1_000_000_000) })).data
        .updated_prospects,
    ).toBe(0);
    expect((await change({ prospect_ids: [9_007_199_254_740_991] })).data.updated_prospects).toBe(0);
    expect((await change({ amount: 100_000_000 })).data.updated_prospects).toBe(3);
  });
});

test('a long list answers filters that few and that many leads pass, on first pages and far down', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  await server.owner.query(
    `with people as (insert into prospects (organization_id, first_name, job_title)
       select $1::bigint, lpad(n::text, 5, '0'), case when n % 10 = 0 then 'Engineer' else 'Sales' end from generate_series(1, 5200) n returning id),
     listed as (insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people)
     update searches set total_prospects = 5200 where id = $2`,
    [person.organization_id, id],
  );
  // Imports do so too: without statistics the plan compares each lead with each row of the list.
  await refreshStatistics(server.program.system, ['prospects', 'search_prospects']);
  const read = async (value: string, page: number) => {
    const filters = [{ column: 'job_title', operation: 'contains', value }] as never;
    const answer = await person.call(api.listSearchProspects, {
      params: { id },
      query: { page, filters, sort_field: 'first_name' },
    });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return [answer.data.totalProspects, ...answer.data.prospects.map(({ first_name }) => Number(first_name))];
  };
  const engineers = Array.from({ length: 520 }, (_, n) => (n + 1) * 10);
  const sales = Array.from({ length: 5200 }, (_, n) => n + 1).filter((n) => n % 10 > 0);
  for (const page of [1, 2, 21, 22, 1])
    expect(await read('engineer', page)).toEqual([520, ...engineers.slice((page - 1) * 25, page * 25)]);
  for (const page of [1, 2, 188, 200, 3])
    expect(await read('SALES', page)).toEqual([4680, ...sales.slice((page - 1) * 25, page * 25)]);
  expect(await read('pilot', 1)).toEqual([0]);
});

test('the first page by cursor counts the leads of its filters, and the cursor keeps the number', async () => {
  const person = await server.signUp();
  const id = await createOddList(person, 30);
  const named = [{ column: 'first_name', operation: 'is_not_empty', value: '' }];
  const load = async (cursor: string, filters: object[] = named) => {
    const query = { cursor, limit: 5, filters: filters as never };
    return (await person.call(api.listSearchProspects, { params: { id }, query })).data;
  };
  const first = await load('');
  expect(first.totalProspects).toBeGreaterThan(10);
  await server.owner.query(`update prospects set first_name = '' where id = $1`, [first.prospects[0]!.id]);
  const second = await load(first.next_cursor!);
  expect(second.totalProspects).toBe(first.totalProspects);
  expect((await load(second.next_cursor!)).totalProspects).toBe(first.totalProspects);
  expect((await load('')).totalProspects).toBe(first.totalProspects - 1);
  const other = [{ column: 'first_name', operation: 'is_empty', value: '' }];
  const { totalProspects } = await load('', other);
  expect((await load(first.next_cursor!, other)).totalProspects).toBe(totalProspects);
});
