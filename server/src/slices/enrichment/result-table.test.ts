import { api } from '@overture/contract';
import { parseFilters } from '@overture/domain/leads/filters';
import { type CellValue, matchesFilters } from '@overture/domain/leads/filters.oracle';
import { OUTPUT_TYPES, researchColumn, withResearchColumns } from '@overture/domain/leads/lead-columns';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { typedColumns, writeResults } from '../research-results/index.ts';
import * as factory from './enrichment.factory.ts';

const server = useTestServer();

const texts = [
  '',
  'Sales',
  'SALES manager',
  '100%',
  'a_b',
  'back\\slash',
  'Straße',
  'İstanbul',
  'ΣΊΣΥΦΟΣ',
  'null',
  '日本',
  `${'x'.repeat(150)} Long ${'y'.repeat(150)}`,
];
const numbers = [0, 1, -1, 12.5, 1e21, 1e-7, 0.1, 123456789012345680000, 1998];
const outputs: Record<string, CellValue[]> = {
  SHORT_TEXT: texts,
  LONG_TEXT: texts,
  NUMBER: numbers,
  BOOLEAN: [true, false],
  SCORE: [1, 2, 3, 4, 5],
};

/** A list whose leads have odd answers in a column of every format; every fourth lead has none. */
async function createAnsweredList(person: factory.Person, people: number) {
  const list = await factory.createResearchList(server, person, people);
  const tasks: { id: number; output_type: (typeof OUTPUT_TYPES)[number] }[] = [];
  for (const output_type of OUTPUT_TYPES) {
    const { data } = await factory.startTask(person, list.id, { name: output_type, output_type });
    tasks.push({ id: data.id, output_type });
  }
  const answers = tasks.flatMap(({ id, output_type }, shift) =>
    list.people.flatMap((prospect_id, n) => {
      if ((n + shift) % 4 === 0) return [];
      const given = outputs[output_type]![(n * 7 + shift) % outputs[output_type]!.length] as string | number | boolean;
      const output = given === '' ? null : given;
      const answer = { status: 'found' as const, output, explanation: '', sources: [] };
      return { prompt_id: id, prospect_id, credits: 0, answer, ...typedColumns(output_type, output) };
    }),
  );
  await server.program.system.forOrganization(person.organization_id).transaction((tx) => writeResults(tx, answers));
  const rows = new Map(list.people.map((id) => [id, {} as Record<string, CellValue>]));
  for (const { prompt_id, prospect_id, answer } of answers) {
    rows.get(prospect_id)![researchColumn(prompt_id)] = answer.output;
  }
  return { ...list, tasks, rows, columns: withResearchColumns(new Map(), tasks) };
}

async function readIds(person: factory.Person, id: number, query: Record<string, unknown>): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await person.call(api.listSearchProspects, { params: { id }, query: { ...query, page } as never });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    ids.push(...answer.data.prospects.map((prospect) => prospect.id));
    if (answer.data.prospects.length < 25) {
      expect(answer.data.totalProspects).toBe(ids.length);
      return ids;
    }
  }
}

