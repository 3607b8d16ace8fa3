// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './person-avatar.tsx';

test.each([
  ['Ada Jansen', 'AJ'],
  ['ada', 'A'],
  ['Ludwig van Beethoven', 'LB'],
  ['  Ana   María  ', 'AM'],
  ['Émile Zola', 'ÉZ'],
  ['😀 Smile', '😀S'],
  ['', '?'],
  ['   ', '?'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('the same name has the same hue', () => {
  expect(hueOf('Ada')).toBe(hueOf('Ada'));
  expect(new Set(['Ada', 'Bo', 'Carla', 'Dieter', 'Eve'].map(hueOf)).size).toBeGreaterThan(1);
});
