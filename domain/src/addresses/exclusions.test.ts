import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXCLUSION_LIST } from '../limits.ts';
import { parseExclusion, parseExclusions } from './exclusions.ts';

describe('one entry', () => {
  test.each([
    ['https://www.Example.com/path?x=1', 'example.com'],
    ['@Example.com', 'example.com'],
    ['Ada@Example.com', 'ada@example.com'],
    ['MAILTO:Ada@Example.com?subject=Hi@you', 'ada@example.com'],
    ['mailto:@example.com', 'example.com'],
    ['Jürgen@Köln.de', 'jürgen@xn--kln-sna.de'],
    ['https://tiktok.example/@ada', 'tiktok.example'],
    ['http://user:pw@shop.example/x', 'shop.example'],
    ['"ada jansen"@gmail.com', null],
    ['user:pw@gmail.com', null],
    ['ada@', null],
    ['ada@localhost', null],
    ['a\u0007b.com', null],
    ['', null],
  ])('%s is %s', (text, expected) => {
    expect(parseExclusion(text)).toBe(expected);
  });

  test('a parsed exclusion parses to itself, and an address never excludes its provider', () => {
    const local = fc.stringMatching(/^[^\s/@]{1,20}$/);
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
        const once = parseExclusion(text);
        if (once !== null) expect(parseExclusion(once)).toBe(once);
      }),
    );
    fc.assert(
      fc.property(local, fc.domain(), (name, domain) => {
        expect(parseExclusion(`${name}@${domain}`) ?? '@').toContain('@');
      }),
    );
  });
});

describe('a pasted list', () => {
  test('lines, commas, semicolons and blanks; quotes, bullets and names of people', () => {
    const text =
      '\uFEFFexample.com\r\nADA@example.com; Eve Dahl <eve@example.com>,\thttps://b.example/x y.example\n• "c.example" (d.example)\nnonsense, EXAMPLE.com';
    expect(parseExclusions(text)).toEqual({
      entries: [
        'example.com',
        'ada@example.com',
        'eve@example.com',
        'b.example',
        'y.example',
        'c.example',
        'd.example',
      ],
      repeated: 1,
      unreadable: ['nonsense'],
      is_cut: false,
    });
  });

  test('every domain and address of a list is found with any separator', () => {
    const parts = fc.constantFrom('\n', '\r\n', ',', ';', ' ', '\t', ', ', ' ; \n');
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.domain(), fc.emailAddress()), { maxLength: 30 }), parts, (given, between) => {
        const read = parseExclusions(given.join(between));
        const expected = new Set(given.map(parseExclusion).filter((entry) => entry !== null));
        // Addresses may hold quotes at their ends, which are taken off like those of a spreadsheet.
        for (const entry of expected) if (!entry.startsWith("'")) expect(read.entries).toContain(entry);
        expect(read.entries.length + read.repeated + read.unreadable.length).toBeLessThanOrEqual(given.length);
      }),
    );
  });

  test('any text is read within its bounds, and each entry is one that can be kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { entries, unreadable } = parseExclusions(text);
        for (const entry of entries) {
          expect(parseExclusion(entry)).toBe(entry);
          expect(entry).not.toMatch(/[\s\p{Cc}]/u);
        }
        for (const piece of unreadable) expect(piece.length).toBeLessThanOrEqual(EXCLUSION_LIST.shown_characters);
      }),
    );
  });

  test('a huge paste is cut and said to be', () => {
    const many = Array.from({ length: 6000 }, (_, index) => `d${index}.example`);
    expect(parseExclusions(many.join('\n'))).toMatchObject({ is_cut: true });
    expect(parseExclusions(many.join('\n')).entries).toHaveLength(EXCLUSION_LIST.max_entries);
    expect(parseExclusions(many.slice(0, 5000).join('\n')).is_cut).toBe(false);
    const junk = ['@'.repeat(3_000_000), '<'.repeat(3_000_000), '?@'.repeat(1_000_000), 'a'.repeat(3_000_000)];
    for (const text of junk) expect(parseExclusions(text)).toMatchObject({ entries: [], is_cut: true });
  });
});
