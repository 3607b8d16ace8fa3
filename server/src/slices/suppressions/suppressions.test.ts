import { api } from '@overture/contract';
import type { SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { describe, expect, inject, test } from 'vitest';
import { hashToken } from '../../kernel/crypto.ts';
import { useTestServer } from '../../testing/harness.ts';
import { watchLongestBlock } from '../../testing/longest-block.ts';
import { insertSuppressions } from '../suppression-rules/index.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

const listed = async (person: Person, query: { search?: string; reason?: SuppressionReason; page?: number } = {}) =>
  (await person.call(api.listSuppressions, { query })).data;

const add = (person: Person, entry: string, note?: string) =>
  person.call(api.addSuppression, { body: { entry, ...(note === undefined ? {} : { note }) } });

/** As the program itself does it: by the link, a bounce, a complaint. */
const book = (person: Person, rows: { email: string; reason: SuppressionReason; detail?: string }[]) =>
  server.program.system.systemTransaction((tx) =>
    insertSuppressions(
      tx,
      rows.map((row) => ({ detail: null, ...row, organization_id: person.organization_id })),
    ),
  );

const download = async (person: Person) =>
  String((await person.call(api.downloadSuppressions)).data)
    .trim()
    .split('\r\n');

interface Upload {
  content: Buffer | string;
  column_name?: string;
  reason?: 'import' | 'unsubscribe' | 'hard_bounce';
  dry_run?: 'true' | 'false';
  filename?: string;
}
const upload = (person: Person, given: Upload) => {
  const { content, filename = 'blocklist.csv', column_name = 'Email', reason = 'import', dry_run = 'false' } = given;
  return person.call(api.importSuppressions, { body: { column_name, reason, dry_run } }, [
    { field: 'file_content', filename, content, content_type: 'text/csv' },
  ]);
};

describe('the list', () => {
  test('says who, when and why; filters by reason and finds any part of an address', async () => {
    const person = await server.signUp();
    await book(person, [
      { email: 'bob@one.example', reason: 'hard_bounce', detail: '550 No such user' },
      { email: 'cleo@two.example', reason: 'unsubscribe', detail: 'Asked by reply.' },
    ]);
    expect((await add(person, ' mailto:Dan@Three.Example ', ' A competitor ')).data).toEqual({
      kind: 'address',
      entry: 'dan@three.example',
      is_new: true,
    });
    expect((await add(person, 'dan@three.example', 'again')).data.is_new).toBe(false);
    const { suppressions, total_suppressions } = await listed(person);
    expect(total_suppressions).toBe(3);
    expect(suppressions.map(({ email }) => email)).toEqual([
      'dan@three.example',
      'cleo@two.example',
      'bob@one.example',
    ]);
    expect(suppressions[0]).toMatchObject({
      reason: 'manual',
      detail: 'A competitor',
      created_by: { id: person.user_id, name: 'Ada Jansen' },
    });
    expect(suppressions[2]).toMatchObject({ detail: '550 No such user', created_by: null });
    expect((await listed(person, { reason: 'unsubscribe' })).suppressions).toMatchObject([
      { email: 'cleo@two.example' },
    ]);
    expect((await listed(person, { search: 'O.EXAMPLE' })).total_suppressions).toBe(1);
    expect((await listed(person, { search: '%' })).total_suppressions).toBe(0);
  });

  test('a domain goes to the excluded domains; what is neither is refused', async () => {
    const person = await server.signUp();
    expect((await add(person, 'https://www.Rival.example/x')).data).toEqual({
      kind: 'domain',
      entry: 'rival.example',
      is_new: true,
    });
    expect((await person.call(api.listExcludedDomains)).data.excluded_domains).toMatchObject([
      { domain: 'rival.example' },
    ]);
    // Zero bytes never come this far: they are taken out of every body.
    for (const entry of ['', 'nodot', 'a b@c.example', '@', "'; drop table suppressions; --", '=1+1'])
      expect((await add(person, entry)).status, entry).toBe(400);
    expect((await listed(person)).total_suppressions).toBe(0);
  });

  test('pages of 25 and nothing behind the last', async () => {
    const person = await server.signUp();
    await book(
      person,
      Array.from({ length: 60 }, (_, index) => ({ email: `p${index}@many.example`, reason: 'import' as const })),
    );
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(person, { page })));
    expect(pages.map(({ suppressions }) => suppressions.length)).toEqual([25, 25, 10, 0]);
    expect(new Set(pages.flatMap(({ suppressions }) => suppressions.map(({ email }) => email))).size).toBe(60);
  });

  test('suppressions of another organization cannot be seen, lifted or exported', async () => {
    const [owner, stranger] = [await server.signUp(), await server.signUp()];
    await add(owner, 'canary@one.example');
    const [row] = (await listed(owner)).suppressions;
    expect((await listed(stranger)).total_suppressions).toBe(0);
    expect((await lift(stranger, row!.id, 'manual')).status).toBe(404);
    expect(await download(stranger)).toHaveLength(1);
    expect((await listed(owner)).total_suppressions).toBe(1);
  });

  test('the file holds every row, and no cell that a spreadsheet would calculate', async () => {
    const person = await server.signUp();
    await add(person, 'eve@one.example', '=HYPERLINK("http://evil.example")');
    const lines = await download(person);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"eve@one.example","Added by hand","'=HYPERLINK(`);
  });
});

