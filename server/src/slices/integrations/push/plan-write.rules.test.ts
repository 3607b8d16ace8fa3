import type { CrmField } from '@overture/adapters/crm/crm.port';
import type { FieldMapping } from '@overture/contract/integrations';
import type { Prospect } from '@overture/contract/prospects';
import { expect, test } from 'vitest';
import { dedupeByEmail, findMissingFields, planChange, planRecord } from './plan-write.rules.ts';

const field = (name: string, changes: Partial<CrmField> = {}): CrmField => ({
  name,
  label: name.toUpperCase(),
  required: false,
  type: 'text',
  max_length: null,
  options: null,
  ...changes,
});
const map = (hubspotField: string, prospectField: FieldMapping['prospectField'], overwrites = false): FieldMapping => ({
  hubspotField,
  prospectField,
  overwrites,
});
const lead = (changes: Partial<Prospect> = {}): Prospect =>
  ({
    id: 1,
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@x.example',
    company: { name: 'Engines' },
    ...changes,
  }) as Prospect;
const plan = (given: Prospect, mappings: FieldMapping[], fields: CrmField[]) =>
  planRecord(given, mappings, { fields, email_field: 'email' }, 'Acme CRM');

const options = [
  { value: 'sw', label: 'Software' },
  { value: 'rt', label: 'Retail' },
];

test.each<[string, Partial<CrmField>, string, { value: string } | { word: RegExp }]>([
  ['fits', { max_length: 10 }, 'Countess', { value: 'Countess' }],
  [
    'too long',
    { max_length: 5 },
    'Countess',
    { word: /^“TITLE” was left out: 8 characters are more than the 5 it holds\.$/ },
  ],
  ['an option by its label, ignoring case', { type: 'option', options }, 'SOFTWARE', { value: 'sw' }],
  ['an option by its value', { type: 'option', options }, 'rt', { value: 'rt' }],
  ['not among the options', { type: 'option', options }, 'Mining', { word: /"Mining" is not among its options/ }],
  ['a very long one is shown shortened', { type: 'option', options }, 'x'.repeat(5_000), { word: /^.{0,140}$/ }],
  ['the lower end of a range', { type: 'number' }, '51 - 200', { value: '51' }],
  ['thousands', { type: 'number' }, '10,001+', { value: '10001' }],
  ['no number', { type: 'number' }, 'many', { word: /"many" is no number/ }],
])('a value: %s', (_name, changes, value, expected) => {
  const result = plan(lead({ job_title: value }), [map('title', 'job_title')], [field('title', changes)]);
  expect(result.problem).toBeNull();
  if ('value' in expected) expect(result).toMatchObject({ values: { title: expected.value }, left_out: [] });
  else expect(result).toMatchObject({ values: {}, left_out: [expect.stringMatching(expected.word)] });
});

test('what is required and missing, or left out, fails the lead alone, in words', () => {
  const fields = [field('title', { required: true, max_length: 3 })];
  const mappings = [map('title', 'job_title')];
  const words = '“TITLE” is required by Acme CRM, and this lead has none.';
  expect(plan(lead(), mappings, fields).problem).toBe(words);
  expect(plan(lead({ job_title: 'Countess' }), mappings, fields).problem).toBe(words);
  expect(
    plan(lead({ first_name: '', last_name: '', email: null, company: { name: '' } } as never), [], []).problem,
  ).toBe('This lead has no name.');
});

test('mapped fields that the CRM has no more are named', () => {
  expect(findMissingFields([map('a', 'email'), map('b', 'location')], [field('b')])).toEqual(['a']);
});

test.each<[string, string, string | undefined, boolean, boolean]>([
  ['a blank is filled', '', undefined, false, true],
  ['existing values stay', 'Augusta', undefined, false, false],
  ['unless the row overwrites', 'Augusta', undefined, true, true],
  ['values we wrote follow the lead if unchanged there', 'Old', 'Old', false, true],
  ['values changed there after us stay', 'Augusta', 'Old', false, false],
  ['what we wrote already is not written again, though it was changed there', 'Augusta', 'Ada', true, false],
])('a record that exists: %s', (_name, there, pushed, overwrites, isWritten) => {
  const changes = planChange(
    { first: 'Ada' },
    { values: { first: there } },
    [map('first', 'first_name', overwrites)],
    pushed === undefined ? {} : { first: pushed },
  );
  expect(changes).toEqual(isWritten ? { first: 'Ada' } : {});
});

test('of leads with one address the first is written, the others find it afterwards', () => {
  const leads = ['A@x.example', 'a@x.example ', null, null, 'b@x.example'].map((email, id) => ({
    id,
    lead: { email },
  }));
  expect(dedupeByEmail(leads).map(({ id }) => id)).toEqual([0, 2, 3, 4]);
});
