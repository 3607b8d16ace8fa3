import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '../source-files.ts';

const root = join(import.meta.dirname, '../../..');
const paths = listPaths(root, 'web/src/*.ts', 'web/src/*.tsx').filter(
  (path) => !/\.test\.tsx?$|\.factory\.tsx?$|texts(?:\.de)?\.ts$|^web\/src\/lib\/(?:testing\/|format\.ts$)/.test(path),
);

/** A share or an amount with its sign beside it, and a format of one language. A size of a box is no share. */
const BY_HAND = [
  /^(?!.*(?:width|height|inset\w*)(?:: |=)).*\}%(?=[`<]|$)/,
  /€\$?\{/,
  /\.toLocale\w*String\((?:['")])/,
  /new Intl\.\w+Format\((?:['")])/,
];

const findFigures = (path: string, code: string): string[] =>
  code
    .split('\n')
    .flatMap((line) => (BY_HAND.some((pattern) => pattern.test(line)) ? [`${path}: ${line.trim()}`] : []));

test('figures, amounts and dates are written by web/src/lib/format.ts, in the language of the page', () => {
  expect(paths.length).toBeGreaterThan(900);
  expect(paths.flatMap((path) => findFigures(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each([
  '<b>{rate}%</b>',
  `t('confidence', { percent: \`\${Math.round(rate)}%\` })`,
  '<dd>€{formatNumber(amount)}</dd>',
  "count.toLocaleString('en')",
  'day.toLocaleDateString()',
  "new Intl.DateTimeFormat('en-GB', { month: 'long' })",
])('%s is found', (code) => expect(findFigures('a.tsx', code)).toEqual([`a.tsx: ${code}`]));

test.each([
  `<i style={{ width: \`\${rate}%\` }} />`,
  `<Skeleton width={\`\${36 + index}%\`} />`,
  'formatPercent(rate)',
  'count.toLocaleString(numberLocale())',
])('%s is none', (code) => expect(findFigures('a.tsx', code)).toEqual([]));
