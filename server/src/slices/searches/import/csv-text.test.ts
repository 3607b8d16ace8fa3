import { guardCell, unguardCell } from '@overture/domain/csv/csv-cell';
import { detectFormat, findBinaryReason } from '@overture/domain/csv/csv-format';
import { CsvText } from '@overture/domain/csv/csv-text';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EncodingWatch } from '../../../kernel/uploads/encoding-watch.ts';

/** Reads a text in pieces of the given length. */
function read(text: string, delimiter = ',', piece = text.length || 1) {
  const parser = new CsvText(delimiter);
  const records = [];
  for (let place = 0; place < text.length; place += piece) {
    for (const record of parser.push(text.slice(place, place + piece), false)) records.push(record);
  }
  for (const record of parser.push('', true)) records.push(record);
  return records;
}
const cellsOf = (text: string, delimiter?: string) =>
  read(text, delimiter).map(({ cells, error }) => (error ? `! ${error}` : cells));
const open = '! A quote is opened in this row and not closed.';

describe('rows', () => {
  test.each([
    [
      'line ends of all kinds, mixed',
      'a,b\r\nc,d\re,f\ng,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    [
      'quoted delimiters, quotes and line breaks',
      '"a,1","say ""hi""","x\r\ny"\nb,c,d',
      [
        ['a,1', 'say "hi"', 'x\r\ny'],
        ['b', 'c', 'd'],
      ],
    ],
    ['blanks around quotes', 'a, "b, c" ,d', [['a', 'b, c', 'd']]],
    ['quotes inside a cell', '5" pipe,"John "Johnny" Smith",x', [['5" pipe', 'John "Johnny" Smith', 'x']]],
    [
      'empty rows are passed over',
      'a,b\n\n  \r\n\nc,d\n\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      ',\n"",""\na,',
      [
        ['', ''],
        ['', ''],
        ['a', ''],
      ],
    ],
    ['an open quote costs its row', 'a,b\nc,"d\ne,f\ng,h', [['a', 'b'], open, ['e', 'f'], ['g', 'h']]],
    ['an open quote before quoted rows', 'c,"d\n"e, 1",f\n"g",h', [open, ['e, 1', 'f'], ['g', 'h']]],
    ['an open quote at the end', 'a,b\nc,"', [['a', 'b'], open]],
    ['nothing', '', []],
    ['only a line end', '\n', []],
    [
      'zero bytes',
      'a\0,b\nc,d',
      [
        ['a\0', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
  });

  test('are counted as a spreadsheet does', () => {
    expect(read('h,i\n\n"a\nb",c\nd,e').map(({ number }) => number)).toEqual([1, 3, 4]);
  });

  test('do not depend on how the text is cut', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ü', ';'), maxLength: 60 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 7 }), (text, piece) => {
        expect(read(text, ',', piece)).toEqual(read(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('come back exactly when they were written by the book', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', 'é', ' x'), maxLength: 8 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    const write = (rows: string[][]): string =>
      rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
    fc.assert(
      fc.property(table, (rows) => {
        expect(cellsOf(write(rows))).toEqual(rows);
      }),
    );
  });

  test('a row has at most a million characters, however the file comes in', () => {
    const [long, quoted] = ['x'.repeat(1_000_001), `"${`${'y'.repeat(997)}\n`.repeat(1000)}"`];
    const text = `a,b\n${long}\n${quoted},${'z'.repeat(10_000)}\nc,d`;
    const whole = read(text);
    expect(whole[1]).toMatchObject({ number: 2, error: 'This row is too long.' });
    expect(whole[2]).toMatchObject({ number: 3, error: expect.stringContaining('quote') });
    expect(whole.at(-1)).toMatchObject({ cells: ['c', 'd'] });
    expect(read(text, ',', 65_536)).toEqual(whole);
  });

  test('a long quoted row costs its length, not its length times its pieces', () => {
    const parser = new CsvText(',');
    const row = `"${'""'.repeat(200_000)}",x\n`;
    let reads = 0;
    const { indexOf } = String.prototype;
    String.prototype.indexOf = function (this: string, ...given) {
      reads += 1;
      return indexOf.apply(this, given);
    };
    onTestFinished(() => {
      String.prototype.indexOf = indexOf;
    });
    for (let place = 0; place < row.length; place += 4096) [...parser.push(row.slice(place, place + 4096), false)];
    // Each pair of quotes is passed a few times: once a doubling of what has come.
    expect(reads).toBeLessThan(200_000 * 4);
  });

  test('a row without end and a quote without end stay within bounds', () => {
    const records = read(`a,b\n${'x'.repeat(9_000_000)}\nc,d\n"${'y\n'.repeat(700_000)}`, ',', 1 << 20);
    expect(records[1]).toMatchObject({ error: 'This row is too long.' });
    expect(records[2]).toMatchObject({ cells: ['c', 'd'] });
    expect(records[3]).toMatchObject({ error: expect.stringContaining('quote') });
    expect(records).toHaveLength(3 + 700_000);
  });
});

describe('formats', () => {
  const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
  const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

  test.each([
    ['plain', bytes('a,b'), 'utf-8'],
    ['a mark', bytes('\uFEFFa,b'), 'utf-8'],
    ['letters', bytes('Zoë,Müller'), 'utf-8'],
    ['Windows', Buffer.from('Zoë,Müller', 'latin1'), 'windows-1252'],
    ['UTF-16 with a mark', Buffer.from('\uFEFFa,b', 'utf16le'), 'utf-16le'],
    ['UTF-16 without', Buffer.from('first name,last name', 'utf16le'), 'utf-16le'],
    ['the other UTF-16', utf16be('\uFEFFfirst name,last name'), 'utf-16be'],
    ['one damaged letter', Buffer.concat([bytes('ëüöéèàñçßø'.repeat(5)), Buffer.from([0xff])]), 'utf-8'],
  ])('%s', (_, content, encoding) => {
    for (const piece of [1, 3, content.length]) {
      const watch = new EncodingWatch();
      if (piece < 4 && content.length > 4) watch.push(content.subarray(0, 4));
      for (let place = piece < 4 && content.length > 4 ? 4 : 0; place < content.length; place += piece) {
        watch.push(content.subarray(place, place + piece));
      }
      if (piece === content.length || !encoding.startsWith('utf-16')) expect(watch.encoding).toBe(encoding);
    }
  });

  test.each([
    ['comma', 'First,Last\nAda,Lovelace', ','],
    ['semicolon with commas inside', 'First;Last\nAda;Lovelace, Countess', ';'],
    ['tab', 'First\tLast\nAda\tLovelace', '\t'],
    ['sep line', 'sep=;\r\nFirst;Last\r\nAda;Lovelace', ';'],
  ])('finds the %s', (_, text, delimiter) => {
    expect(detectFormat(text, ['First'], true)).toMatchObject({ delimiter, header: ['First', 'Last'] });
  });

  test('distinguishes archives, images and empty files from text', () => {
    expect(findBinaryReason(Buffer.from('PK\x03\x04'))).toMatch(/ZIP archive or an Excel/);
    expect(findBinaryReason(Buffer.alloc(0))).toBe('it is empty.');
    expect(findBinaryReason(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toMatch(/picture/);
    expect(findBinaryReason(Buffer.from('name\0,b\nx,y'))).toBeNull();
    expect(() => detectFormat(Array.from({ length: 2001 }, (_, n) => `c${n}`).join(','), [], true)).toThrow(
      /2001 columns/,
    );
  });
});

describe('cells that look like formulas', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+31 6 1234 5678', '+31 6 1234 5678'],
    ['+31612345678', '+31612345678'],
    ['+1 (555) 123-4567', '+1 (555) 123-4567'],
    ['+31-6-12', "'+31-6-12"],
    ['-5', '-5'],
    ['-1.5', '-1.5'],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["'tis", "'tis"],
    ['plain', 'plain'],
  ])('%s becomes %s and back', (value, guarded) => {
    expect(guardCell(value)).toBe(guarded);
    expect(unguardCell(guarded)).toBe(value);
  });
});
