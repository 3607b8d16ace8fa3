import { startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { api } from '@overture/contract';
import type { AccountStatus, LinkedinTier } from '@overture/domain/accounts';
import type { LinkedinImportKind } from '@overture/domain/linkedin/linkedin-import';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { createList } from '../lists.factory.ts';
import { runUndo } from '../undo/undo-import.job.ts';
import { claimLinkedinImport, waitForTurn } from './linkedin-imports.store.ts';
import { runLinkedinImport, wakeLinkedinImports } from './run-linkedin-import.job.ts';
import { storePage } from './store-page.service.ts';

const world = await startLinkedinWorld();
afterAll(() => world.close());
const server = useTestServer({ linkedin: world.port, environment: { LINKEDIN_READ_GAP: '0-0' } });
const signal = new AbortController().signal;
const addresses: Record<LinkedinImportKind, string> = {
  'linkedin-post': 'https://www.linkedin.com/posts/ada_growth-activity-7300000001-aBcD?utm_source=share',
  'linkedin-group': 'https://www.linkedin.com/groups/4711/',
  'linkedin-search': 'https://www.linkedin.com/search/results/people/?keywords=marketing',
  'sales-navigator': 'https://www.linkedin.com/sales/search/people?query=(keywords:director)',
  recruiter: 'https://www.linkedin.com/talent/search?searchKeyword=sales',
};
type Person = Awaited<ReturnType<typeof server.signUp>>;

const sqlOf = (person: Person, query: ReturnType<typeof sql>) =>
  server.program.system.forOrganization(person.organization_id).transaction(({ db }) => query.execute(db));

/** A sender of the organization that reads through a seat of the sandbox. */
async function addSeat(
  person: Person,
  tier: LinkedinTier,
  status: AccountStatus = 'OK',
): Promise<{ id: number; seat: string }> {
  const seat = await world.connectSeat(tier);
  const rows = await sqlOf(
    person,
    sql`insert into accounts (organization_id, account_type, status, name, tier, provider_account_id)
      values (${person.organization_id}, 'LINKEDIN', ${status}, 'Ada', ${tier}, ${seat}) returning id`,
  );
  return { id: (rows.rows[0] as { id: number }).id, seat };
}

async function begin(person: Person, kind: LinkedinImportKind, amount: number, id?: number) {
  const list = id ?? (await createList(person));
  const body = { url: addresses[kind], amount };
  const answer = await person.call(api.importLinkedin, { params: { id: list, kind }, body });
  expect([answer.status, answer.error.code]).toEqual([202, undefined]);
  const { import_id } = answer.data;
  const payload = { import_id, organization_id: person.organization_id };
  return {
    list,
    import_id,
    run: () => runLinkedinImport(server.program.system, payload, signal),
    state: async () => (await person.call(api.getImport, { params: { id: import_id } })).data,
  };
}

const sumOf = (state: { added_prospects: number; duplicate_rows: number; skipped_rows: number; bad_rows: number }) =>
  state.added_prospects + state.duplicate_rows + state.skipped_rows + state.bad_rows;

describe('an import', () => {
  test.each<[LinkedinImportKind, LinkedinTier, number]>([
    ['linkedin-post', 'CLASSIC', 60],
    ['linkedin-group', 'SALES_NAVIGATOR', 80],
    ['linkedin-search', 'PREMIUM', 70],
    ['sales-navigator', 'SALES_NAVIGATOR', 60],
    ['recruiter', 'RECRUITER', 55],
  ])('%s brings people into the list, every one accounted for', async (kind, tier, amount) => {
    const person = await server.signUp();
    await addSeat(person, tier);
    const { run, state, list, import_id } = await begin(person, kind, amount);
    expect((await person.call(api.listImports)).data.imports).toMatchObject([
      { id: import_id, kind, amount, status: 'queued', source_url: expect.stringContaining('linkedin.com') },
    ]);
    await run();
    const done = await state();
    expect(done).toMatchObject({ status: 'finished', error: null });
    expect(sumOf(done)).toBe(done.total_rows);
    expect(done.added_prospects + done.duplicate_rows).toBe(amount);
    expect((await person.call(api.getSearch, { params: { id: list } })).data.search.total_prospects).toBe(
      done.added_prospects,
    );
    expect(done.prospects[0]).toMatchObject({
      first_name: expect.stringMatching(/\w/),
      linkedin_profile_url: expect.stringMatching(/linkedin\.com\/in\/[a-z]/),
      headline: expect.stringContaining(' at '),
    });
    const published = await sqlOf(person, sql`select type from live_messages order by id`);
    const types = published.rows.map((row) => (row as { type: string }).type);
    expect([types[0], types.at(-1)]).toEqual(['search_started', 'search_finished']);
    expect(types.filter((type) => type === 'prospect_list').length).toBeGreaterThan(1);
    await run(); // a job that ran twice
    expect(await state()).toEqual(done);
  });

  test('a source with fewer people than wanted ends with all of them; companies are skipped', async () => {
    const person = await server.signUp();
    await addSeat(person, 'CLASSIC');
    await world.control('/posts', { number: '7300000001', reactions: 40, comments: 9 });
    const { run, state } = await begin(person, 'linkedin-post', 500);
    await run();
    const done = await state();
    expect(done.total_rows).toBe(49);
    expect(done.skipped_rows).toBeGreaterThanOrEqual(3);
    // A person who reacted and commented is one lead.
    expect(done.duplicate_rows).toBeGreaterThan(0);
    expect(sumOf(done)).toBe(49);
  });

  test('people already known are completed, not doubled; those in the list are duplicates', async () => {
    const person = await server.signUp();
    await addSeat(person, 'SALES_NAVIGATOR');
    const first = await begin(person, 'sales-navigator', 30);
    await first.run();
    await sqlOf(person, sql`update prospects set job_title = 'Kept', location = null`);
    const again = await begin(person, 'sales-navigator', 30, first.list);
    await again.run();
    expect(await again.state()).toMatchObject({ added_prospects: 0, duplicate_rows: 30, total_rows: 30 });
    const elsewhere = await begin(person, 'sales-navigator', 30);
    await elsewhere.run();
    expect(await elsewhere.state()).toMatchObject({ added_prospects: 30, duplicate_rows: 0 });
    const people = await sqlOf(person, sql`select job_title, location from prospects`);
    expect(people.rows).toHaveLength(30);
    for (const row of people.rows)
      expect(row).toMatchObject({ job_title: 'Kept', location: expect.stringMatching(/\w/) });
    await person.call(api.undoImport, { params: { id: again.import_id } });
    await runUndo(
      server.program.system,
      { organization_id: person.organization_id, import_id: again.import_id },
      signal,
    );
    const undone = await sqlOf(person, sql`select distinct job_title, location from prospects`);
    expect(undone.rows).toEqual([{ job_title: 'Kept', location: null }]);
    expect(await first.state()).toMatchObject({ undo_state: null, updated_prospects: 0 });
    expect(await again.state()).toMatchObject({ undo_state: 'done', updated_prospects: 30, undone_prospects: 0 });
  });

  test('resumes at the last stored page after its worker died; the late worker changes nothing', async () => {
    const person = await server.signUp();
    await addSeat(person, 'RECRUITER');
    const { run, state, import_id } = await begin(person, 'recruiter', 100);
    const ctx = server.program.system.forOrganization(person.organization_id);
    const claim = async () => {
      const row = await ctx.transaction((tx) => claimLinkedinImport(tx, import_id));
      await ctx.transaction((tx) => waitForTurn(tx, row!.account_id!, import_id));
      const account = await sqlOf(person, sql`select provider_account_id as seat from accounts`);
      const source = { kind: 'recruiter', url: addresses.recruiter } as const;
      const { seat } = account.rows[0] as { seat: string };
      return { row: row!, page: await world.port.reading.readPage(seat, { source, cursor: row!.cursor, limit: 25 }) };
    };
    const one = await claim();
    await ctx.transaction((tx) => storePage(tx, one.row, one.page, 0));
    const dead = await claim(); // read, and killed before it was stored
    await run();
    expect((await state()).total_rows).toBe(25); // another transaction still holds it
    await sqlOf(person, sql`update imports set lease_until = app_now() - interval '1 second'`);
    await sqlOf(person, sql`update linkedin_paces set next_read_at = app_now()`);
    await wakeLinkedinImports.run(server.program.system, signal);
    const woken = await server.owner.query('select count(*)::int as n from graphile_worker.jobs where key = $1', [
      `import:${import_id}`,
    ]);
    expect(woken.rows[0].n).toBe(1);
    await run();
    await expect(ctx.transaction((tx) => storePage(tx, dead.row, dead.page, 0))).rejects.toThrow();
    const done = await state();
    expect(done).toMatchObject({ status: 'finished', added_prospects: 100, duplicate_rows: 0, total_rows: 100 });
    const people = await sqlOf(person, sql`select count(*) as n from search_prospects`);
    expect(people.rows).toEqual([{ n: 100 }]);
  });

  test('a person known by id gets the public name from a later list, and is still found by id', async () => {
    const person = await server.signUp();
    const { seat } = await addSeat(person, 'RECRUITER');
    const ctx = server.program.system.forOrganization(person.organization_id);
    const source = { kind: 'recruiter', url: addresses.recruiter } as const;
    const { people } = await world.port.reading.readPage(seat, { source, cursor: null, limit: 1 });
    const named = people[0]!;
    const nameless = {
      ...named,
      public_identifier: null,
      profile_url: `https://www.linkedin.com/in/${named.provider_id}`,
    };
    const counts = [];
    for (const given of [nameless, named, nameless]) {
      const { import_id, state } = await begin(person, 'recruiter', 1);
      const row = await ctx.transaction((tx) => claimLinkedinImport(tx, import_id));
      const page = { people: [given], skipped: 0, cursor: null, total: 1 };
      await ctx.transaction((tx) => storePage(tx, row!, page, 0));
      counts.push((await state()).added_prospects);
    }
    const known = await sqlOf(person, sql`select linkedin_key from prospects`);
    expect([counts, known.rows]).toEqual([[1, 1, 1], [{ linkedin_key: `in/${named.public_identifier}` }]]);
  });

  test('two imports of one seat take turns: never two pages in parallel, and a pause after each', async () => {
    const person = await server.signUp();
    const { seat } = await addSeat(person, 'SALES_NAVIGATOR');
    const [one, two] = [await begin(person, 'sales-navigator', 50), await begin(person, 'linkedin-group', 50)];
    const ctx = server.program.system.forOrganization(person.organization_id);
    const held = await ctx.transaction((tx) => claimLinkedinImport(tx, one.import_id));
    await ctx.transaction((tx) => waitForTurn(tx, held!.account_id!, one.import_id));
    await two.run();
    // It read nothing and lost no try; it looks again soon.
    const waiting = await sqlOf(
      person,
      sql`select total_rows, attempts, wake_at > app_now() as waits, wake_at <= app_now() + interval '2 seconds' as soon
        from imports where id = ${two.import_id}`,
    );
    expect(waiting.rows).toEqual([{ total_rows: 0, attempts: 0, waits: true, soon: true }]);
    // After a page the seat rests, and the other one is let in first.
    const source = { kind: 'sales-navigator', url: addresses['sales-navigator'] } as const;
    const page = await world.port.reading.readPage(seat, { source, cursor: null, limit: 25 });
    await ctx.transaction((tx) => storePage(tx, held!, page, 4.567));
    const rests = await sqlOf(
      person,
      sql`select i.wake_at - p.next_read_at > interval '2 seconds' as is_courteous, p.next_read_at > app_now() + interval '3 seconds' as rests
        from imports i join linkedin_paces p on p.account_id = i.account_id where i.id = ${one.import_id}`,
    );
    expect(rests.rows).toEqual([{ is_courteous: true, rests: true }]);
  });

  test('stops when asked; what was added stays', async () => {
    const person = await server.signUp();
    await addSeat(person, 'RECRUITER');
    const { run, state, import_id } = await begin(person, 'recruiter', 100);
    expect((await person.call(api.cancelImport, { params: { id: import_id } })).data.status).toBe('cancelled');
    await run();
    expect(await state()).toMatchObject({ status: 'cancelled', total_rows: 0 });
  });
});

describe('trouble', () => {
  test('a seat that lost its login ends the import with words, and shows as disconnected', async () => {
    const person = await server.signUp();
    const { seat } = await addSeat(person, 'CLASSIC');
    const { run, state } = await begin(person, 'linkedin-search', 50);
    await world.control('/account', { account_id: seat, status: 'CREDENTIALS' });
    await run();
    expect(await state()).toMatchObject({
      status: 'failed',
      error: 'The LinkedIn account Ada is disconnected. Reconnect it on the Senders page and import again.',
    });
    const accounts = (await person.call(api.listAccounts)).data.accounts;
    expect(accounts[0]?.status).toBe('CREDENTIALS');
  });

  test('"slow down" makes the import wait with a reason, and it continues automatically', async () => {
    const person = await server.signUp();
    await addSeat(person, 'CLASSIC');
    const { run, state } = await begin(person, 'linkedin-search', 30);
    await world.control('/faults', { path: '/linkedin/search', status: 429, retry_after_in_seconds: 600 });
    await run();
    const waiting = await state();
    expect(waiting).toMatchObject({ status: 'running', waiting_for: 'LinkedIn asked this account to slow down.' });
    expect(Date.parse(waiting.waits_until!)).toBeGreaterThan(Date.now() + 500_000);
    await run();
    expect((await state()).total_rows).toBe(0);
    await sqlOf(person, sql`update imports set wake_at = app_now()`);
    await sqlOf(person, sql`update linkedin_paces set next_read_at = app_now()`);
    await run();
    expect(await state()).toMatchObject({ status: 'finished', waiting_for: null, added_prospects: 30 });
  });

  test('imports waiting for a slowed seat show it too, also after the slowed import was stopped', async () => {
    const person = await server.signUp();
    await addSeat(person, 'CLASSIC');
    const [published, other] = [await begin(person, 'linkedin-search', 30), await begin(person, 'linkedin-post', 30)];
    await world.control('/faults', { path: '/linkedin/search', status: 429, retry_after_in_seconds: 600 });
    await published.run();
    await person.call(api.cancelImport, { params: { id: published.import_id } });
    await other.run();
    const waiting = await other.state();
    expect(waiting).toMatchObject({ status: 'running', waiting_for: 'This LinkedIn account is resting.' });
    expect(Date.parse(waiting.waits_until!)).toBeGreaterThan(Date.now() + 500_000);
    const live = await sqlOf(person, sql`select data from live_messages where type = 'import_progress' order by id`);
    expect(live.rows.at(-1)).toMatchObject({ data: { waiting_for: waiting.waiting_for } });
    await sqlOf(person, sql`update imports set wake_at = app_now()`);
    await sqlOf(person, sql`update linkedin_paces set next_read_at = app_now()`);
    await other.run();
    expect(await other.state()).toMatchObject({ status: 'finished', waiting_for: null });
  });

  test('a broken connection within a post loses and doubles no person', async () => {
    const person = await server.signUp();
    await addSeat(person, 'CLASSIC');
    await world.control('/posts', { number: '7300000001', reactions: 60, comments: 0 });
    const { run, state } = await begin(person, 'linkedin-post', 500);
    await world.control('/faults', { path: '/reactions', drop: 'after' });
    await run();
    expect(await state()).toMatchObject({ status: 'running', waiting_for: 'LinkedIn cannot be reached right now.' });
    await sqlOf(person, sql`update imports set wake_at = app_now()`);
    await run();
    expect(await state()).toMatchObject({ status: 'finished', total_rows: 60 });
  });

  test('a deleted post and a group without the seat have different errors', async () => {
    const person = await server.signUp();
    await addSeat(person, 'SALES_NAVIGATOR');
    const list = await createList(person);
    for (const [kind, url, words] of [
      [
        'linkedin-post',
        'https://www.linkedin.com/feed/update/urn:li:activity:7300000404/',
        'The LinkedIn post was not found',
      ],
      ['linkedin-group', 'https://www.linkedin.com/groups/9404/', 'No members were found.'],
    ] as const) {
      const answer = await person.call(api.importLinkedin, { params: { id: list, kind }, body: { url, amount: 10 } });
      const payload = { import_id: answer.data.import_id, organization_id: person.organization_id };
      await runLinkedinImport(server.program.system, payload, signal);
      const { data } = await person.call(api.getImport, { params: { id: answer.data.import_id } });
      expect(data.status).toBe('failed');
      expect(data.error).toContain(words);
      const published = await sqlOf(
        person,
        sql`select data from live_messages where type = 'import_progress' order by id`,
      );
      expect(published.rows.at(-1)).toMatchObject({ data: { status: 'failed', error: data.error } });
    }
  });

  test('the day of a seat has an end: the import waits for tomorrow', async () => {
    const person = await server.signUp();
    const { id } = await addSeat(person, 'CLASSIC');
    await sqlOf(
      person,
      sql`insert into linkedin_paces (account_id, organization_id, read_on, read_people)
        values (${id}, ${person.organization_id}, (app_now() at time zone 'UTC')::date, 1000)`,
    );
    const { run, state } = await begin(person, 'linkedin-search', 30);
    await run();
    expect(await state()).toMatchObject({
      status: 'running',
      total_rows: 0,
      waiting_for: 'This account has read as many people today as LinkedIn allows.',
      waits_until: expect.stringMatching(/T00:00:00\.000Z$/),
    });
    const live = await sqlOf(person, sql`select data from live_messages where type = 'import_progress'`);
    expect(live.rows).toMatchObject([{ data: { waiting_for: expect.stringContaining('today') } }]);
  });
});

describe('what is refused', () => {
  test.each<[string, LinkedinImportKind, object, string, string]>([
    ['no address', 'linkedin-post', {}, 'linkedin_url_invalid', 'Invalid URL'],
    ['a blank one', 'linkedin-post', { url: '  ' }, 'linkedin_url_invalid', 'Invalid URL'],
    ['another kind', 'linkedin-post', { url: addresses['linkedin-group'] }, 'linkedin_url_invalid', 'Invalid URL'],
    [
      'another site',
      'linkedin-search',
      { url: 'https://linkedin.com.evil.example/search/results/people/' },
      'linkedin_url_invalid',
      'Invalid URL',
    ],
    [
      'a private address',
      'linkedin-search',
      { url: 'http://169.254.169.254/search/results/people/' },
      'linkedin_url_invalid',
      'Invalid URL',
    ],
    [
      'credentials in it',
      'linkedin-search',
      { url: 'https://a:b@www.linkedin.com/search/results/people/' },
      'linkedin_url_invalid',
      'Invalid URL',
    ],
    [
      'a company search',
      'linkedin-search',
      { url: 'https://www.linkedin.com/search/results/companies/' },
      'linkedin_url_invalid',
      'Invalid URL',
    ],
    [
      'nobody',
      'linkedin-search',
      { url: addresses['linkedin-search'], amount: 0 },
      'validation_failed',
      'Please check the highlighted fields.',
    ],
    [
      '501 of a search',
      'linkedin-search',
      { url: addresses['linkedin-search'], amount: 501 },
      'validation_failed',
      'Please check the highlighted fields.',
    ],
    [
      '1001 of a group',
      'linkedin-group',
      { url: addresses['linkedin-group'], amount: 1001 },
      'validation_failed',
      'Please check the highlighted fields.',
    ],
    [
      'a group with a classic seat',
      'linkedin-group',
      { url: addresses['linkedin-group'] },
      'linkedin_tier_needed',
      'This import needs a Sales Navigator account.',
    ],
    [
      'Recruiter with a classic seat',
      'recruiter',
      { url: addresses.recruiter },
      'linkedin_tier_needed',
      'This import needs a LinkedIn Recruiter account.',
    ],
  ])('%s', async (_, kind, body, code, text) => {
    const person = await server.signUp();
    await addSeat(person, 'CLASSIC');
    const id = await createList(person);
    const answer = await person.call(api.importLinkedin, { params: { id, kind }, body });
    expect([answer.status, answer.error.code, answer.error.error]).toEqual([400, code, text]);
    expect((await person.call(api.listImports)).data.imports).toEqual([]);
  });

  test('no account, or one that is disconnected', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const body = { url: addresses['linkedin-search'], amount: 10 };
    const ask = () => person.call(api.importLinkedin, { params: { id, kind: 'linkedin-search' as const }, body });
    expect((await ask()).error.code).toBe('linkedin_account_needed');
    for (const status of ['CREDENTIALS', 'STOPPED', 'ERROR', 'CONNECTING'] as const)
      await addSeat(person, 'CLASSIC', status);
    expect((await ask()).error.code).toBe('linkedin_account_needed');
    await addSeat(person, 'CLASSIC', 'SYNC_SUCCESS');
    expect((await ask()).status).toBe(202);
  });

  test('an organization without the feature', async () => {
    const person = await server.signUp();
    await addSeat(person, 'CLASSIC');
    const id = await createList(person);
    await server.program.system.systemTransaction(({ db }) =>
      sql`update organizations set disabled_features = '{linkedin_lead_import_enabled}'
        where organization_id = ${person.organization_id}`.execute(db),
    );
    const body = { url: addresses['linkedin-search'], amount: 10 };
    const answer = await person.call(api.importLinkedin, { params: { id, kind: 'linkedin-search' }, body });
    expect([answer.status, answer.error.code]).toEqual([403, 'feature_disabled']);
  });

  test('list, account and import of another organization', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const { id: account_id } = await addSeat(person, 'CLASSIC');
    await addSeat(stranger, 'CLASSIC');
    const { import_id, list } = await begin(person, 'linkedin-search', 10);
    const body = { url: addresses['linkedin-search'], amount: 10 };
    const ask = (id: number, more: object) =>
      stranger.call(api.importLinkedin, { params: { id, kind: 'linkedin-search' }, body: { ...body, ...more } });
    expect((await ask(list, {})).status).toBe(404);
    expect((await ask(await createList(stranger), { account_id })).status).toBe(404);
    for (const endpoint of [api.getImport, api.cancelImport]) {
      expect((await stranger.call(endpoint, { params: { id: import_id } })).status).toBe(404);
    }
    const payload = { import_id, organization_id: stranger.organization_id };
    await runLinkedinImport(server.program.system, payload, signal);
    expect((await person.call(api.getImport, { params: { id: import_id } })).data.status).toBe('queued');
  });
});
