import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { unzip } from '../organization-archives/archive.factory.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { createList, csvHeader, csvRows, importCsv } from '../searches/lists.factory.ts';
import { PERSON_PARTS } from './person-file.store.ts';
import { renderPersonPage } from './person-page.rules.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

/** Tables that refer to leads and are not in the file. */
const LEFT_OUT = {
  'state of the program while it works': [
    'automation_runs',
    'campaign_lookups',
    'chat_accounts',
    'chat_presences',
    'chat_uploads',
  ],
  'the words of the messages, again': ['chat_words'],
  'without names and other data of the person': ['draft_examples'],
  'about records of the CRM, which are in the file': ['crm_lead_owners', 'crm_push_leads', 'kanban_rule_runs'],
  'described in words: where the data comes from, and why it is held': ['legal_bases', 'prospect_sources'],
  'about other people': ['messaging_people'],
  'messages to the team': ['test_mails'],
};

async function download(person: Person, id: number) {
  const answer = await server.program.app.inject({
    method: 'GET',
    url: `/api/v1/prospects/${id}/file/`,
    headers: { cookie: `overture_session=${person.token}` },
  });
  return answer;
}

test('holds everything about the person, and nothing about others', async () => {
  const person = await server.signUp();
  const ctx = server.program.system.forOrganization(person.organization_id);
  const [grace, alan] = await makeLeads(ctx, [
    { first_name: '=cmd()', last_name: '<script>alert(1)</script>', email: 'grace@file.example' },
    { first_name: 'Alan', email: 'alan@file.example' },
  ]);
  const { data: list } = await person.call(api.createSearch, { body: { name: 'Engineers' } });
  await server.owner.query(
    'insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, unnest($3::bigint[])',
    [person.organization_id, list.id, [grace!.id, alan!.id]],
  );
  await server.owner.query(
    `insert into security_events (organization_id, event, outcome, subject_kind, subject_id, user_id, occurred_at)
      values ($1, 'export_made', 'success', 'list', $2, $3, app_now() + interval '1 second')`,
    [person.organization_id, list.id, person.user_id],
  );
  const answer = await download(person, grace!.id);
  expect(answer.statusCode).toBe(200);
  const files = unzip(answer.rawPayload);
  const data = JSON.parse(String(files.get('data.json')));
  expect(data.prospects).toMatchObject([{ first_name: '=cmd()', email: 'grace@file.example' }]);
  expect(data.search_prospects).toMatchObject([{ search_id: list.id }]);
  expect(data.exports).toMatchObject([{ list: 'Engineers', by: 'Ada Jansen' }]);
  const page = String(files.get('your-data.html'));
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const text of [page, String(files.get('data.json'))]) expect(text).not.toContain('alan@file.example');
  expect(page).not.toContain('<script');
  const { rows } = await server.owner.query(
    `select event from security_events where organization_id = $1 and event = 'person_file_made'`,
    [person.organization_id],
  );
  expect(rows).toHaveLength(1);
  const rival = await server.signUp();
  expect((await download(rival, grace!.id)).statusCode).toBe(404);
});

test('says where the data comes from and why it is held, in words', async () => {
  const person = await server.signUp();
  const list = await createList(person);
  await importCsv(person, list, `${csvHeader}\n${csvRows(1)}`, { file_name: 'fair.csv' });
  const { rows } = await server.owner.query('select id::int from prospects where organization_id = $1', [
    person.organization_id,
  ]);
  const params = { id: rows[0].id as number };
  const consent = { basis: 'consent' as const, note: 'Form 7', given_on: '2026-11-02' };
  await person.call(api.setLeadBasis, { params, body: consent });
  await person.call(api.markNotified, { body: { prospect_ids: [params.id] } });
  const files = unzip((await download(person, params.id)).rawPayload);
  const data = JSON.parse(String(files.get('data.json')));
  const source = 'CSV file “fair.csv”, row 2';
  expect(data.sources).toEqual([{ source, obtained_at: expect.any(String), added_by: 'Ada Jansen' }]);
  const legal_basis = 'Consent (GDPR Art. 6(1)(a))';
  expect(data.legal_basis).toEqual([{ legal_basis, note: 'Form 7', given_on: '2026-11-02' }]);
  expect(data.privacy_notices).toMatchObject([{ given_by: 'person' }]);
  const page = String(files.get('your-data.html'));
  for (const words of [source, legal_basis, 'Form 7']) expect(page).toContain(words);
});

test('a person with 10,000 events is answered within five seconds', async () => {
  const person = await server.signUp();
  const ctx = server.program.system.forOrganization(person.organization_id);
  const [lead] = await makeLeads(ctx, [{ first_name: 'Grace', email: 'many@file.example' }]);
  await server.owner.query(
    `insert into chats (organization_id, prospect_id, last_message_at) values ($1, $2, app_now())`,
    [person.organization_id, lead!.id],
  );
  await server.owner.query(
    `insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
      select $1, $2, 'REPLY', true, 'Message ' || n, app_now() - make_interval(mins => n) from generate_series(1, 10000) n`,
    [person.organization_id, lead!.id],
  );
  const began = performance.now();
  const answer = await download(person, lead!.id);
  expect(performance.now() - began).toBeLessThan(5000);
  expect(JSON.parse(String(unzip(answer.rawPayload).get('data.json'))).chat_messages).toHaveLength(10_000);
});

test('every table that refers to leads is in the file, or says why not', async () => {
  const { rows } = await server.owner.query<{ name: string }>(`select distinct c.relname as name from pg_constraint f
    join pg_class c on c.oid = f.conrelid join unnest(f.conkey) k on true
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k and a.attname = 'prospect_id'
    where f.contype = 'f' and f.confrelid in ('prospects'::regclass, 'chats'::regclass) order by 1`);
  const known = [...Object.keys(PERSON_PARTS), ...Object.values(LEFT_OUT).flat()];
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test('the page escapes titles, names and values', () => {
  const page = renderPersonPage({
    organization: '<b>',
    made_at: '2026-11-29',
    parts: [{ title: '<i>', rows: [{ '<u>': { nested: '</dd>' } }] }],
  });
  for (const tag of ['<b>', '<i>', '<u>']) expect(page).not.toContain(tag);
});
