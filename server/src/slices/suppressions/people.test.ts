import { api } from '@overture/contract';
import { phoneKey } from '@overture/domain/addresses/phone-key';
import type { AddedReason, SuppressionKind } from '@overture/domain/suppressions/suppressions';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import {
  insertSuppressions,
  isChannelSuppressed,
  isKeptOut,
  isSuppressed,
  reachOfLead,
  suppressedBecause,
} from '../suppression-rules/index.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;

const system = () => server.program.system;
const add = (person: Person, entry: string, reason?: AddedReason) =>
  person.call(api.addSuppression, { body: { entry, ...(reason && { reason }) } });
const listed = async (person: Person, query: { search?: string; kind?: SuppressionKind } = {}) =>
  (await person.call(api.listSuppressions, { query })).data.suppressions;

const ADA = { email: 'ada@one.example', phone: '+31 6 1234 5678', linkedin_url: 'nl.linkedin.com/in/Ada-King/' };

/** What the list keeps people from who are known by these. */
async function judge(person: Person, lead: { email?: string; phone?: string; linkedin?: string }) {
  const { email = null, phone = null, linkedin = null } = lead;
  return system().systemTransaction(async ({ db }) => {
    const rows = await sql`select ${suppressedBecause(reachOfLead)} as because, ${isKeptOut(reachOfLead)} as out,
        ${isChannelSuppressed('phone', reachOfLead)} as phone, ${isChannelSuppressed('linkedin', reachOfLead)} as linkedin
      from (select ${person.organization_id}::bigint as organization_id, ${email}::text as email, phone_key(${phone}) as phone_key,
        ${linkedin}::text as linkedin_key, '{}'::text[] as other_emails) p`.execute(db);
    return rows.rows[0];
  });
}
const NOTHING = { because: null, out: false, phone: false, linkedin: false };

describe('entries that are no address', () => {
  test('numbers and profiles are normalized, close only their channel, and are searchable', async () => {
    const person = await server.signUp();
    expect((await add(person, '0031 (0)6 12345678')).data).toEqual({
      kind: 'phone',
      entry: '+31612345678',
      is_new: true,
    });
    expect((await add(person, '+31 6-1234.5678 ext 4')).data.is_new).toBe(false);
    const profile = { kind: 'linkedin', entry: 'https://www.linkedin.com/in/ada-king', is_new: true };
    expect((await add(person, ADA.linkedin_url)).data).toEqual(profile);
    expect((await add(person, 'https://linkedin.com/company/acme')).status).toBe(400);
    expect((await add(person, '06 12345678')).error.code).toBe('suppression_invalid');
    const lead = { email: ADA.email, phone: ADA.phone, linkedin: 'in/ada-king' };
    expect(await judge(person, lead)).toEqual({ ...NOTHING, phone: true, linkedin: true });
    expect(await judge(await server.signUp(), lead)).toEqual(NOTHING);
    expect(await listed(person, { kind: 'phone' })).toMatchObject([
      { kind: 'phone', email: null, phone: '+31612345678' },
    ]);
    for (const search of ['+31 6 12', '1234', '+31612345678'])
      expect(await listed(person, { search }), search).toMatchObject([{ kind: 'phone' }]);
    for (const search of ['ADA-king', 'linkedin.com/in/Ada-King?x=1'])
      expect(await listed(person, { search }), search).toMatchObject([{ kind: 'linkedin' }]);
    const [row] = await listed(person, { kind: 'linkedin' });
    const lifted = await person.call(api.liftSuppression, {
      params: { id: row!.id },
      body: { reason: 'manual', why: 'A mistake' },
    });
    expect(lifted.data).toEqual({ email: null, entry: 'linkedin.com/in/ada-king' });
    expect((await person.call(api.listSuppressionLifts)).data.lifts).toMatchObject([{ kind: 'linkedin', email: null }]);
    expect(await judge(person, lead)).toEqual({ ...NOTHING, phone: true });
  });

  test('a person is blocked everywhere by any known key, and owns the entry of their address', async () => {
    const person = await server.signUp();
    await system().systemTransaction((tx) =>
      insertSuppressions(tx, [
        { organization_id: person.organization_id, email: ADA.email, reason: 'hard_bounce', detail: '550' },
      ]),
    );
    expect(await judge(person, { email: ADA.email })).toEqual({ ...NOTHING, because: 'hard_bounce' });
    expect((await person.call(api.suppressPerson, { body: { ...ADA, note: 'Asked on the phone' } })).data).toEqual({
      entry: 'ada@one.example, +31612345678, linkedin.com/in/ada-king',
      is_new: true,
    });
    expect((await person.call(api.suppressPerson, { body: ADA })).data.is_new).toBe(false);
    for (const lead of [{ email: 'ADA@one.example' }, { phone: '+31612345678' }, { linkedin: 'in/ada-king' }])
      expect(await judge(person, lead)).toMatchObject({ because: 'person', out: true });
    expect(await listed(person)).toMatchObject([{ kind: 'person', reason: 'manual', detail: 'Asked on the phone' }]);
    const bad = await person.call(api.suppressPerson, { body: { email: 'a@b.example', phone: '0612345678' } });
    expect([bad.status, Object.keys(bad.error.details ?? {})]).toEqual([400, ['phone']]);
    expect((await person.call(api.suppressPerson, { body: {} })).status).toBe(400);
    expect((await person.call(api.suppressPerson, { body: { ...ADA, reason: 'left' } })).error.code).toBe(
      'suppression_reason_invalid',
    );
  });

  test('who left a company may be met elsewhere; only an address is left behind', async () => {
    const person = await server.signUp();
    await add(person, ADA.email, 'left');
    expect(await judge(person, { email: ADA.email })).toEqual({ ...NOTHING, because: 'left' });
    for (const entry of [ADA.phone, ADA.linkedin_url, 'one.example'])
      expect((await add(person, entry, 'left')).error.code).toBe('suppression_reason_invalid');
  });

  test('numbers are read as the database reads those of leads', async () => {
    const numbers = [
      ADA.phone,
      '0031612345678',
      '+1 (555) 010-0199 x12',
      '+44 20 7946 0000 EXT. 3',
      '00 49/30.1234567#1',
      '0612345678',
      '+0612345678',
      '+31',
      '+1234567890123456',
      '＋31612345678',
      '++31612345678',
      'tel:+31612345678',
      '',
      '+31 6 1234 5678'.padEnd(80, '9'),
    ];
    const { rows } = await server.owner.query('select n, phone_key(n) as key from unnest($1::text[]) as g (n)', [
      numbers,
    ]);
    expect(rows).toEqual(numbers.map((n) => ({ n, key: phoneKey(n) })));
  });
});

