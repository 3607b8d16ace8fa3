import { describe, expect, test } from 'vitest';
import {
  buildCandidates,
  derivePattern,
  EMAIL_LAYOUTS,
  type KnownAddress,
  PATTERN_ACCEPT_CONFIDENCE,
  rankPatterns,
} from './email-patterns.ts';
import { parseNameParts, toAscii } from './name-parts.ts';

const known = (first_name: string, last_name: string, local: string): KnownAddress => ({
  first_name,
  last_name,
  email: `${local}@acme.example`,
});
const colleagues = (...locals: string[]): KnownAddress[] => {
  const names = ['Anna Smith', 'Ben Jones', 'Cleo Park', 'Dan Wolf', 'Eva Lind', 'Finn Berg', 'Gus Hart', 'Hal Ives'];
  return locals.map((local, index) => {
    const [first = '', last = ''] = (names[index] as string).split(' ');
    return known(first, last, local);
  });
};
const bestFor = (first: string, last: string, addresses: KnownAddress[]) =>
  buildCandidates({ first_name: first, last_name: last }, 'acme.example', rankPatterns(addresses), 20)[0];

describe('reading a pattern off an address', () => {
  test.each([
    ['Anna', 'Smith', 'anna.smith', 'first.last'],
    ['Anna', 'Smith', 'asmith', 'flast'],
    ['Anna', 'Smith', 'anna', 'first'],
    ['Anna', 'Smith', 'annasmith', 'firstlast'],
    ['Anna', 'Smith', 'a.smith', 'f.last'],
    ['Anna', 'Smith', 'annas', 'firstl'],
    ['Anna', 'Smith', 'anna_smith', 'first_last'],
    ['Anna', 'Smith', 'smith', 'last'],
    ['Anna', 'Smith', 'smith.anna', 'last.first'],
    ['Anna', 'Smith', 'anna-smith', 'first-last'],
    ['Anna', 'Smith', 'smitha', 'lastf'],
    ['Anna', 'Smith', 'anna.s', 'first.l'],
    ['Anna', 'Smith', 'smithanna', 'lastfirst'],
    ['Anna', 'Smith', 'smith.a', 'last.f'],
    ['Anna', 'Smith', 'as', 'fl'],
    ['ANNA', 'SMITH', 'Anna.Smith', 'first.last'],
    ['Dr. Anna M.', 'Smith, PhD', 'anna.smith', 'first.last'],
    ['Anna (Ann)', "O'Brien", 'anna.obrien', 'first.last'],
  ])('%s %s with %s@ is %s', (first, last, local, layout) => {
    expect(derivePattern(known(first, last, local))).toMatchObject({ layout });
  });

  test.each([
    ['Jörg', 'Müller', 'joerg.mueller', { letters: 'spelled' }],
    ['Jörg', 'Müller', 'jorg.muller', { letters: 'plain' }],
    ['Søren', 'Åberg', 'soeren.aaberg', { letters: 'spelled' }],
    ['Zoë', 'Weiß', 'zoe.weiss', { letters: null }],
    ['Łukasz', 'Żak', 'lukasz.zak', { letters: null }],
    ['Jan', 'van der Berg', 'jan.vanderberg', { particles: 'joined' }],
    ['Jan', 'van der Berg', 'jan.berg', { particles: 'dropped' }],
    ['Jan', 'van der Berg', 'jan.van.der.berg', { particles: 'dotted' }],
    ['Jan', 'van der Berg', 'jan.vdberg', { particles: 'initials' }],
    ['Jan', "van 't Hof", 'jan.vanthof', { particles: 'joined' }],
    ['Anne-Marie', 'Smith', 'annemarie.smith', { compounds: 'joined' }],
    ['Anne-Marie', 'Smith', 'anne-marie.smith', { compounds: 'dashed' }],
    ['Ana', 'Garcia Lopez', 'ana.garcia', { compounds: 'first' }],
    ['Ana', 'Garcia Lopez', 'ana.lopez', { compounds: 'last' }],
    ['Anna', 'Smith', 'anna.smith', { letters: null, particles: null, compounds: null }],
  ])('%s %s with %s@ shows its style', (first, last, local, style) => {
    expect(derivePattern(known(first, last, local))).toMatchObject({ layout: 'first.last', ...style });
  });

  test.each([
    ['Anna', 'Smith', 'info'],
    ['Anna', 'Smith', 'sales'],
    ['Anna', 'Smith', 'anna.smith2'],
    ['Anna', 'Smith', 'bob.jones'],
    ['Иван', 'Петров', 'ivan.petrov'],
    ['', '', 'anna'],
    ['Anna', '', 'anna'],
    ['Anna', 'Smith', 'not an address'],
  ])('%s %s with %s@ follows none', (first, last, local) => {
    expect(derivePattern(known(first, last, local))).toBeNull();
  });

  test('every layout is read back from what it makes', () => {
    for (const layout of EMAIL_LAYOUTS) {
      const ranked = [{ layout, letters: null, particles: null, compounds: null, matches: 5, known: 5 }];
      const [made] = buildCandidates({ first_name: 'Tessa', last_name: 'Quill' }, 'acme.example', ranked, 1);
      expect(derivePattern({ first_name: 'Tessa', last_name: 'Quill', email: made?.email ?? '' })?.layout).toBe(layout);
    }
  });
});

