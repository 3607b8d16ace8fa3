import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutArrowPlacement } from './without-arrows.ts';

const core = dirname(fileURLToPath(import.meta.resolve('@mantine/core'))).replace(/\/(?:esm|cjs)$/, '/esm');

test('the placement of popovers imports neither arrows nor lines of text', () => {
  const code = withoutArrowPlacement(readFileSync(join(core, 'components/Popover/use-popover.mjs'), 'utf8'));
  const names = /import \{ ([^}]*) \} from "@floating-ui\/react"/.exec(code)?.[1]?.split(', ');
  expect(names).toContain('flip');
  expect(names).not.toContain('arrow');
  expect(names).not.toContain('inline');
});

test('a Mantine that places them in another way stops the build', () => {
  expect(() => withoutArrowPlacement('import { flip } from "@floating-ui/react";')).toThrow('in another way');
});

/** In a browser alone they would be missing. */
test('no screen asks for them', () => {
  const wanted = /\bwithArrow\b|\bwithOverlay\b|middlewares=\{\{[^}]*inline/;
  const source = join(import.meta.dirname, '../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  expect(files.filter((path) => wanted.test(readFileSync(join(source, path), 'utf8')))).toEqual([]);
  expect(wanted.test('<Popover withArrow>')).toBe(true);
});
