import { api } from '@overture/contract';
import { type CustomFacts, toCustomFacts } from '@overture/domain/leads/custom-columns';
import type { CustomType } from '@overture/domain/leads/custom-values';
import { findMissing, variablesOf } from '@overture/domain/message/variables';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { listOwnResults } from '../messages/research-results.service.ts';
import { lackingText } from './missing-variables.store.ts';

const server = useTestServer();
const types: Record<string, CustomType> = { a: 'number', b: 'text', c: 'yes_no', d: 'date' };
const values: Record<string, (string | number | boolean | null)[]> = {
  a: [12, 5.5, null],
  b: ['Excel', '12', 'Yes', null],
  c: [true, false, null],
  d: ['2026-03-09', '2025-12-31', null],
};

type Person = Awaited<ReturnType<typeof server.signUp>>;

/** Tasks with the same results as the columns of these keys; the last one is built in. */
const tasks = { a: 'NUMBER', b: 'SHORT_TEXT', c: 'BOOLEAN' } as const;
const BUILT_IN = { id: 13, key: 'is_hiring' };

type Lead = { id: number; custom: CustomFacts };

async function research(person: Person, leads: readonly Lead[]): Promise<void> {
  const ctx = server.program.system.forOrganization(person.organization_id);
  await ctx.transaction(async ({ db }) => {
    const made = await sql<{
      id: number;
      key: string;
    }>`insert into enrichment_prompts (organization_id, name, key, output_type)
      select ${person.organization_id}, key, key, type from json_each_text(${JSON.stringify(tasks)}::json) as given (key, type)
      returning id, key`.execute(db);
    const ids = new Map(made.rows.map(({ id, key }) => [key, id]));
    const answers = leads.flatMap(({ id, custom }) =>
      Object.keys(tasks).flatMap((key) => {
        const output = custom[key]?.value ?? null;
        const answer = { prospect_id: id, answer: { status: 'found', output } };
        const own = { ...answer, prompt_id: ids.get(key) };
        return key === 'c' ? [own, { ...answer, prompt_id: BUILT_IN.id }] : [own];
      }),
    );
    await sql`insert into enrichment_answers (organization_id, prompt_id, prospect_id, state, answer)
      select ${person.organization_id}, prompt_id, prospect_id, 'done', answer
      from json_to_recordset(${JSON.stringify(answers)}::json) as g (prompt_id bigint, prospect_id bigint, answer jsonb)`.execute(
      db,
    );
  });
}

async function people(person: Person): Promise<Lead[]> {
  for (const [name, type] of Object.entries(types)) await person.call(api.createLeadColumn, { body: { name, type } });
  const all = Object.entries(values).reduce<Record<string, unknown>[]>(
    (rows, [key, options]) =>
      rows.flatMap((row) => options.map((value) => (value === null ? row : { ...row, [key]: value }))),
    [{}],
  );
  const ctx = server.program.system.forOrganization(person.organization_id);
  const stored = await ctx.transaction(({ db }) =>
    sql<{ id: number; custom: CustomFacts }>`insert into prospects (organization_id, custom)
      select ${person.organization_id}, value from jsonb_array_elements(${JSON.stringify(all)}::jsonb)
      returning id, custom_of_lead(organization_id, custom) as custom`.execute(db),
  );
  return stored.rows;
}

const names = [
  'custom.a',
  'custom.b',
  'custom.c',
  'custom.d',
  'research.a',
  'research.b',
  'research.c',
  'research.is_hiring',
];
const conditions = names.flatMap((name) => [
  name,
  `${name} == blank`,
  `${name} != blank`,
  ...['==', '!=', '<', '>='].flatMap((mark) => [`${name} ${mark} 12`, `${name} ${mark} true`]),
  ...['"12"', '"Excel"', '"yes"', '"2026-01-01"'].flatMap((word) => [
    `${name} == ${word}`,
    `${name} != ${word}`,
    `${name} contains ${word}`,
  ]),
  `${name} < "2026-01-01"`,
  `${name} >= "2026-03-09"`,
]);
const templates = [
  'Hi {{ custom.a }}',
  '{{ custom.a | default: custom.b | upcase }}',
  '{{ custom.gone | default: custom.c }}',
  '{Hi {{ custom.a }}|{{ custom.b }}}{{ custom.c | default: "x" }}',
  'Hi {{ research.a }}{{ research.is_hiring }}',
  '{{ research.b | default: custom.a | upcase }}',
  '{{ research.gone | default: research.c }}',
  '{Hi {{ research.a }}|{{ custom.b }}}{{ research.gone | default: "x" }}',
  ...conditions.map((condition) => `{% if ${condition} %}{{ custom.gone }}{% endif %}`),
];

test('the database and the writer agree on who lacks something of a custom column or of research', async () => {
  const person = await server.signUp();
  const stored = await people(person);
  await research(person, stored);
  const wanted = [...Object.keys(tasks), BUILT_IN.key, 'gone'];
  const ctx = server.program.system.forOrganization(person.organization_id);
  const needs = { tx: { organization: { id: person.organization_id } }, known: { signatures: [], snippets: [] } };
  const found = await ctx.transaction((tx) =>
    listOwnResults(
      tx,
      stored.map(({ id }) => id),
      wanted,
    ),
  );
  for (const template of templates) {
    const lacks = lackingText({ ...needs, channel: 'email' } as Parameters<typeof lackingText>[0], template);
    const sqlRows = await ctx.transaction(({ db }) =>
      sql<{ id: number }>`select p.id from prospects p where p.organization_id = ${person.organization_id}
        and ${lacks ?? sql`false`} order by p.id`.execute(db),
    );
    const lacking = stored.filter(
      ({ id, custom }) =>
        findMissing(template, { variables: variablesOf({}), custom, research: found.get(id) ?? new Map() }).length > 0,
    );
    expect([template, sqlRows.rows.map(({ id }) => id)]).toEqual([template, lacking.map(({ id }) => id)]);
  }
});

test('what the database gives messages of a lead is what is made of it elsewhere', async () => {
  const person = await server.signUp();
  const stored = await people(person);
  const columns = Object.entries(types).map(([key, type]) => ({ key, type }));
  const ctx = server.program.system.forOrganization(person.organization_id);
  const raw = await ctx.transaction(({ db }) =>
    sql<{
      custom: Record<string, string>;
    }>`select custom from prospects where organization_id = ${person.organization_id}
      order by id`.execute(db),
  );
  expect(stored.map(({ custom }) => custom)).toEqual(raw.rows.map(({ custom }) => toCustomFacts(custom, columns)));
});