describe('the list of another tool', () => {
  test('a dry run says what the import then does; every row is accounted for', async () => {
    const person = await server.signUp();
    await add(person, 'known@one.example');
    await person.call(api.addExcludedDomain, { body: { domain: 'known.example' } });
    const content = [
      'Name;Email',
      'A;Ada@One.example',
      'B;ada@one.example',
      'C;known@one.example',
      'D;',
      'E;nonsense',
      'F;x@y',
      'G;rival.example',
      'H;eu.known.example',
      'I;"=cmd|calc"',
    ].join('\r\n');
    const counts = {
      total_rows: 9,
      new_addresses: 1,
      new_domains: 1,
      new_phones: 0,
      new_profiles: 0,
      known_rows: 3,
      skipped_rows: 4,
      skipped: [
        { row: 5, value: '', why: 'The cell is empty.' },
        { row: 6, value: 'nonsense', why: 'Neither an address, a number, a profile nor a domain.' },
        { row: 7, value: 'x@y', why: 'Not a valid email address.' },
        { row: 10, value: '=cmd|calc', why: 'Neither an address, a number, a profile nor a domain.' },
      ],
    };
    const dry = await upload(person, { content, dry_run: 'true' });
    expect(dry.data).toEqual({ is_dry_run: true, ...counts });
    expect((await listed(person)).total_suppressions).toBe(1);
    expect((await upload(person, { content })).data).toEqual({ is_dry_run: false, ...counts });
    const [row] = (await listed(person)).suppressions;
    expect(row).toMatchObject({ email: 'ada@one.example', reason: 'import', detail: 'From blocklist.csv' });
    const again = await upload(person, { content });
    expect(again.data).toMatchObject({ new_addresses: 0, new_domains: 0, known_rows: 5 });
  });

  test('people who unsubscribed elsewhere did so here too, and outrank what was known of them', async () => {
    const person = await server.signUp();
    await book(person, [{ email: 'bob@one.example', reason: 'hard_bounce' }]);
    const content = 'Email\nbob@one.example\nada@one.example\n';
    expect((await upload(person, { content, reason: 'unsubscribe' })).data).toMatchObject({ new_addresses: 1 });
    const { suppressions } = await listed(person, { reason: 'unsubscribe' });
    expect(suppressions.map(({ email }) => email).sort()).toEqual(['ada@one.example', 'bob@one.example']);
    await upload(person, { content, reason: 'import' });
    expect((await listed(person, { reason: 'unsubscribe' })).total_suppressions).toBe(2);
  });

  // So many are taken by `npm run prove`; a tenth of them goes the same way, and what is too many is refused in both.
  test('100,000 rows and not one more', async () => {
    const person = await server.signUp();
    const rows = Array.from({ length: 100_001 }, (_, index) => `p${index}@big.example`);
    const most = inject('is_proving') ? 100_000 : 10_100;
    const content = `Email\n${rows.slice(0, most).join('\n')}`;
    const endWatch = watchLongestBlock();
    expect((await upload(person, { content })).data).toMatchObject({ new_addresses: most });
    // A tenth says nothing of the time; other tests of this process would.
    expect(endWatch()).toBeLessThan(inject('is_proving') ? 250 : 10_000);
    expect((await listed(person, { page: 401 })).suppressions).toHaveLength(0);
    expect(await listed(person, { search: `p${most - 1}@` })).toMatchObject({ total_suppressions: 1 });
    const answer = await upload(person, { content: `Email\n${rows.join('\n')}` });
    expect([answer.status, answer.error.code]).toEqual([400, 'suppressions_too_many']);
  });

  test.each([
    ['another type', { filename: 'list.xlsx', content: 'Email\na@b.example' }, 'csv_only'],
    ['a column it does not have', { column_name: 'Mail', content: 'Email\na@b.example' }, 'csv_column_missing'],
    ['a zip renamed', { content: Buffer.from('PK\x03\x04\x00\x00\x00\x00') }, 'csv_unreadable'],
  ])('%s is refused in words', async (_, given, code) => {
    const person = await server.signUp();
    const answer = await upload(person, given);
    expect([answer.status, answer.error.code]).toEqual([400, code]);
  });
});

