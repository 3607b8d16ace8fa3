import { api } from '@overture/contract';
import { type CustomFacts, customFactsOf } from '@overture/domain/leads/custom-columns';
import type { CustomType } from '@overture/domain/leads/custom-values';
import { findMissing, variablesOf } from '@overture/domain/message/variables';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { lackingText } from './lacking-words.store.ts';

const server = useTestServer();
const types: Record<string, CustomType> = { a: 'number', b: 'text', c: 'yes_no', d: 'date' };
const values: Record<string, (string | number | boolean | null)[]> = {
  a: [12, 5.5, null],
  b: ['Excel', '12', 'Yes', null],
  c: [true, false, null],
  d: ['2026-03-09', '2025-12-31', null],
};

type Person = Awaited<ReturnType<typeof server.signUp>>;

async function people(person: Person): Promise<{ id: number; custom: CustomFacts }[]> {
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

const conditions = ['a', 'b', 'c', 'd'].flatMap((key) => [
  `custom.${key}`,
  `custom.${key} == blank`,
  `custom.${key} != blank`,
  ...['==', '!=', '<', '>='].flatMap((mark) => [`custom.${key} ${mark} 12`, `custom.${key} ${mark} true`]),
  ...['"12"', '"Excel"', '"yes"', '"2026-01-01"'].flatMap((word) => [
    `custom.${key} == ${word}`,
    `custom.${key} != ${word}`,
    `custom.${key} contains ${word}`,
  ]),
  `custom.${key} < "2026-01-01"`,
  `custom.${key} >= "2026-03-09"`,
]);
const templates = [
  'Hi {{ custom.a }}',
  '{{ custom.a | default: custom.b | upcase }}',
  '{{ custom.gone | default: custom.c }}',
  '{Hi {{ custom.a }}|{{ custom.b }}}{{ custom.c | default: "x" }}',
  ...conditions.map((condition) => `{% if ${condition} %}{{ custom.gone }}{% endif %}`),
];

test('the database and the writer agree on who lacks something of a custom column', async () => {
  const person = await server.signUp();
  const stored = await people(person);
  const ctx = server.program.system.forOrganization(person.organization_id);
  const needs = { tx: { organization: { id: person.organization_id } }, known: { signatures: [], snippets: [] } };
  for (const template of templates) {
    const lacks = lackingText({ ...needs, channel: 'email' } as Parameters<typeof lackingText>[0], template);
    const told = await ctx.transaction(({ db }) =>
      sql<{ id: number }>`select p.id from prospects p where p.organization_id = ${person.organization_id}
        and ${lacks ?? sql`false`} order by p.id`.execute(db),
    );
    const found = stored.filter(
      ({ custom }) => findMissing(template, { variables: variablesOf({}), custom }).length > 0,
    );
    expect([template, told.rows.map(({ id }) => id)]).toEqual([template, found.map(({ id }) => id)]);
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
  expect(stored.map(({ custom }) => custom)).toEqual(raw.rows.map(({ custom }) => customFactsOf(custom, columns)));
});
