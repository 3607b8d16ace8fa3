import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnenteredValues } from './entered-law.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles(join(import.meta.dirname, '../..')).filter(
  ({ path }) => path.startsWith('web/src/') && !path.includes('.test.'),
);

test('no form field makes up a value', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(({ path, text }) => findUnenteredValues(path, text))).toEqual([]);
});

test.each([
  ['an emptied number', '<NumberInput onChange={(value) => onChange({ limit: Number(value) || 0 })} />'],
  ['a missing yes or no', '<Checkbox checked={lead.is_customer ?? false} />'],
  ['a text as yes or no', "<Checkbox checked={value === 'true'} />"],
  ['a missing yes or no of a component', '<TruthField value={truth ?? false} />'],
])('it fires for %s', (_, text) => expect(findUnenteredValues('x.tsx', text)).toHaveLength(1));

test.each([
  ['a choice by id', '<Select onChange={(id) => onChange(id === null ? null : Number(id))} />'],
  ['a known yes or no', '<Checkbox checked={draft.stops_campaigns} />'],
  ['a number shown', '<Figure value={pipeline[key] ?? 0} />'],
])('it passes %s', (_, text) => expect(findUnenteredValues('x.tsx', text)).toEqual([]));
