import { api } from '@overture/contract';
import { domainAndParents, normalizeDomain } from '@overture/domain/addresses/domain-name';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../kernel/crypto.ts';
import { useTestServer } from '../../testing/harness.ts';
import { excludedLeads, isExcludedPerson } from './index.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

const listed = async (person: Person, query: { search?: string; page?: number } = {}) =>
  (await person.call(api.listExcludedDomains, { query })).data;

const upload = (person: Person, content: Buffer | string, column_name = 'Domain', filename = 'domains.csv') =>
  person.call(api.uploadExcludedDomains, { body: { column_name } }, [
    { field: 'file_content', filename, content, content_type: 'text/csv' },
  ]);

/** A changed role ends the sessions: put back what the change by hand has ended. */
async function changeRole(person: Person, role: 'RESTRICTED' | 'USER'): Promise<void> {
  await server.owner.query('update users set role = $2 where id = $1', [person.user_id, role]);
  await server.owner.query(
    `insert into sessions (token_hash, organization_id, user_id, expires_at)
      values ($1, $2, $3, now() + interval '1 day') on conflict do nothing`,
    [hashToken(person.token ?? ''), person.organization_id, person.user_id],
  );
}

describe('the list', () => {
  test('a domain is added once, in any notation, and removed', async () => {
    const person = await server.signUp();
    const first = await person.call(api.addExcludedDomain, { body: { domain: 'https://www.Example.com/about' } });
    expect(first.data.excluded_domain).toMatchObject({ domain: 'example.com' });
    const again = await person.call(api.addExcludedDomain, { body: { domain: '@EXAMPLE.com' } });
    expect(again.data).toEqual(first.data);
    await person.call(api.addExcludedDomain, { body: { domain: 'Köln.de' } });
    const { excluded_domains, total_domains } = await listed(person);
    expect([excluded_domains.map(({ domain }) => domain), total_domains]).toEqual([['köln.de', 'example.com'], 2]);
    expect((await listed(person, { search: 'KÖLN' })).total_domains).toBe(1);
    expect((await listed(person, { search: '%' })).total_domains).toBe(0);
    const { id } = first.data.excluded_domain;
    expect((await person.call(api.removeExcludedDomain, { params: { id } })).status).toBe(200);
    expect((await person.call(api.removeExcludedDomain, { params: { id } })).status).toBe(404);
  });

  test.each(['', 'nodot', '127.0.0.1', 'a b.com', '..', 'http://'])('%j is no domain', async (domain) => {
    const person = await server.signUp();
    const answer = await person.call(api.addExcludedDomain, { body: { domain } });
    expect([answer.status, answer.error.code]).toEqual([400, 'excluded_domain_invalid']);
  });

  test('the list of another organization is not accessible', async () => {
    const [owner, stranger] = [await server.signUp(), await server.signUp()];
    const { data } = await owner.call(api.addExcludedDomain, { body: { domain: 'canary.example' } });
    expect((await listed(stranger)).total_domains).toBe(0);
    const removal = await stranger.call(api.removeExcludedDomain, { params: { id: data.excluded_domain.id } });
    expect(removal.status).toBe(404);
    expect((await listed(owner)).total_domains).toBe(1);
  });

  test('only who answers for the organization takes domains off; everybody adds them', async () => {
    const person = await server.signUp();
    await changeRole(person, 'RESTRICTED');
    const { data } = await person.call(api.addExcludedDomain, { body: { domain: 'competitor.example' } });
    const { id } = data.excluded_domain;
    expect((await listed(person)).excluded_domains).toMatchObject([{ id, may_delete: false }]);
    const removals = [
      await person.call(api.removeExcludedDomain, { params: { id } }),
      await person.call(api.removeExcludedDomains, { body: { domain_ids: [id] } }),
    ];
    expect(removals.map(({ status, error }) => [status, error.code])).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ]);
    await changeRole(person, 'USER');
    expect((await listed(person)).excluded_domains).toMatchObject([{ id, may_delete: true }]);
    expect((await person.call(api.removeExcludedDomain, { params: { id } })).status).toBe(200);
  });

  test('pages of 25, newest first', async () => {
    const person = await server.signUp();
    const rows = Array.from({ length: 60 }, (_, index) => `d${index}.example`);
    await upload(person, `Domain\n${rows.join('\n')}`);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(person, { page })));
    expect(pages.map(({ excluded_domains }) => excluded_domains.length)).toEqual([25, 25, 10, 0]);
    expect(new Set(pages.flatMap(({ excluded_domains }) => excluded_domains.map(({ domain }) => domain))).size).toBe(
      60,
    );
  });
});