describe('a table with research columns', () => {
  test('finds by typed filters exactly what their meaning in memory finds', async () => {
    const person = await server.signUp();
    const list = await createAnsweredList(person, 60);
    const value = fc.oneof(
      fc.constantFrom(
        'sal',
        'SS',
        '%',
        '_',
        '\\',
        'ς',
        'e',
        '1',
        '5',
        '1,3',
        'yes',
        'No',
        'long',
        '0',
        '.',
        '1e+21',
        '12.5',
      ),
      fc.string({ maxLength: 2 }),
    );
    const column = fc.constantFrom(...list.columns.keys());
    const operation = fc.constantFrom('contains', 'not_contains', 'is_empty', 'is_not_empty');
    const plain = fc.record({ column, operation, value });
    const comparison = fc.constantFrom(
      'is',
      'is_not',
      'is_any_of',
      'is_none_of',
      'starts_with',
      'greater',
      'less',
      'between',
    );
    const typed = fc.record({ column, comparison, values: fc.array(value, { minLength: 1, maxLength: 2 }) });
    const group = fc.record({
      match: fc.constantFrom('all', 'any'),
      filters: fc.array(fc.oneof(plain, typed), { maxLength: 3 }),
    });
    const filter = fc.oneof(plain, typed, group);
    await fc.assert(
      fc.asyncProperty(fc.array(filter, { minLength: 1, maxLength: 3 }), async (filters) => {
        const parsed = parseFilters(filters, list.columns);
        const query = { params: { id: list.id }, query: { page: 1, filters } as never };
        if (!parsed.ok) {
          expect((await person.call(api.listSearchProspects, query)).status).toBe(400);
          return;
        }
        const wanted = list.people.filter((id) => matchesFilters(list.rows.get(id)!, parsed.filters, list.columns));
        expect(await readIds(person, list.id, { filters })).toEqual(wanted);
      }),
      { numRuns: 160 },
    );
  });

  test('sorts by every format both ways, empty cells last, each lead once', async () => {
    const person = await server.signUp();
    const list = await createAnsweredList(person, 40);
    for (const [column, kind] of list.columns) {
      for (const sort_direction of ['asc', 'desc']) {
        const ids = await readIds(person, list.id, { sort_field: column, sort_direction });
        expect(new Set(ids).size).toBe(40);
        const cells = ids.map((id) => list.rows.get(id)![column] ?? null);
        const filled = cells.filter((cell) => cell !== null);
        expect(cells.slice(filled.length).every((cell) => cell === null)).toBe(true);
        if (kind === 'text') continue;
        const sorted = [...filled].sort((one, other) => Number(one) - Number(other));
        expect(filled.map(Number)).toEqual((sort_direction === 'asc' ? sorted : sorted.reverse()).map(Number));
      }
    }
  });

  test.each([
    ['prompt_1', 'no column of it was asked for, yet everybody has it', 200],
    ['prompt_999', 'nobody has it', 400],
    ['prompt_0', 'no id', 400],
    ['prompt_99999999999999999999', 'no id', 400],
    ['prompt_12; drop table prospects', 'no id', 400],
  ])('filters and sorts by %s (%s): %i', async (column, _, status) => {
    const person = await server.signUp();
    const { id } = await factory.createResearchList(server, person, 1);
    const filters = [{ column, operation: 'is_not_empty', value: '' }];
    expect(
      (await person.call(api.listSearchProspects, { params: { id }, query: { page: 1, filters } as never })).status,
    ).toBe(status);
    expect(
      (await person.call(api.listSearchProspects, { params: { id }, query: { page: 1, sort_field: column } as never }))
        .status,
    ).toBe(status);
  });

  test("of another organization's task is unknown", async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const list = await createAnsweredList(person, 4);
    const { id } = await factory.createResearchList(server, other, 1);
    const filters = [{ column: researchColumn(list.tasks[0]!.id), operation: 'is_empty', value: '' }];
    expect(
      (await other.call(api.listSearchProspects, { params: { id }, query: { page: 1, filters } as never })).status,
    ).toBe(400);
  });

  test('lets its filters choose who is run, taken out, exported and added to a campaign', async () => {
    const person = await server.signUp();
    const list = await createAnsweredList(person, 20);
    const score = list.tasks.find((task) => task.output_type === 'SCORE')!;
    const filters = [{ column: researchColumn(score.id), operation: 'contains', value: '4,5' }];
    const wanted = list.people.filter((id) => [4, 5].includes(Number(list.rows.get(id)![researchColumn(score.id)])));
    expect(wanted.length).toBeGreaterThan(3);
    const run = await factory.startTask(person, list.id, { name: 'More', filters }, 200);
    expect(run.data.started_cells).toBe(wanted.length);
    const cells = await factory.listCells(person, list.id, run.data.id);
    expect(cells.map((cell) => cell.prospect)).toEqual(wanted);
    const campaign = (await person.call(api.createCampaign, { body: { name: 'C' } })).data.campaign.id;
    const adding = { params: { id: list.id }, body: { campaign, amount: 100, filters } };
    expect((await person.call(api.addToCampaign, adding)).status).toBe(200);
    const page = {
      params: { id: campaign },
      query: { page: 1, filters, sort_field: researchColumn(score.id), sort_direction: 'desc' },
    };
    const leads = (await person.call(api.listCampaignLeads, page as never)).data as unknown as {
      total_prospects: number;
    };
    expect(leads.total_prospects).toBe(wanted.length);
    const removal = { params: { id: list.id }, body: { amount: 100, filters, new_status: 'ARCHIVED' as const } };
    expect((await person.call(api.changeProspectStatuses, removal)).data.updated_prospects).toBe(wanted.length);
  });

  test('exports research columns, formulas made harmless', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 3);
    const tasks = [
      (await factory.startTask(person, id, { name: '=cmd|calc' })).data.id,
      (await factory.startTask(person, id, { name: 'Hiring', output_type: 'BOOLEAN' })).data.id,
    ];
    const write = (prompt_id: number, place: number, answer: string | boolean) =>
      person.call(api.createAnswer, { body: { prompt_id, prospect_id: people[place]!, answer } });
    await write(tasks[0]!, 0, '=HYPERLINK("http://evil.example","x")');
    await write(tasks[0]!, 1, 'plain, "quoted"\nline');
    await write(tasks[1]!, 1, true);
    const body = { export_amount: 100, enrichment_prompts: [tasks[1]!, tasks[0]!, 4242] };
    const { data } = await person.call(api.exportSearchProspects, { params: { id }, body });
    const { csv_content } = data as { csv_content: string };
    const [heading] = csv_content.split('\n');
    expect(heading).toMatch(/,Company revenue,"Hiring","'=cmd\|calc"$/);
    expect(csv_content).toContain(`,,"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(csv_content).toContain(`,"Yes","plain, ""quoted""\nline"`);
    const named = await person.call(api.exportSearchProspects, {
      params: { id },
      body: { prospect_ids: [people[0]!], enrichment_prompts: [tasks[0]!] },
    });
    expect((named.data as { csv_content: string }).csv_content).toContain("'=HYPERLINK");
  });

  test('a long list follows edits immediately and research results soon', async () => {
    const person = await server.signUp();
    const { id, people } = await factory.createResearchList(server, person, 5100);
    const { data: task } = await factory.startTask(person, id, { output_type: 'BOOLEAN' });
    const filters = [{ column: researchColumn(task.id), operation: 'contains', value: 'Yes' }];
    const read = async (page: number) =>
      (await person.call(api.listSearchProspects, { params: { id }, query: { page, filters } as never })).data
        .totalProspects;
    expect(await read(9)).toBe(0);
    await person.call(api.createAnswer, { body: { prompt_id: task.id, prospect_id: people[0]!, answer: true } });
    expect([await read(9), await read(1)]).toEqual([1, 1]);
    const cells = { cells: people.slice(1, 4).map((prospect_id) => ({ prompt_id: task.id, prospect_id })) };
    await person.call(api.enrichSelectedCells, { params: { searchId: id }, body: cells });
    const yes = (input: Parameters<typeof factory.foundAtOnce>[0]) =>
      ({ ...factory.foundAtOnce(input), output: true }) as never;
    await factory.withEngine(server, yes, () => factory.untilQuiet(server, person.organization_id));
    await expect.poll(() => read(9)).toBe(4);
  });
});

test('answers of a lead go with the lead', async () => {
  const person = await server.signUp();
  const list = await createAnsweredList(person, 2);
  await server.program.system.systemTransaction(async ({ db }) => {
    await sql`delete from prospects where id = ${list.people[0]!}`.execute(db);
    const rows = await sql<{
      n: number;
    }>`select count(*)::int as n from enrichment_answers where prospect_id = ${list.people[0]!}`.execute(db);
    expect(rows.rows[0]!.n).toBe(0);
  });
});
