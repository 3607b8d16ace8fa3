import { api } from '@overture/contract';
import { escapeHtml } from '@overture/domain/message/html';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { createList, csvHeader, csvRows, importCsv } from '../searches/lists.factory.ts';
import { NOTICE_TEXTS as TEXTS } from './notice-page.rules.ts';
import { checkOverdue } from './overdue.service.ts';
import { makeInertPrivacyUrl, makePrivacyPath } from './privacy-link.service.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let visits = 0;

const system = () => server.program.system;
const pathOf = (id: number) => makePrivacyPath(system(), id);
beforeEach(async () => {
  person = await server.signUp();
});

async function makeLead(given: { email?: string; of?: Person } = {}): Promise<number> {
  const email = 'email' in given ? given.email : `lead${person.organization_id}@acme.example`;
  const ctx = system().forOrganization((given.of ?? person).organization_id);
  const lead = { first_name: 'Grace', last_name: 'Hopper', ...(email ? { email } : {}), company_name: '<Acme & Co>' };
  return (await makeLeads(ctx, [lead]))[0]!.id;
}

/** Each visit from its own network: limits count by network. */
function visit(method: 'GET' | 'HEAD' | 'POST', path: string, form?: Record<string, string>, from?: string) {
  visits += 1;
  return server.program.app.inject({
    method,
    url: path,
    remoteAddress: from ?? `10.${visits % 250}.${Math.floor(visits / 250)}.1`,
    ...(form
      ? {
          payload: new URLSearchParams(form).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }
      : {}),
  });
}

async function stateOf(organizationId: number) {
  const { rows } = await server.owner.query(
    `select (select json_agg(r order by id) from (select id, kind, state, note, is_verified from privacy_requests
        where organization_id = $1) r) as requests,
      (select count(*)::int from suppressions where organization_id = $1) as suppressions,
      (select count(*)::int from privacy_notices where organization_id = $1) as notices,
      (select count(*)::int from notice_mails where organization_id = $1) as mails`,
    [organizationId],
  );
  return rows[0];
}