describe('confidence', () => {
  test.each([
    [['anna.smith'], 50],
    [['anna.smith', 'ben.jones'], 66],
    [['anna.smith', 'ben.jones', 'cleo.park', 'dan.wolf'], 80],
    [['anna.smith', 'ben.jones', 'cleo.park', 'dan.wolf', 'elind'], 66],
    [['anna.smith', 'ben.jones', 'cleo.park', 'dan.wolf', 'nobody-knows'], 66],
    [['anna.smith', 'ben.jones', 'cleo.park', 'dan.wolf', 'info', 'sales'], 80],
  ])('%j gives %i', (locals, confidence) => {
    expect(bestFor('Mia', 'Stone', colleagues(...locals))).toMatchObject({
      email: 'mia.stone@acme.example',
      confidence,
    });
  });

  test('without any known address nothing reaches the bar, and there are still candidates to probe', () => {
    const found = buildCandidates({ first_name: 'Mia', last_name: 'Stone' }, 'acme.example', [], 5);
    expect(found.map(({ email }) => email)).toEqual([
      'mia.stone@acme.example',
      'mstone@acme.example',
      'mia@acme.example',
      'miastone@acme.example',
      'm.stone@acme.example',
    ]);
    expect(found.every(({ confidence }) => confidence < PATTERN_ACCEPT_CONFIDENCE)).toBe(true);
  });

  test('a habit never seen costs confidence, one that was seen does not', () => {
    const plain = colleagues('anna.smith', 'ben.jones', 'cleo.park', 'dan.wolf');
    expect(bestFor('Jan', 'de Vries', plain)).toMatchObject({ email: 'jan.devries@acme.example', confidence: 65 });
    const dutch = [...plain, known('Kim', 'van Dam', 'kim.dam')];
    expect(bestFor('Jan', 'de Vries', dutch)).toMatchObject({ email: 'jan.vries@acme.example', confidence: 83 });
    const german = [...plain, known('Jörg', 'Roth', 'joerg.roth')];
    expect(bestFor('Ute', 'Schäfer', german)?.email).toBe('ute.schaefer@acme.example');
    const doubles = [...plain, known('Eva', 'Lind-Berg', 'eva.lind-berg')];
    expect(bestFor('Mia', 'Stone-Hill', doubles)?.email).toBe('mia.stone-hill@acme.example');
  });

  test('names of another script have no candidates', () => {
    expect(buildCandidates({ first_name: '伟', last_name: '王' }, 'acme.example', [], 5)).toEqual([]);
    expect(buildCandidates({ first_name: '', last_name: 'Stone' }, 'acme.example', [], 5)).toEqual([]);
  });

  test('a hostile name or domain makes no address of another domain', () => {
    for (const name of ['a@evil.example', 'a\r\nRCPT TO:<x@y.example>', '<script>', '"x y"', 'x'.repeat(5000), '😀']) {
      const found = buildCandidates({ first_name: name, last_name: name }, 'acme.example', [], 50);
      expect(found.every(({ email }) => /^[a-z0-9._-]+@acme\.example$/.test(email))).toBe(true);
    }
    expect(buildCandidates({ first_name: 'Mia', last_name: 'Stone' }, 'evil.example> x', [], 5)).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['Jan', 'van der Berg', ['jan'], ['van', 'der'], ['berg']],
    ['Thi', 'Le', ['thi'], [], ['le']],
    ['María José', 'García-López', ['maria', 'jose'], [], ['garcia', 'lopez']],
    ['J.', 'Smith', ['j'], [], ['smith']],
    ['John Q.', 'Public Jr.', ['john'], [], ['public']],
  ])('%s %s', (first, last, ...parts) => {
    expect(Object.values(parseNameParts(first, last, 'plain') ?? {})).toEqual(parts);
  });

  test.each([
    ['Ærøskøbing', 'aeroskobing'],
    ['Straße', 'strasse'],
    ['Nguyễn', 'nguyen'],
    ['İbrahim Işık', 'ibrahim isik'],
    ['Đặng', 'dang'],
  ])('%s is %s', (text, ascii) => expect(toAscii(text, 'plain')).toBe(ascii));
});