describe('a pasted list', () => {
  const addAll = async (person: Person, domains: string[]) =>
    person.call(api.addExcludedDomains, { body: { domains } });

  test('is checked, added once and taken back; every text is accounted for', async () => {
    const person = await server.signUp();
    await person.call(api.addExcludedDomain, { body: { domain: 'known.example' } });
    const domains = [
      'https://A.example/x',
      'Ada@Köln.de',
      'known.example',
      'a.example',
      'eve@known.example',
      'nonsense',
    ];
    const checked = await person.call(api.checkExcludedDomains, { body: { domains } });
    expect(checked.data.already_excluded).toEqual(['known.example', 'eve@known.example']);
    expect((await listed(person)).total_domains).toBe(1);
    const { data } = await addAll(person, domains);
    expect(data).toMatchObject({ duplicate_domains: 2, skipped_domains: 1 });
    expect(data.added_ids).toHaveLength(3);
    expect((await listed(person)).excluded_domains.map(({ domain }) => domain)).toContain('ada@köln.de');
    const removal = { body: { domain_ids: data.added_ids } };
    expect((await person.call(api.removeExcludedDomains, removal)).data.removed_domains).toHaveLength(3);
    expect((await person.call(api.removeExcludedDomains, removal)).data.removed_domains).toEqual([]);
    expect((await listed(person)).total_domains).toBe(1);
  });

  test('5,000 in one call and no more; invalid input of any kind is skipped', async () => {
    const person = await server.signUp();
    const many = Array.from({ length: 5001 }, (_, index) => `d${index}.example`);
    expect((await addAll(person, many)).status).toBe(400);
    expect((await addAll(person, many.slice(1))).data.added_ids).toHaveLength(5000);
    const nonsense = [
      '=1+1',
      "'; drop table excluded_domains; --",
      'a\u0007.example',
      '\u202e.example@',
      '@',
      '"x y"@a.example',
    ];
    expect((await addAll(person, nonsense)).data).toEqual({
      added_ids: [],
      duplicate_domains: 0,
      skipped_domains: nonsense.length,
    });
    expect((await addAll(person, ['x'.repeat(3000)])).status).toBe(400);
  });

  test('exclusions of another organization cannot be removed', async () => {
    const [owner, stranger] = [await server.signUp(), await server.signUp()];
    const { data } = await addAll(owner, ['canary.example', 'ada@canary.example']);
    const removal = await stranger.call(api.removeExcludedDomains, { body: { domain_ids: data.added_ids } });
    expect(removal.data.removed_domains).toEqual([]);
    const checked = await stranger.call(api.checkExcludedDomains, { body: { domains: ['canary.example'] } });
    expect(checked.data.already_excluded).toEqual([]);
    expect((await listed(owner)).total_domains).toBe(2);
  });
});

describe('a file', () => {
  test('every row is added, a duplicate or skipped', async () => {
    const person = await server.signUp();
    await person.call(api.addExcludedDomain, { body: { domain: 'known.com' } });
    const answer = await upload(
      person,
      'Company;Domain\r\nA;https://a.com/x\r\nB;A.COM\r\nC;\r\nD;not a domain\r\nE;known.com\r\nF;"b.co.uk"\r\n',
    );
    expect(answer.data).toEqual({
      success: true,
      added_domains: 2,
      duplicate_rows: 2,
      skipped_rows: 2,
      skipped: [
        { row: 4, value: '' },
        { row: 5, value: 'not a domain' },
      ],
      total_rows: 6,
    });
  });

  test('an address excludes its owner, not the mail provider', async () => {
    const person = await server.signUp();
    const answer = await upload(person, 'Email\nAda@gmail.example\nmailto:ada@gmail.example\n', 'Email');
    expect(answer.data).toMatchObject({ added_domains: 1, duplicate_rows: 1 });
    expect((await listed(person)).excluded_domains).toMatchObject([{ domain: 'ada@gmail.example' }]);
  });

  test('UTF-16, an open quote and formulas do no harm', async () => {
    const person = await server.signUp();
    const utf16 = await upload(person, Buffer.from('\uFEFFDomain\na.example\n=cmd|x.example\n', 'utf16le'));
    expect(utf16.data).toMatchObject({ added_domains: 1, skipped_rows: 1 });
    const quote = await upload(person, 'Domain\n"open.example\nb.example\n');
    expect(quote.status).toBe(200);
    expect((await listed(person)).excluded_domains.map(({ domain }) => domain)).toContain('b.example');
  });

  test.each([
    ['another type', 'domains.xlsx', 'Domain\na.com', 'Domain', 'csv_only'],
    ['no column', 'd.csv', 'Domain\na.com', '', 'csv_column_missing'],
    ['a column it does not have', 'd.csv', 'Domain\na.com', 'Site', 'csv_column_missing'],
    ['a zip renamed', 'd.csv', Buffer.from('PK\x03\x04\x00\x00\x00\x00'), 'Domain', 'csv_unreadable'],
  ])('%s is refused in words', async (_, filename, content, column, code) => {
    const person = await server.signUp();
    const answer = await upload(person, content, column, filename);
    expect([answer.status, answer.error.code]).toEqual([400, code]);
  });
});

