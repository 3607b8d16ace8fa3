import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { VENDOR_SETTINGS } from '../../adapters/src/vendor-settings.ts';
import { listPaths } from './source-files.ts';

// Pages of docs/security that say what the program does: each is compared with the code it speaks of.
const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] as string);

/** Rows of the first table below a heading, without its head: the cells of each. */
function rowsBelow(page: string, heading: string): string[][] {
  const lines = page.slice(page.indexOf(heading)).split('\n');
  const from = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, n) => n > from && !line.startsWith('|'));
  return lines.slice(from + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('uploads.md', () => {
  interface Upload {
    method: string;
    path: string;
    multipart?: { max_file_bytes: number };
  }
  const findUnsaid = (page: string, endpoints: readonly Upload[]): string[] =>
    endpoints.flatMap(({ method, path, multipart }) => {
      if (multipart === undefined) return [];
      const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${method} ${path}\``));
      const size = `${Math.floor(multipart.max_file_bytes / 1024 ** 2)} MB`;
      return row?.includes(size) ? [] : [`${method} ${path} takes ${size}`];
    });

  test('names every call that takes a file, with its size', () =>
    expect(findUnsaid(read('docs/security/uploads.md'), Object.values(api))).toEqual([]));

  test('the law finds a call that the page leaves out, and another size', () => {
    const call = { method: 'POST', path: '/a/', multipart: { max_file_bytes: 5 * 1024 ** 2 } };
    expect(findUnsaid('| `POST /b/` | 5 MB |', [call])).toEqual(['POST /a/ takes 5 MB']);
    expect(findUnsaid('| `POST /a/` | 10 MB |', [call])).toEqual(['POST /a/ takes 5 MB']);
    expect(findUnsaid('| `POST /a/` | 5 MB |', [call])).toEqual([]);
  });
});

describe('outbound.md', () => {
  const settings = [
    ...namesIn(read('server/src/kernel/config.ts'), /^ {2}([A-Z][A-Z0-9_]+):/gm),
    ...VENDOR_SETTINGS.map(({ name }): string => name),
  ].filter((name) => /_(?:URL|ISSUER|SERVERS)$/.test(name));
  /** Its own address, the second login at the same database, and the stand-in for websites in tests. */
  const NOT_OUTWARDS = ['APP_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_DIRECT_URL', 'SITES_PROXY_URL'];
  const findUnsaid = (page: string, names: readonly string[]): string[] => {
    const said = namesIn(page, /`([A-Z][A-Z0-9_*]+)`/g).map((name) => new RegExp(`^${name.replace('*', '\\w+')}$`));
    return names.filter((name) => !said.some((pattern) => pattern.test(name)));
  };
  const labels = listPaths(root, 'adapters/src/**/*.manifest.ts').flatMap((path) =>
    namesIn(read(path), /^ {2}label: '([^']+)'/gm).flatMap((label) => label.split(' / ')),
  );

  test('names every setting that says where the program connects to, and every vendor', () => {
    const page = read('docs/security/outbound.md');
    expect(settings.length).toBeGreaterThan(20);
    expect([...new Set(findUnsaid(page, settings))]).toEqual(NOT_OUTWARDS);
    expect(labels.length).toBeGreaterThan(10);
    const lower = page.toLowerCase();
    expect(labels.filter((label) => !lower.includes(label.toLowerCase()))).toEqual([]);
  });

  test('the law finds a setting the page leaves out', () =>
    expect(findUnsaid('`HUBSPOT_*_URL` `LLM_BASE_URL`', ['HUBSPOT_API_URL', 'MAGIC_API_URL'])).toEqual([
      'MAGIC_API_URL',
    ]));
});

