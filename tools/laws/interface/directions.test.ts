import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '../source-files.ts';
import { findSides } from './direction-law.ts';

const root = join(import.meta.dirname, '../../..');
const paths = listPaths(root, 'web/src/*.css', 'web/src/*.ts', 'web/src/*.tsx').filter(
  (path) => !/\.test\.tsx?$/.test(path),
);

/** What stays on its side in every language. The list only shrinks. */
const PHYSICAL = [
  // Places in the flow are counted from its left edge.
  'web/src/features/flow-canvas/flow.module.css: left: 0',
  // The edges that the pointer is near.
  'web/src/features/kanban/board/board-column.tsx: -left-1.75',
  'web/src/features/kanban/board/board-column.tsx: -right-1.75',
];

test('looks name start and end, not left and right', () => {
  const found = paths.flatMap((path) => findSides({ path, text: readFileSync(join(root, path), 'utf8') }));
  expect(found, 'ps-2 for pl-2, text-end for text-right, inset-inline-start for left').toEqual(PHYSICAL);
  expect(paths.length).toBeGreaterThan(900);
});

test.each<[string, string[]]>([
  ['.a { left: 0; color: red }', ['left: 0']],
  ['.a { padding-left: 1px }\n.b { border-right: 0 }', ['padding-left: 1px', 'border-right: 0']],
  ['.a { text-align: right }', ['text-align: right']],
  ['.a { padding: 0 9px 0 11px }', ['padding: 0 9px 0 11px']],
  ['.a { margin: 0 calc(-1 * var(--s)) 1px calc(-1 * var(--s)) }', []],
  ['.a { border-radius: 8px 8px 2px 8px }', ['border-radius: 8px 8px 2px 8px']],
  ['.a { border-radius: 2px 2px 0 0; inset: 0 1px; inset-inline: 0 4px }', []],
  ['.a { background: linear-gradient(to right, red, blue) }', ['background: linear-gradient(to right, red, blue)']],
  ['.a { --way: to left } /* left: 0 */', []],
])('a sheet %s', (text, sides) =>
  expect(findSides({ path: 'a.css', text })).toEqual(sides.map((side) => `a.css: ${side}`)),
);

test.each<[string, string[]]>([
  ['<p className="flex ml-2 hover:pr-[3px] -left-1 sm:text-right" />', ['ml-2', 'pr-[3px]', '-left-1', 'text-right']],
  [`<p className={\`border-l rounded-tl-sm \${x} absolute! right-0!\`} />`, ['border-l', 'rounded-tl-sm', 'right-0!']],
  ['<p className="ms-2 pe-3 start-0 text-end border-s inset-x-0 rounded-s" />', []],
  ["<p style={{ marginLeft: 2, textAlign: 'right' }} />", ["textAlign: 'right'", 'marginLeft']],
  ["const moves = { left: 1, right: box.right }; say('left', 'right-hand')", []],
])('a component %s', (text, sides) =>
  expect(findSides({ path: 'a.tsx', text }).sort()).toEqual(sides.map((side) => `a.tsx: ${side}`).sort()),
);