describe('the decision in SQL is the decision in the program', () => {
  const values = [
    'example.com',
    'https://www.Example.COM:8080/path?x=1#y',
    'http://user:pass@shop.example.co.uk/',
    'ada.lovelace+tag@Mail.Example.com',
    'mailto:ada@example.com',
    '//cdn.example.org/x',
    'www.com',
    'example.com.',
    'a.b.c.d.e.f.g.example.com',
    'ftp://files.example.net\\share',
  ];

  test.each(values)('%s', async (value) => {
    const rows = await server.program.system.systemTransaction(({ db }) =>
      sql<{ host: string; names: (string | null)[] }>`select host_of(${value}) as host,
        domain_and_parents(host_of(${value})) as names`.execute(db),
    );
    const normalized = normalizeDomain(value);
    expect(rows.rows[0]?.host).toBe(normalized);
    const expected = domainAndParents(normalized ?? '').filter(
      (name) => name.split('.').length <= 8 || name === normalized,
    );
    expect(new Set(rows.rows[0]?.names.filter((name) => name !== null))).toEqual(new Set(expected));
  });

  test('texts that are no address have no host that could be excluded', async () => {
    for (const value of ['', '   ', 'Acme Inc', '@', 'http://', '.']) {
      const rows = await server.program.system.systemTransaction(({ db }) =>
        sql<{ host: string | null }>`select host_of(${value}) as host`.execute(db),
      );
      expect((rows.rows[0]?.host ?? '').includes('.'), value).toBe(false);
    }
  });
});

