import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from '../source-files.ts';
import { ASVS_REQUIREMENTS } from './asvs-requirements.ts';

// docs/security/asvs.tsv answers every requirement of OWASP ASVS 5.0 up to level 2, and what it points at is there.
const root = join(import.meta.dirname, '../../..');
const columns = ['id', 'level', 'requirement', 'answer', 'where', 'test', 'note'] as const;
type Line = Record<(typeof columns)[number], string>;
const MOST_PARTIAL = 15;

function parse(text: string): Line[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== columns.join('\t')) throw new Error(`The first line names the columns: ${columns.join(', ')}.`);
  return lines.map((line) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length) throw new Error(`${cells[0]} has ${cells.length} columns.`);
    return Object.fromEntries(columns.map((column, n) => [column, cells[n]])) as Line;
  });
}

/** The product's own source, by the folder a word is looked for in. */
const PRODUCT = ['server/src', 'adapters/src', 'domain/src', 'contract/src'];
const sources = listPaths(root, '*.ts', '*.tsx')
  .filter((path) => !/\.(test|conformance|factory)\.tsx?$|__generated__|\/testing\//.test(path))
  .filter((path) => [...PRODUCT, 'web/src'].some((folder) => path.startsWith(`${folder}/`)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').toLowerCase() }));

/**
 * The reason for an "n/a": `missing:PATH` does not exist, `absent:WORD` does not occur in the product's source (of
 * server, adapters, domain and contract, or of the folder behind `@`). Adding either makes the answer false.
 */
function findStaleReason(token: string): string | null {
  const [kind, rest = ''] = [token.slice(0, token.indexOf(':')), token.slice(token.indexOf(':') + 1)];
  if (kind === 'missing') return existsSync(join(root, rest)) ? `says there is no ${rest}, which is there` : null;
  const [word = '', folder] = rest.split('@');
  if (kind !== 'absent' || word.length < 4) return `names ${token}, which is neither missing:PATH nor absent:WORD`;
  const found = sources.find(
    ({ path, text }) =>
      (folder ? [folder] : PRODUCT).some((one) => path.startsWith(`${one}/`)) && text.includes(word.toLowerCase()),
  );
  return found ? `says there is no "${word}", which stands in ${found.path}` : null;
}

const wordsOf = (cell: string): string[] => cell.split(' ').filter(Boolean);

function findProblems(lines: Line[]): string[] {
  const known = new Map(ASVS_REQUIREMENTS);
  const seen = new Set<string>();
  const problems = lines.flatMap((line) => {
    const said: string[] = [];
    if (known.get(line.id) === undefined) said.push('is no requirement of levels 1 and 2');
    else if (String(known.get(line.id)) !== line.level) said.push(`is of level ${known.get(line.id)}`);
    if (seen.has(line.id)) said.push('stands twice');
    seen.add(line.id);
    if (line.requirement === '') said.push('says nothing');
    if (!['pass', 'partial', 'n/a'].includes(line.answer)) said.push(`answers ${line.answer}`);
    if (line.answer === 'pass' && line.where === '') said.push('passes nowhere');
    if (line.answer === 'pass' && line.test === '') said.push('passes without a test');
    if (line.answer !== 'pass' && line.note.length < 8) said.push('gives no reason');
    const reasons = line.answer === 'n/a' ? wordsOf(line.where) : [];
    if (line.answer === 'n/a' && reasons.length === 0) said.push('does not say what must not exist for it');
    said.push(...reasons.map(findStaleReason).filter((problem) => problem !== null));
    for (const path of wordsOf(line.answer === 'n/a' ? line.test : `${line.where} ${line.test}`))
      if (!existsSync(join(root, path))) said.push(`names ${path}, which is not there`);
    for (const path of wordsOf(line.test))
      if (!/\.(test|e2e)\.tsx?$/.test(path)) said.push(`names ${path}, which is no test`);
    return said.map((what) => `${line.id} ${what}`);
  });
  for (const [id] of ASVS_REQUIREMENTS) if (!seen.has(id)) problems.push(`${id} is missing`);
  const partial = lines.filter((line) => line.answer === 'partial').length;
  if (partial > MOST_PARTIAL) problems.push(`${partial} are partial`);
  return problems;
}

const text = readFileSync(join(root, 'docs/security/asvs.tsv'), 'utf8');

describe('docs/security/asvs.tsv', () => {
  test('answers all 253 requirements truthfully as far as a machine can check', () => {
    expect(ASVS_REQUIREMENTS).toHaveLength(253);
    expect(ASVS_REQUIREMENTS.filter(([, level]) => level === 1)).toHaveLength(70);
    expect(findProblems(parse(text))).toEqual([]);
  });

  test.each([
    ['a missing line', (lines: Line[]) => lines.slice(1), /is missing/],
    ['a line that stands twice', (lines: Line[]) => [...lines, lines[0] as Line], /stands twice/],
    ['a failed requirement', (lines: Line[]) => change(lines, { answer: 'fail' }), /answers fail/],
    [
      'a file that is not there',
      (lines: Line[]) => change(lines, { where: 'server/src/nothing.ts' }),
      /nothing\.ts, which is not there/,
    ],
    ['a test that is none', (lines: Line[]) => change(lines, { test: 'README.md' }), /which is no test/],
    ['a pass without a place', (lines: Line[]) => change(lines, { answer: 'pass', where: '' }), /passes nowhere/],
    [
      'a pass that no test holds',
      (lines: Line[]) => change(lines, { answer: 'pass', test: '' }),
      /passes without a test/,
    ],
    ['an answer without its reason', (lines: Line[]) => change(lines, { answer: 'n/a', note: '' }), /gives no reason/],
    [
      'an "n/a" about something whose folder is there',
      (lines: Line[]) =>
        change(lines, { answer: 'n/a', note: 'No OpenID Connect', where: 'missing:adapters/src/identity' }),
      /says there is no adapters\/src\/identity, which is there/,
    ],
    [
      'an "n/a" about something that the source speaks of',
      (lines: Line[]) => change(lines, { answer: 'n/a', note: 'No SAML anywhere', where: 'absent:saml' }),
      /says there is no "saml", which stands in/,
    ],
    [
      'an "n/a" that names nothing',
      (lines: Line[]) => change(lines, { answer: 'n/a', note: 'No federation', where: '' }),
      /does not say what must not exist/,
    ],
    [
      'too many half answers',
      (lines: Line[]) => lines.map((line) => ({ ...line, answer: 'partial', note: 'for some reason' })),
      /253 are partial/,
    ],
  ])('the law finds %s', (_what, plant, expected) =>
    expect(findProblems(plant(parse(text))).join('\n')).toMatch(expected),
  );
});

const change = (lines: Line[], values: Partial<Line>): Line[] =>
  lines.map((line, n) => (n === 3 ? { ...line, ...values } : line));

describe('the pages of docs/security', () => {
  test('point only at what is there', () => {
    const pages = readdirSync(join(root, 'docs/security'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/security/${name}`);
    expect(pages.length).toBeGreaterThan(8);
    for (const page of [...pages, 'SECURITY.md']) {
      const body = readFileSync(join(root, page), 'utf8');
      const links = [...body.matchAll(/\]\(([^)#]+)/g)].map((match) => join(root, page, '..', match[1] as string));
      const named = [...body.matchAll(/`((?:server|adapters|domain|contract|web|tools|docs)\/[\w./-]+\.\w+)`/g)].map(
        (match) => join(root, match[1] as string),
      );
      const missing = [...links, ...named].filter((path) => !existsSync(path));
      expect(missing, page).toEqual([]);
    }
  });
});