describe('who was erased', () => {
  test('leaves nothing but digests, in no list and no file, and is known again when they come back', async () => {
    const person = await server.signUp();
    await person.call(api.suppressPerson, { body: { ...ADA, note: 'Ada King of Acme' } });
    await add(person, 'ada@home.example');
    const [home] = await listed(person, { search: 'home' });
    await person.call(api.liftSuppression, { params: { id: home!.id }, body: { reason: 'manual', why: 'Her own' } });
    await person.call(api.suppressPerson, {
      body: { email: 'ada@home.example', phone: ADA.phone, reason: 'erased', note: 'Ada King' },
    });
    const { rows } = await server.owner.query(
      `select json_agg(s)::text as kept from (select to_json(s) from suppressions s where organization_id = $1
        union all select to_json(l) from suppression_lifts l where organization_id = $1) s (s)`,
      [person.organization_id],
    );
    // A digest in hex may hold 'ada' by chance.
    expect(rows[0].kept.replaceAll(/[0-9a-f]{32,}/g, '')).not.toMatch(/ada|king|home\.example|612345678/i);
    for (const lead of [
      { email: 'Ada@Home.example' },
      { email: ADA.email },
      { phone: '0031612345678' },
      { linkedin: 'in/ada-king' },
    ])
      expect(await judge(person, lead)).toMatchObject({ because: 'erased', out: true });
    expect(await judge(person, { email: 'bob@one.example' })).toEqual(NOTHING);
    expect(
      (await listed(person)).map(({ email, phone, linkedin_url, detail }) => [email, phone, linkedin_url, detail]),
    ).toEqual(Array.from({ length: 4 }, () => [null, null, null, null]));
    // A search for the whole address finds it; a part of it finds nothing.
    expect(await listed(person, { search: ' ADA@one.example' })).toMatchObject([{ reason: 'erased', kind: 'address' }]);
    expect(await listed(person, { search: 'ada@one' })).toEqual([]);
    expect(String((await person.call(api.downloadSuppressions)).data)).not.toMatch(/king|one\.example|home/i);
  });

  test('is never lifted, and nothing that happens later writes them down again', async () => {
    const person = await server.signUp();
    expect((await add(person, ADA.email, 'erased')).data).toMatchObject({ kind: 'address', is_new: true });
    const [row] = await listed(person);
    const body = { reason: 'erased' as const, why: 'A mistake', persons_words: 'Please write to me again' };
    expect((await person.call(api.liftSuppression, { params: { id: row!.id }, body })).error.code).toBe(
      'suppression_erased',
    );
    const organization_id = person.organization_id;
    await system().systemTransaction((tx) =>
      insertSuppressions(tx, [
        { organization_id, email: 'ADA@one.example', reason: 'unsubscribe', detail: null },
        { organization_id, email: 'bob@one.example', reason: 'unsubscribe', detail: null },
      ]),
    );
    await add(person, ADA.email);
    await person.call(api.suppressPerson, { body: ADA });
    expect((await listed(person)).map(({ email }) => email)).toEqual(['bob@one.example', null]);
    expect(await system().systemTransaction((tx) => isSuppressed(tx, organization_id, ADA.email))).toBe(true);
    // Two organizations that erased the same person cannot be told from one another's rows.
    const other = await server.signUp();
    await add(other, ADA.email, 'erased');
    const { rows } = await server.owner.query(
      'select count(distinct erased_key)::int as n from suppressions where erased_key is not null and organization_id = any($1)',
      [[organization_id, other.organization_id]],
    );
    expect(rows[0].n).toBe(2);
  });
});