const lift = (person: Person, id: number, reason: SuppressionReason, words?: string, why = 'They asked for it') =>
  person.call(api.liftSuppression, {
    params: { id },
    body: { reason, why, ...(words === undefined ? {} : { persons_words: words }) },
  });

describe('lifting', () => {
  test('with a reason, which is kept with who, when and what it was', async () => {
    const person = await server.signUp();
    await add(person, 'ada@one.example');
    const [row] = (await listed(person)).suppressions;
    expect((await lift(person, row!.id, 'manual', undefined, '   ')).status).toBe(400);
    expect((await lift(person, row!.id, 'manual')).data).toEqual({
      email: 'ada@one.example',
      entry: 'ada@one.example',
    });
    expect((await lift(person, row!.id, 'manual')).status).toBe(404);
    expect((await listed(person)).total_suppressions).toBe(0);
    const { data } = await person.call(api.listSuppressionLifts, { query: { search: 'ADA@' } });
    expect(data).toMatchObject({
      total_lifts: 1,
      lifts: [
        {
          email: 'ada@one.example',
          reason: 'manual',
          why: 'They asked for it',
          persons_words: null,
          lifted_by: { id: person.user_id },
          suppressed_at: row!.created_at,
        },
      ],
    });
  });

  test.each(['unsubscribe', 'complaint'] as const)(
    'who said no (%s) comes back by their own words only',
    async (reason) => {
      const person = await server.signUp();
      await book(person, [{ email: 'bob@one.example', reason }]);
      const [row] = (await listed(person)).suppressions;
      for (const words of [undefined, '', '   ', 'yes please'.slice(0, 9)]) {
        const answer = await lift(person, row!.id, reason, words);
        expect([answer.status, answer.error.code]).toEqual([400, 'suppression_needs_words']);
      }
      expect((await lift(person, row!.id, reason, 'x'.repeat(2001))).status).toBe(400);
      expect((await lift(person, row!.id, reason, 'Do write to me again, Bob')).status).toBe(200);
      const { data } = await person.call(api.listSuppressionLifts);
      expect(data.lifts).toMatchObject([{ persons_words: 'Do write to me again, Bob' }]);
    },
  );

  test('an unsubscribe while a bounce is being lifted stays on the list', async () => {
    const person = await server.signUp();
    await book(person, [{ email: 'bob@one.example', reason: 'hard_bounce' }]);
    const [row] = (await listed(person)).suppressions;
    await book(person, [{ email: 'bob@one.example', reason: 'unsubscribe' }]);
    const answer = await lift(person, row!.id, 'hard_bounce');
    expect([answer.status, answer.error.code]).toEqual([409, 'suppression_changed']);
    expect((await listed(person)).suppressions).toMatchObject([{ reason: 'unsubscribe' }]);
  });

  test('is not for people of the role RESTRICTED', async () => {
    const person = await server.signUp();
    await add(person, 'ada@one.example');
    const [row] = (await listed(person)).suppressions;
    await server.owner.query("update users set role = 'RESTRICTED' where id = $1", [person.user_id]);
    // A changed role ends the sessions: put back what the change by hand has ended.
    await server.owner.query(
      `insert into sessions (token_hash, organization_id, user_id, expires_at)
        values ($1, $2, $3, now() + interval '1 day') on conflict do nothing`,
      [hashToken(person.token ?? ''), person.organization_id, person.user_id],
    );
    expect((await lift(person, row!.id, 'manual')).status).toBe(403);
    expect((await listed(person)).total_suppressions).toBe(1);
  });
});
