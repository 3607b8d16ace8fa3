import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { watchLongestBlock } from '../../../testing/longest-block.ts';
import { createList, csvHeader, csvRows, importCsv } from '../lists.factory.ts';

const server = useTestServer();
const SIZE = 2_000_000;
const fill = (unit: string, begin: string): Buffer => Buffer.concat([Buffer.from(begin), Buffer.alloc(SIZE, unit)]);

const SHAPES: [string, Buffer][] = [
  ['quotes', fill('"', '')],
  ['quotes below a heading', fill('"', `${csvHeader}\n`)],
  ['commas', fill(',', '')],
  ['commas below a heading', fill(',', `${csvHeader}\n`)],
  ['separators of all kinds', fill(',;\t|', '')],
  ['line ends', fill('\n', `${csvHeader}\n`)],
  ['one line', fill('a', '')],
  ['an open quote', fill('a\n', `${csvHeader}\nA,"`)],
  ['blanks', fill(' ', `${csvHeader}\n`)],
  ['formulas', fill('=1+1,', `${csvHeader}\n`)],
  ['addresses', fill('linkedin.com/in/', `${csvHeader}\nA,B,,`)],
  ['at signs', fill('@', `${csvHeader}\nA,B,`)],
  ['wrong bytes', fill('\xff', `${csvHeader}\n`)],
];
const UNITS = ['"', ',', ';', '\t', '\n', '\r', ' ', 'a', '@', '=', "'", '""', '",', 'sep=', '\u00e9'];
for (let drawn = 0; drawn < 5; drawn += 1) {
  const unit = Array.from(
    { length: 1 + Math.floor(Math.random() * 5) },
    () => UNITS[Math.floor(Math.random() * UNITS.length)],
  ).join('');
  SHAPES.push([`drawn: ${JSON.stringify(unit)}`, fill(unit, Math.random() < 0.5 ? '' : `${csvHeader}\n`)]);
}

test('hostile files are imported or refused with a reason, and requests are answered', async () => {
  const person = await server.signUp();
  const list = await createList(person);
  const endWatch = watchLongestBlock();
  for (const [name, content] of SHAPES) {
    const answer = await importCsv(person, list, content);
    expect([200, 202, 400, 413, 422], `${name}: ${JSON.stringify(answer.error)}`).toContain(answer.status);
    if (answer.status >= 400) expect(answer.error.error, name).not.toBe('');
  }
  const longestBlock = endWatch();
  const good = await importCsv(person, list, `${csvHeader}\n${csvRows(3)}`);
  expect([good.status, good.data.total_rows]).toEqual([200, 3]);
  expect(longestBlock).toBeLessThan(1_000);
}, 180_000);