const codeOf = (email: string): string =>
  /\d{8}/.exec(server.mails.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? '';

describe('the notice page', () => {
  test('says from the rows who holds what, from where and why, and shows no more than kinds of data', async () => {
    const list = await createList(person);
    await importCsv(person, list, `${csvHeader}\n${csvRows(1)}`, { file_name: 'bought from Bob.csv' });
    const { rows } = await server.owner.query('select id::int from prospects where organization_id = $1', [
      person.organization_id,
    ]);
    const body = { controller: 'Acme <b>Ltd</b>\nMain Street 1', kept_until: 'Two years.' };
    expect((await person.call(api.changePrivacySettings, { body })).data).toMatchObject(body);
    const shown = await visit('GET', pathOf(rows[0].id));
    expect(shown.statusCode).toBe(200);
    for (const words of [
      'Acme &lt;b&gt;Ltd',
      'Main Street 1',
      'CSV file, 20',
      'your email address (p•••@company0.example),',
      'Two years.',
    ])
      expect(shown.body).toContain(words);
    for (const words of ['First0', 'Last0', 'p0@company0', 'Bob', '<script', '<b>Ltd'])
      expect(shown.body).not.toContain(words);
    const { headers } = shown;
    expect([headers['x-robots-tag'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      'noindex',
      'no-store',
      'no-referrer',
    ]);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('GET and HEAD change nothing, with any query', async () => {
    const id = await makeLead();
    const before = await stateOf(person.organization_id);
    for (const method of ['GET', 'HEAD'] as const)
      for (const query of ['', '?action=object', '?action=erase&kind=erase'])
        expect((await visit(method, pathOf(id) + query)).statusCode).toBe(200);
    expect(await stateOf(person.organization_id)).toEqual(before);
    expect(codeOf(`lead${person.organization_id}@acme.example`)).toBe('');
  });

  test('a forged, foreign or erased token has one neutral page, for every method', async () => {
    const [mine, other] = [await makeLead(), await makeLead({ of: await server.signUp() })];
    const [, id, signature] = /^\/p\/(.+)\.(.+)$/.exec(pathOf(mine))!;
    const deleted = await makeLead({ email: 'gone@acme.example' });
    const erased = pathOf(deleted);
    await server.owner.query('delete from prospects where id = $1', [deleted]);
    const before = await stateOf(person.organization_id);
    const bad = [
      `/p/${other.toString(36)}.${signature}`,
      `/p/${id}.${signature!.toLowerCase()}x`,
      `/p/${id}.`,
      '/p/%00',
      erased,
    ];
    for (const path of bad)
      for (const form of [undefined, { action: 'object' }]) {
        const answer = await visit(form ? 'POST' : 'GET', path, form);
        expect([path, answer.statusCode]).toEqual([path, 404]);
        expect(answer.body).toContain(TEXTS.none);
        expect(answer.body).not.toContain('Hopper');
      }
    expect(await stateOf(person.organization_id)).toEqual(before);
  });

  test('the link of a test message names no lead and does nothing', async () => {
    const id = await makeLead();
    const path = new URL(makeInertPrivacyUrl(system(), id, null)).pathname;
    expect(path.length).toBe(pathOf(id).length);
    for (const method of ['GET', 'POST'] as const) {
      const answer = await visit(method, path, method === 'POST' ? { action: 'object' } : undefined);
      expect([answer.statusCode, answer.body.includes(TEXTS.test)]).toEqual([200, true]);
    }
    expect(await stateOf(person.organization_id)).toMatchObject({ requests: null, suppressions: 0 });
  });

  test('too many visits from one address are refused in words', async () => {
    const id = await makeLead();
    await Promise.all(Array.from({ length: 31 }, () => visit('POST', pathOf(id), { action: 'x' }, '192.0.2.7')));
    const answer = await visit('POST', pathOf(id), { action: 'object' }, '192.0.2.7');
    expect([answer.statusCode, answer.body.includes(TEXTS.busy)]).toEqual([429, true]);
    expect(await stateOf(person.organization_id)).toMatchObject({ suppressions: 0 });
  });
});

describe('what a lead asks for', () => {
  test('an objection suppresses the lead immediately, and one time', async () => {
    const id = await makeLead();
    for (let time = 0; time < 2; time += 1) {
      const answer = await visit('POST', pathOf(id), { action: 'object' });
      expect(answer.body).toContain('contacted again');
    }
    expect(await stateOf(person.organization_id)).toMatchObject({
      requests: [{ kind: 'object', state: 'done' }],
      suppressions: 1,
    });
  });

  test('a correction is a request of the team, in the words of the lead, bounded', async () => {
    const id = await makeLead();
    await visit('POST', pathOf(id), { action: 'correct', note: '  ' });
    await visit('POST', pathOf(id), { action: 'correct', note: 'x'.repeat(9000) });
    await visit('POST', pathOf(id), { action: 'correct', note: 'My name is <i>Grace</i> Murray' });
    expect((await visit('POST', pathOf(id), { action: 'correct', note: 'x'.repeat(20_000) })).statusCode).toBe(413);
    const { requests, total_requests } = (await person.call(api.listPrivacyRequests, { query: {} })).data;
    expect([total_requests, requests[0]]).toMatchObject([
      1,
      { kind: 'correct', note: 'x'.repeat(2000), name: 'Grace Hopper' },
    ]);
    const days = (Date.parse(requests[0]!.due_at) - Date.parse(requests[0]!.created_at)) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    expect((await stateOf(person.organization_id)).mails).toBe(1);
  });

  test.each(['access', 'erase'] as const)('%s waits for the code at the address of the lead', async (kind) => {
    const email = `${kind}${person.organization_id}@acme.example`;
    const id = await makeLead({ email });
    const asked = await visit('POST', pathOf(id), { action: kind });
    expect(asked.body).toContain('name="code"');
    const listed = () => person.call(api.listPrivacyRequests, { query: {} });
    expect((await listed()).data.total_requests).toBe(0);
    const code = codeOf(email);
    const wrong = code === '12345678' ? '87654321' : '12345678';
    const refused = await visit('POST', pathOf(id), { action: 'confirm', kind, code: wrong });
    expect(refused.body).toContain('wrong or has expired');
    expect((await stateOf(person.organization_id)).suppressions).toBe(0);
    const said = await visit('POST', pathOf(id), {
      action: 'confirm',
      kind,
      code: `${code.slice(0, 4)} ${code.slice(4)}`,
    });
    expect(said.body).toContain(escapeHtml(kind === 'erase' ? TEXTS.erasing : TEXTS.received));
    expect((await listed()).data.requests).toMatchObject([{ kind, state: 'open', is_verified: true, prospect_id: id }]);
    // A confirmed erasure stops messages immediately. A wrong code, and a request for access, stop none.
    expect((await stateOf(person.organization_id)).suppressions).toBe(kind === 'erase' ? 1 : 0);
    // Asked again it is the same request.
    await visit('POST', pathOf(id), { action: kind });
    expect((await listed()).data.total_requests).toBe(1);
  });

  test('a code ends after five tries, after its time, and with the next one; codes of a day are bounded', async () => {
    const email = `codes${person.organization_id}@acme.example`;
    const id = await makeLead({ email });
    const confirm = (code: string) => visit('POST', pathOf(id), { action: 'confirm', kind: 'erase', code });
    await visit('POST', pathOf(id), { action: 'erase' });
    const first = codeOf(email);
    for (let time = 0; time < 5; time += 1) await confirm('x');
    await confirm(first);
    await visit('POST', pathOf(id), { action: 'erase' });
    await confirm(first);
    await server.owner.query(
      `update privacy_requests set code_until = app_now() - interval '1 second' where prospect_id = $1`,
      [id],
    );
    await confirm(codeOf(email));
    expect((await stateOf(person.organization_id)).requests).toMatchObject([{ state: 'unconfirmed' }]);
    for (let time = 0; time < 3; time += 1) await visit('POST', pathOf(id), { action: 'erase' });
    expect((await visit('POST', pathOf(id), { action: 'erase' })).statusCode).toBe(429);
    expect(server.mails.filter(({ to }) => to === email)).toHaveLength(5);
  });

  test('a lead without an address makes a request that the team verifies', async () => {
    const id = await makeLead({ email: '' });
    await visit('POST', pathOf(id), { action: 'access' });
    const { requests } = (await person.call(api.listPrivacyRequests, { query: {} })).data;
    expect(requests).toMatchObject([{ kind: 'access', state: 'open', is_verified: false }]);
  });

  test('a request is closed once, by its organization only, and keeps no words of a deleted lead', async () => {
    const id = await makeLead();
    await visit('POST', pathOf(id), { action: 'correct', note: 'My name' });
    const params = { id: (await stateOf(person.organization_id)).requests[0].id };
    const body = { state: 'done' as const, note: 'Corrected by phone' };
    const other = await server.signUp();
    expect((await other.call(api.closePrivacyRequest, { params, body })).status).toBe(404);
    expect((await other.call(api.listPrivacyRequests, { query: {} })).data.total_requests).toBe(0);
    expect((await person.call(api.closePrivacyRequest, { params, body })).status).toBe(200);
    expect((await person.call(api.closePrivacyRequest, { params, body })).error.code).toBe('conflict');
    const closed = async () =>
      (await person.call(api.listPrivacyRequests, { query: { is_closed: true } })).data.requests;
    expect(await closed()).toMatchObject([{ state: 'done', note: 'My name', closing_note: 'Corrected by phone' }]);
    await server.owner.query('delete from prospects where id = $1', [id]);
    expect(await closed()).toMatchObject([{ prospect_id: null, name: '', email: null, note: '', closing_note: '' }]);
  });
});

test('a lead has its own legal basis, else that of its list, else that of the organization', async () => {
  const list = await createList(person, 'Fair');
  await importCsv(person, list, `${csvHeader}\n${csvRows(1)}`);
  const { rows } = await server.owner.query('select id::int from prospects where organization_id = $1', [
    person.organization_id,
  ]);
  const params = { id: rows[0].id as number };
  const basis = async () => (await person.call(api.getLeadPrivacy, { params })).data.basis;
  expect(await basis()).toMatchObject({
    basis: 'legitimate_interest',
    set_for: 'organization',
    note: expect.stringMatching(/object/),
  });
  await person.call(api.changePrivacySettings, { body: { legal_basis: 'contract', weighing: 'They are customers.' } });
  expect(await basis()).toMatchObject({ basis: 'contract', set_for: 'organization', note: 'They are customers.' });
  await person.call(api.setListBasis, {
    params: { id: list },
    body: { basis: 'legitimate_interest', note: 'Met at the fair' },
  });
  expect(await basis()).toMatchObject({ basis: 'legitimate_interest', set_for: 'list', list_name: 'Fair' });
  const ofList = await person.call(api.getListBasis, { params: { id: list } });
  expect(ofList.data.basis).toMatchObject({ basis: 'legitimate_interest', note: 'Met at the fair' });
  expect((await person.call(api.getPrivacySettings)).data).toMatchObject({ legal_basis: 'contract', controller: '' });
  const consent = { basis: 'consent' as const, note: 'Form 7', given_on: '2026-11-02' };
  for (const body of [
    { ...consent, note: ' ' },
    { ...consent, given_on: null },
  ])
    expect((await person.call(api.setLeadBasis, { params, body })).error.code).toBe('validation_failed');
  await person.call(api.setLeadBasis, { params, body: consent });
  expect(await basis()).toMatchObject({ ...consent, set_for: 'lead' });
  const page = await visit('GET', pathOf(params.id));
  expect([page.body.includes('given on 2026-11-02'), page.body.includes('Form 7')]).toEqual([true, false]);
  await person.call(api.setLeadBasis, { params, body: { basis: null } });
  expect((await basis()).set_for).toBe('list');
  const other = await server.signUp();
  expect((await other.call(api.getLeadPrivacy, { params })).status).toBe(404);
  expect((await other.call(api.setLeadBasis, { params, body: consent })).status).toBe(404);
  expect((await other.call(api.setListBasis, { params: { id: list }, body: consent })).status).toBe(404);
});

test('leads held for long without notice are listed until they are informed; managers learn of them once', async () => {
  // New organizations send notices; those from before the setting existed don't.
  expect((await person.call(api.getOrganizationSettings, {})).data.adds_privacy_link).toBe(true);
  const [old, young] = [await makeLead(), await makeLead({ email: 'young@acme.example' })];
  await server.owner.query(`update prospects set created_at = app_now() - interval '26 days' where id = $1`, [old]);
  const listed = async () => (await person.call(api.listUnnotifiedLeads, { query: {} })).data;
  expect(await listed()).toMatchObject({ total_leads: 1, leads: [{ id: old, name: 'Grace Hopper' }] });
  const mails = async () => (await stateOf(person.organization_id)).mails;
  const nextDay = () =>
    server.owner.query(`update privacy_profiles set overdue_checked_at = '-infinity' where organization_id = $1`, [
      person.organization_id,
    ]);
  await checkOverdue(system());
  await checkOverdue(system());
  await nextDay();
  await checkOverdue(system());
  expect(await mails()).toBe(1);
  const made = (await person.call(api.createUnnotifiedList, {})).data;
  const inList = await person.call(api.listSearchProspects, { params: { id: made.search_id }, query: {} });
  expect([made.added, inList.data.prospects.map(({ id }) => id)]).toEqual([1, [old]]);
  const other = await server.signUp();
  expect((await other.call(api.createUnnotifiedList, {})).error.code).toBe('conflict');
  const body = { prospect_ids: [old, young] };
  expect((await other.call(api.markNotified, { body })).data).toEqual({ marked: 0 });
  expect((await person.call(api.markNotified, { body })).data).toEqual({ marked: 2 });
  expect(await listed()).toMatchObject({ total_leads: 0, leads: [] });
  await nextDay();
  await checkOverdue(system());
  await server.owner.query('delete from privacy_notices where prospect_id = $1', [old]);
  await nextDay();
  await checkOverdue(system());
  expect(await mails()).toBe(2);
});

test('an organization that sends no notices is not informed of leads without one', async () => {
  await person.call(api.changeOrganizationSettings, { body: { adds_privacy_link: false } });
  const id = await makeLead();
  await system().systemTransaction(({ db }) =>
    sql`update prospects set created_at = app_now() - interval '26 days' where id = ${id}`.execute(db),
  );
  await checkOverdue(system());
  expect((await stateOf(person.organization_id)).mails).toBe(0);
});