test('a lead is looked up among many excluded domains by index, and its names are computed once', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  await server.owner.query(
    `insert into excluded_domains (organization_id, domain, unicode_domain)
      select $1, 'd' || n || '.example', 'd' || n || '.example' from generate_series(1, 20000) n`,
    [org],
  );
  const isExcluded = isExcludedPerson({
    organization_id: sql`p.organization_id`,
    website: sql`p.company_website_url`,
    email: sql`p.email`,
  });
  const explain = async (options: string) => {
    const asked = sql<object>`explain (costs off ${sql.raw(options)}) select ${isExcluded} from prospects p`;
    const { rows } = await server.program.system.forOrganization(org).transaction(({ db }) => asked.execute(db));
    return rows.flatMap((row) => Object.values(row) as string[]);
  };
  const listConditions = async () => (await explain('')).filter((line) => /Cond|Filter/.test(line)).join('\n');
  // The plan of domains that were added just now filters all of them: each must cost a comparison, not the functions of the names.
  expect(await listConditions()).not.toContain('regexp_replace');
  await server.owner.query('analyze excluded_domains');
  expect(await listConditions()).toMatch(/Index Cond: .*domain = ANY/);
  // Eleven seconds for 300,000 leads were hosts read again for each parent domain and each column.
  const hostsRead = (await explain(', verbose')).join('\n').match(/host_of\(|lower\(\(?btrim/g);
  expect(hostsRead).toHaveLength(2);
});

test('short and long hosts are judged as by all their parent domains', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const values = [
    ...[
      'b.c',
      'https://www.b.c/x',
      'www.b.c',
      'a.b.c',
      'ada@a.b.c',
      'x.a.b.c:80',
      'y.x.a.b.c.',
      'a..b.c',
      'a.b..c',
      '.b.c',
      '..c',
    ],
    ...[
      'b.c.d',
      'c',
      'localhost',
      '@',
      '',
      'mailto:ada@B.C',
      'h.g.f.e.d.y.x.a.b.c',
      'ada@b.c/x@q.r',
      'ab.c',
      'a.bb.c',
      null,
    ],
  ];
  const inside = server.program.system.forOrganization(org);
  await inside.transaction(({ db }) =>
    sql`insert into excluded_domains (organization_id, domain, unicode_domain) values (${org}, '-', '-')`.execute(db),
  );
  const isExcluded = (website: RawBuilder<unknown>, email: RawBuilder<unknown>) =>
    isExcludedPerson({ organization_id: sql`${org}::bigint`, website, email });
  let found = 0;
  for (const domain of [
    'b.c',
    'a.b.c',
    'x.a.b.c',
    'y.x.a.b.c',
    '.b.c',
    '..c',
    '.c',
    'c',
    'localhost',
    'ada@a.b.c',
    'q.r',
  ]) {
    for (const column of ['domain', 'unicode_domain']) {
      const judged = await inside.transaction(async ({ db }) => {
        const [one, other] = column === 'domain' ? [domain, '-'] : ['-', domain];
        await sql`update excluded_domains set domain = ${one}, unicode_domain = ${other}`.execute(db);
        return sql<{
          value: string | null;
          wanted: boolean;
          is_host: boolean;
          by_website: boolean;
          by_email: boolean;
        }>`select v.value,
          coalesce(${domain} = any(domain_and_parents(host_of(regexp_replace(v.value, '^.*@', '')))), false) as is_host,
          coalesce(${domain} = any(domain_and_parents(host_of(v.value)) || v.value), false) as wanted,
          ${isExcluded(sql`v.value`, sql`v.value`)} as by_email, ${isExcluded(sql`v.value`, sql`null::text`)} as by_website
          from unnest(${values}::text[]) as v (value)`.execute(db);
      });
      for (const { value, wanted, is_host, by_email, by_website } of judged.rows) {
        expect(by_email, `${value} of ${domain}`).toBe(wanted || is_host);
        if (value !== domain) expect(by_website, `${value} at ${domain}`).toBe(wanted);
        if (wanted) found += 1;
      }
    }
  }
  expect(found).toBeGreaterThan(40);
});

test('the leads found from the domains are those that are judged to be excluded', async () => {
  const [person, eve] = [await server.signUp(), await server.signUp('Eve')];
  const hosts = [
    'b.example',
    'a.b.example',
    'x.y.a.b.example',
    'ab.example',
    'b.example.org',
    'köln.de',
    'xn--kln-sna.de',
    'example',
  ];
  const websites = hosts.flatMap((host) => [
    host,
    `https://www.${host}/about?x=1`,
    `HTTP://${host.toUpperCase()}:80`,
    `//${host}.`,
  ]);
  // A cell of an import can be longer than an index takes.
  const letters = Array.from({ length: 1900 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)));
  websites.push(`${letters.join('')}.b.example`);
  const emails = hosts.flatMap((host) => [`ada@${host}`, `sales/eu?a#b@${host}`]);
  const insert =
    'insert into prospects (organization_id, company_website_url, email) select $1, w, e from unnest($2::text[], $3::text[]) g (w, e)';
  const nothing = (amount: number) => Array.from({ length: amount }, () => null);
  for (const { organization_id } of [person, eve]) {
    await server.owner.query(insert, [organization_id, websites, nothing(websites.length)]);
    await server.owner.query(insert, [organization_id, nothing(emails.length), emails]);
  }
  const inside = server.program.system.forOrganization(person.organization_id);
  const judged = isExcludedPerson({
    organization_id: sql`p.organization_id`,
    website: sql`p.company_website_url`,
    email: sql`p.email`,
  });
  const list = async (query: RawBuilder<unknown>) => {
    const { rows } = await inside.transaction(({ db }) => sql<{ id: number }>`${query} order by id`.execute(db));
    return rows.map(({ id }) => id);
  };
  for (const [domain, found] of [
    ['b.example', 19],
    ['a.b.example', 12],
    ['köln.de', 12],
    ['ada@b.example', 1],
    ['other.example', 0],
  ] as const) {
    const { id } = (await person.call(api.addExcludedDomain, { body: { domain } })).data.excluded_domain;
    const ids = await list(sql`select distinct id from (${excludedLeads(person.organization_id)}) f`);
    expect(ids, domain).toEqual(await list(sql`select p.id from prospects p where ${judged}`));
    expect(ids, domain).toHaveLength(found);
    await person.call(api.removeExcludedDomain, { params: { id } });
  }
  await eve.call(api.addExcludedDomain, { body: { domain: 'b.example' } });
  expect(await list(excludedLeads(eve.organization_id))).toEqual([]);
});