describe('a file', () => {
  const upload = (
    person: Person,
    content: string,
    reason: 'import' | 'hard_bounce' | 'unsubscribe',
    dry_run: 'true' | 'false',
  ) =>
    person.call(api.importSuppressions, { body: { column_name: 'Contact', reason, dry_run } }, [
      { field: 'file_content', filename: 'list.csv', content, content_type: 'text/csv' },
    ]);

  test('of a file with mixed identifiers: each row is detected, and invalid ones are reported', async () => {
    const person = await server.signUp();
    await add(person, ADA.phone);
    await add(person, 'gone@one.example', 'erased');
    const content = [
      'Contact',
      'Ada@One.example',
      'gone@one.example',
      'linkedin.com/in/Ada-King',
      'https://de.linkedin.com/in/ada-king/?x=1',
      'linkedin.com/in/аda-king',
      "'+31 6 1234 5678",
      '+49 30 1234567',
      '0612345678',
      'rival.example',
      'https://www.linkedin.com/company/acme',
      '"=HYPERLINK(""http://evil.example"",""+31612345679"")"',
      '<img src=x onerror=alert(1)>@one.example',
      `+${'1'.repeat(50_000)}`,
      `${'x'.repeat(50_000)}@one.example`,
    ].join('\n');
    const figures = {
      total_rows: 14,
      new_addresses: 1,
      new_domains: 1,
      new_phones: 1,
      new_profiles: 2,
      known_rows: 3,
      skipped_rows: 6,
    };
    const dry = await upload(person, content, 'import', 'true');
    expect(dry.data).toMatchObject({ is_dry_run: true, ...figures });
    expect(dry.data.skipped.map(({ row, why }) => [row, why])).toEqual([
      [9, 'A phone number needs its country code, like +31.'],
      [11, 'Not the address of a person on LinkedIn.'],
      [12, 'Neither an address, a number, a profile nor a domain.'],
      [13, 'Not a valid email address.'],
      [14, expect.any(String)],
      [15, expect.any(String)],
    ]);
    expect(dry.data.skipped.every(({ value }) => value.length <= 80)).toBe(true);
    expect((await upload(person, content, 'import', 'false')).data).toMatchObject({ is_dry_run: false, ...figures });
    expect((await upload(person, content, 'import', 'false')).data).toMatchObject({ known_rows: 8, skipped_rows: 6 });
    const exported = String((await person.call(api.downloadSuppressions)).data);
    expect(exported).toContain('"+49301234567"');
    const { data } = await upload(person, '\uFEFFContact\n+4930 1234567\nada@two.example\n', 'hard_bounce', 'true');
    expect(data).toMatchObject({
      new_addresses: 1,
      new_phones: 0,
      skipped: [{ row: 2, why: expect.stringMatching(/bounces/) }],
    });
  });
});

/** As the half a million that are allowed, long enough for the database to plan as it does there. */
const LONG_LIST = 20_000;

test('among many entries the stop check reads by indexes, for the engine and for an organization', async () => {
  const person = await server.signUp();
  const { organization_id } = person;
  await add(person, ADA.email, 'erased');
  await server.owner.query(
    `insert into suppressions (organization_id, kind, email, phone_key, linkedin_key, reason)
      select $1, 'person', n || '@list.example', (31600000000 + n)::text, 'in/person-' || n, 'import' from generate_series(1, $2::int) n`,
    [organization_id, LONG_LIST],
  );
  await server.owner.query(
    `insert into prospects (organization_id, email, phone_number, linkedin_key)
      select $1, n || '@lead.example', '+' || (31600000000 + n), 'in/lead-' || n from generate_series(1, 3000) n`,
    [organization_id],
  );
  await server.owner.query('analyze suppressions, prospects, erasure_keys');
  const asked = sql`explain (format json) select ${suppressedBecause(reachOfLead)}, ${isKeptOut(reachOfLead)},
    ${isChannelSuppressed('phone', reachOfLead)}, ${isChannelSuppressed('linkedin', reachOfLead)}
    from prospects p where p.organization_id = ${organization_id}`;
  const plans = [
    await system().systemTransaction(({ db }) => asked.execute(db)),
    await system()
      .forOrganization(organization_id)
      .transaction(({ db }) => asked.execute(db)),
  ].map(({ rows }) => JSON.stringify(rows));
  for (const plan of plans) {
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"suppressions"/);
    for (const index of ['by_address', 'by_phone', 'by_profile']) expect(plan).toContain(`suppressions_${index}`);
    for (const cond of [/email/, /phone_key/, /linkedin_key/])
      expect(plan.match(/"Index Cond":"[^"]*"/g)?.some((text) => cond.test(text))).toBe(true);
  }
});