describe('privacy.md', () => {
  const findProblems = (page: string, names: readonly string[]): string[] => {
    const known = new Set(Object.values(api).map(({ method, path }) => `${method} ${path}`));
    const calls = namesIn(page, /`((?:GET|POST|PATCH|PUT|DELETE) \/[^`]*)`/g);
    const processors = rowsBelow(page, '## Processors').map(([name = '']) => name.toLowerCase());
    return [
      ...calls.filter((call) => !known.has(call)).map((call) => `${call} is no call`),
      ...names.filter((name) => !processors.some((row) => row.includes(name.toLowerCase()))),
    ];
  };

  test('names calls that exist, and every vendor as a processor', () => {
    const labels = listPaths(root, 'adapters/src/**/*.manifest.ts').flatMap((path) =>
      namesIn(read(path), /^ {2}label: '([^']+)'/gm),
    );
    expect(labels.length).toBeGreaterThan(10);
    expect(findProblems(read('docs/security/privacy.md'), labels)).toEqual([]);
  });

  test('the law finds a call that is gone, and a vendor the page leaves out', () =>
    expect(findProblems('`POST /gone/`\n## Processors\n| a |\n|---|\n| HubSpot |\n', ['HubSpot', 'Acme CRM'])).toEqual([
      'POST /gone/ is no call',
      'Acme CRM',
    ]));
});

describe('sessions.md', () => {
  const page = read('docs/security/sessions.md');

  test('documents the way in by every kind of provider, and how long its session lasts', () => {
    const ways = rowsBelow(page, '## Ways in');
    const federated = listPaths(root, 'adapters/src/identity/*/*.manifest.ts').flatMap((path) =>
      namesIn(read(path), /label: '([^']+)'/g),
    );
    expect(federated).toEqual(['OpenID Connect', 'SAML 2.0']);
    for (const label of federated)
      expect(ways.filter(([, takes = '']) => takes.includes(label)).length).toBeGreaterThan(0);
    for (const way of ['Google', 'Single Sign-On']) expect(ways.map(([name]) => name)).toContain(way);
    expect(page).toContain('A session that began at a provider has the same ends as ours');
    expect(page).toContain('signing out here does not sign out there');
  });

  test('says the ends of a session as they are in the code', () => {
    const [, hours, days] = /'ADMIN' then interval '(\d+) hours' else interval '(\d+) days'/.exec(
      read('server/src/slices/sessions/sessions.store.ts'),
    ) as RegExpExecArray;
    const [, most] = /SESSION_LIFETIME_IN_DAYS = (\d+)/.exec(
      read('server/src/slices/sessions/sessions.service.ts'),
    ) as RegExpExecArray;
    expect(page).toContain(
      `after ${days} idle days, ${hours} idle hours for an ADMIN, and after ${most} days at the latest`,
    );
  });
});

describe('data.md', () => {
  const page = read('docs/security/data.md');
  const schema = read('server/schema.sql');

  /** `table` and `table.column` of the schema that must be classified, and whether a column is sealed, an access secret, or neither. */
  function findSensitive(text: string): { tables: string[]; sealed: string[]; access: string[] } {
    const tables = [...text.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)];
    const columns = tables.flatMap(([, table, body = '']) =>
      namesIn(body, /^ {2}(\w+) /gm).map((column) => `${table}.${column}`),
    );
    return {
      tables: tables.map(([, table = '']) => table),
      sealed: columns.filter((column) => /\.sealed(?:_|$)/.test(column)),
      access: columns.filter((column) => /\.(?:\w+_)?hash$/.test(column)),
    };
  }

  function findProblems(text: string, given: string): string[] {
    const classes = rowsBelow(text, '# Classes of data');
    const places = new Map(
      rowsBelow(text, '## Where each class is').map(([name = '', cell = '']) => [name, cell.split(' ')]),
    );
    const { tables, sealed, access } = findSensitive(given);
    const all = [...places.values()].flat();
    const bare = all.filter((name) => !name.includes('.'));
    return [
      ...classes
        .filter((cells) => cells.length !== 4 || cells.some((cell) => cell === ''))
        .map(([name]) => `${name} says nothing`),
      ...classes.filter(([name = '']) => !places.has(name.charAt(2))).map(([name]) => `${name} is nowhere`),
      ...tables.filter((table) => !bare.includes(table)).map((table) => `${table} has no class`),
      ...bare.filter((table) => !tables.includes(table)).map((table) => `${table} is no table`),
      ...all.filter((name, n) => all.indexOf(name) !== n).map((name) => `${name} has two classes`),
      ...sealed.filter((column) => !places.get('S')?.includes(column)).map((column) => `${column} is not in S`),
      ...access.filter((column) => !places.get('A')?.includes(column)).map((column) => `${column} is not in A`),
    ];
  }

  test('classifies every table and every sealed or hashed column, and says how each class is protected and kept', () =>
    expect(findProblems(page, schema)).toEqual([]));

  test('secrets are sealed, and personal and business rows are kept apart by organization', () => {
    const places = new Map(
      rowsBelow(page, '## Where each class is').map(([name, cell = '']) => [name, cell.split(' ')]),
    );
    expect(places.get('S')?.filter((column) => !/\.sealed(?:_\w+)?$/.test(column))).toEqual([]);
    const nobodys = namesIn(read('server/src/app/schema.test.ts'), /^ {2}'(\w+)',$/gm);
    expect(nobodys).toContain('rate_limits');
    const open = [...(places.get('P') ?? []), ...(places.get('B') ?? [])].filter((table) => nobodys.includes(table));
    expect(open).toEqual([]);
  });

  test.each([
    ['a new table', `${schema}\ncreate table planted (\n  id bigint\n);`, /planted has no class/],
    ['a new secret', `${schema}\ncreate table labels (\n  sealed_key bytea\n);`, /labels\.sealed_key is not in S/],
    ['a new hash', `${schema}\ncreate table labels (\n  pin_hash bytea\n);`, /labels\.pin_hash is not in A/],
    ['a table that is gone', schema.replace('create table labels (', 'create table tags ('), /labels is no table/],
  ])('the law finds %s', (_what, planted, expected) =>
    expect(findProblems(page, planted).join('\n')).toMatch(expected),
  );

  test('the law finds a class without its requirements', () =>
    expect(
      findProblems(page.replace(/^\| \*\*L log.*$/m, '| **L log** | security log | | 400 days |'), schema),
    ).toEqual(['**L log** says nothing']));
});
