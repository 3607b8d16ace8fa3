// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { formatInitials, pickHue } from './person-avatar.tsx';

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
  expect(formatInitials(name)).toBe(initials);
});

test('the same name has the same hue', () => {
  expect(pickHue('Ada')).toBe(pickHue('Ada'));
  expect(new Set(['Ada', 'Bo', 'Carla', 'Dieter', 'Eve'].map(pickHue)).size).toBeGreaterThan(1);
});
