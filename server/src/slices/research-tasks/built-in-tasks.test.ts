import { nameLabel } from '@overture/domain/message/template/names';
import { researchName } from '@overture/domain/message/template/research-names';
import { expect, test } from 'vitest';
import { BUILT_IN_TASKS } from './built-in-tasks.rules.ts';

test('a built-in research task has one name: in its form, its column and the variable of messages', () => {
  const tasks = BUILT_IN_TASKS.filter(({ data_enrichment_type }) => data_enrichment_type === null);
  expect(tasks.map(({ alias }) => alias)).toEqual(tasks.map(() => null));
  for (const { name, key } of tasks) expect(nameLabel(researchName(key ?? '')).toLowerCase()).toBe(name.toLowerCase());
});
