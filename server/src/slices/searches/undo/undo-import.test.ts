import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { fillContact, fillField } from '../../prospects/index.ts';
import { sweepImports } from '../import/run-import.job.ts';
import { createList, csvHeader, csvRows, importCsv } from '../lists.factory.ts';
import { runUndo } from './undo-import.job.ts';
import * as store from './undo-import.store.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
const signal = new AbortController().signal;

const line = (name: string, email: string, profile: string, title = '') =>
  `${name},Doe,${email},${profile && `https://www.linkedin.com/in/${profile}`},Acme,${title},,`;
const file = (...lines: string[]) => [csvHeader, ...lines].join('\n');

const leadsOf = async (person: TestClient, id: number) =>
  (
    await person.call(api.listSearchProspects, {
      params: { id },
      query: { page: 1, sort_field: 'first_name', sort_direction: 'asc' },
    })
  ).data.prospects;

async function undo(person: Person, import_id: number) {
  const begun = await person.call(api.undoImport, { params: { id: import_id } });
  await runUndo(server.program.system, { organization_id: person.organization_id, import_id }, signal);
  return { begun, ended: (await person.call(api.getImport, { params: { id: import_id } })).data };
}

const countLeads = async (person: Person) => {
  const { rows } = await server.owner.query('select count(*)::int as n from prospects where organization_id = $1', [
    person.organization_id,
  ]);
  return rows[0].n as number;
};

test('undoing restores every field, deletes new leads and leaves what is in use', async () => {
  const person = await server.signUp();
  const first = await createList(person);
  const extra = `${csvHeader},Second email`;
  await importCsv(person, first, file(line('Ada', 'ada@a.example', 'ada', 'CTO'), line('', 'bo@a.example', '')), {
    rows_without_linkedin: 'import',
  });
  const before = await leadsOf(person, first);
  const second = await createList(person, 'Second');
  const content = [
    extra,
    `${line('Ana', 'ada@a.example', 'ada', 'CEO')},ada2@a.example`,
    `${line('Bo', 'bo@a.example', 'bo', 'Buyer')},`,
    `${line('Cy', 'cy@a.example', 'cy')},`,
    `${line('Di', 'di@a.example', 'di')},`,
  ].join('\n');
  const answer = await importCsv(person, second, content, {
    known_values: 'overwrite',
    custom_columns: [{ header: 'Size', name: 'Seats', type: 'number' }],
  });
  expect(answer.data).toMatchObject({ added_prospects: 4, updated_prospects: 2 });
  const leads = await leadsOf(person, second);
  const di = leads.find(({ first_name }) => first_name === 'Di')!;
  const third = await createList(person, 'Third');
  await person.call(api.copySearchProspects, {
    params: { id: second },
    body: { prospect_ids: [di.id], target_id: third },
  });
  const { begun, ended } = await undo(person, answer.data.import_id);
  expect(begun.data).toMatchObject({ undo_state: 'running' });
  expect(ended).toMatchObject({ undo_state: 'done', undone_prospects: 4, kept_prospects: 1 });
  expect(await leadsOf(person, second)).toEqual([]);
  expect((await person.call(api.getSearch, { params: { id: second } })).data.search.total_prospects).toBe(0);
  expect(await leadsOf(person, first)).toEqual(before);
  expect(await countLeads(person)).toBe(3);
  expect((await person.call(api.listLeadColumns, {})).data.columns).toEqual([]);
  const again = await undo(person, answer.data.import_id);
  expect(again.begun.data).toMatchObject({ undo_state: 'done', undone_prospects: 4 });
});

test('a value that was changed since the import stays', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  await importCsv(person, id, file(line('Ada', 'ada@a.example', 'ada')));
  const other = await createList(person, 'Other');
  const { data } = await importCsv(person, other, file(line('Ada', '', 'ada', 'CTO')));
  const [lead] = await leadsOf(person, id);
  await person.call(api.updateProspect, { params: { id: lead!.id }, body: { job_title: 'CEO' } });
  await undo(person, data.import_id);
  expect((await leadsOf(person, id)).map(({ job_title }) => job_title)).toEqual(['CEO']);
});

test('a worker that dies in the middle loses nothing, and a late one changes nothing', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const { data } = await importCsv(person, id, file(csvRows(1200).trimEnd()));
  await person.call(api.undoImport, { params: { id: data.import_id } });
  const ctx = server.program.system.forOrganization(person.organization_id);
  const dead = await ctx.transaction((tx) => store.claimUndo(tx, data.import_id));
  await runUndo(server.program.system, { organization_id: person.organization_id, import_id: data.import_id }, signal);
  expect((await leadsOf(person, id)).length).toBeGreaterThan(0);
  await ctx.transaction(({ db }) =>
    sql`update imports set lease_until = app_now() - interval '1 minute' where id = ${data.import_id}`.execute(db),
  );
  await sweepImports.run(server.program.system, signal);
  const woken = await server.owner.query('select count(*)::int as n from graphile_worker.jobs where key = $1', [
    `undo:${data.import_id}`,
  ]);
  expect(woken.rows[0].n).toBe(1);
  await runUndo(server.program.system, { organization_id: person.organization_id, import_id: data.import_id }, signal);
  expect(await ctx.transaction((tx) => store.saveUndo(tx, dead!, { position: '' }))).toBeUndefined();
  expect((await person.call(api.getImport, { params: { id: data.import_id } })).data).toMatchObject({
    undo_state: 'done',
    undone_prospects: 1200,
  });
  expect(await countLeads(person)).toBe(0);
});

test('after seven days, of another organization and under way it is refused; what was kept goes', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  await importCsv(person, id, file(line('Ada', 'ada@a.example', 'ada')));
  const { data } = await importCsv(person, id, file(line('Ada', '', 'ada', 'CTO')));
  const stranger = await server.signUp();
  expect((await stranger.call(api.undoImport, { params: { id: data.import_id } })).status).toBe(404);
  await server.owner.query("update imports set finished_at = now() - interval '8 days' where id = $1", [
    data.import_id,
  ]);
  const late = await person.call(api.undoImport, { params: { id: data.import_id } });
  expect(late.error).toMatchObject({ code: 'conflict', error: expect.stringContaining('can no longer be undone') });
  await sweepImports.run(server.program.system, signal);
  const kept = await server.owner.query('select count(*)::int as n from import_changes where import_id = $1', [
    data.import_id,
  ]);
  expect(kept.rows[0].n).toBe(0);
});

const findLead = async (person: Person, email: string) => {
  const { rows } = await server.owner.query('select * from prospects where organization_id = $1 and email = $2', [
    person.organization_id,
    email,
  ]);
  return rows[0];
};

test('new leads with a note, a request, a promise or an answer stay', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const names = ['ada', 'bo', 'cy', 'di', 'ed'];
  const { data } = await importCsv(person, id, file(...names.map((name) => line(name, `${name}@a.example`, name))));
  const { organization_id: org, user_id } = person;
  const [note, request, notice, basis] = await Promise.all(
    names.map(async (name) => (await findLead(person, `${name}@a.example`)).id),
  );
  await server.owner.query(
    `insert into chat_notes (organization_id, prospect_id, user_id, content) values ($1, $2, $3, 'Met at a fair')`,
    [org, note, user_id],
  );
  await server.owner.query(
    `insert into privacy_requests (organization_id, prospect_id, kind, due_at) values ($1, $2, 'access', now())`,
    [org, request],
  );
  await server.owner.query(
    `insert into privacy_notices (organization_id, prospect_id, given_by) values ($1, $2, 'person')`,
    [org, notice],
  );
  await server.owner.query(
    `insert into legal_bases (organization_id, prospect_id, basis, note, given_on) values ($1, $2, 'consent', 'By phone', now())`,
    [org, basis],
  );
  const { ended } = await undo(person, data.import_id);
  expect(ended).toMatchObject({ undo_state: 'done', undone_prospects: 5, kept_prospects: 4 });
  expect(await countLeads(person)).toBe(4);
});

test('an address that was written to stays, another one goes', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  await importCsv(person, id, file(line('Ada', '', 'ada'), line('Bo', '', 'bo')));
  const { data } = await importCsv(
    person,
    await createList(person, 'Second'),
    file(line('Ada', 'ada@a.example', 'ada', 'CTO'), line('Bo', 'bo@a.example', 'bo')),
  );
  const ada = await findLead(person, 'ada@a.example');
  await server.owner.query(`begin; set local session_replication_role = replica;
    insert into outbound_intents (organization_id, kind, ref_id, account_id, prospect_id, to_email, state)
      values (${person.organization_id}, 'undo-test', ${ada.id}, 1, ${ada.id}, 'ada@a.example', 'confirmed'); commit`);
  await undo(person, data.import_id);
  expect((await leadsOf(person, id)).map(({ email, job_title }) => [email, job_title])).toEqual([
    ['ada@a.example', null],
    [null, null],
  ]);
});

test('of two imports undone in their order neither leaves a value', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  await importCsv(person, id, file(line('Ada', '', 'ada')));
  const first = await importCsv(person, id, file(line('Ada', '', 'ada', 'CTO')));
  const second = await importCsv(person, id, file(line('Ada', '', 'ada', 'CEO')), { known_values: 'overwrite' });
  await undo(person, first.data.import_id);
  expect((await leadsOf(person, id)).map(({ job_title }) => job_title)).toEqual(['CEO']);
  await undo(person, second.data.import_id);
  expect((await leadsOf(person, id)).map(({ job_title }) => job_title)).toEqual([null]);
});

test('of two imports of the same millisecond one is undone alone', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const first = await importCsv(person, id, file(line('Ada', 'ada@a.example', 'ada')));
  const second = await importCsv(person, id, file(line('Bo', 'bo@a.example', 'bo')));
  const instant = "date_trunc('milliseconds', now())";
  await server.owner.query(
    `with i as (update imports set created_at = ${instant} where search_id = $1)
    update search_prospects set created_at = ${instant} where search_id = $1`,
    [id],
  );
  const { data } = await person.call(api.getImport, { params: { id: second.data.import_id } });
  expect(data.prospects.map(({ first_name }) => first_name)).toEqual(['Bo']);
  const { ended } = await undo(person, first.data.import_id);
  expect(ended).toMatchObject({ undone_prospects: 1, kept_prospects: 0 });
  expect((await leadsOf(person, id)).map(({ first_name }) => first_name)).toEqual(['Bo']);
});

test('leads that a later import into the list changed stay in it, and are undone with that one', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const wrong = await importCsv(person, id, file(line('Ada', '', 'ada'), line('Bo', '', 'bo')));
  const right = await importCsv(person, id, file(line('Ada', 'ada@a.example', 'ada', 'CTO')));
  expect((await undo(person, wrong.data.import_id)).ended).toMatchObject({ undone_prospects: 1, kept_prospects: 0 });
  expect((await leadsOf(person, id)).map(({ first_name, job_title }) => [first_name, job_title])).toEqual([
    ['Ada', 'CTO'],
  ]);
  expect((await person.call(api.getSearch, { params: { id } })).data.search.total_prospects).toBe(1);
  expect((await undo(person, right.data.import_id)).ended).toMatchObject({ undone_prospects: 1 });
  expect(await leadsOf(person, id)).toEqual([]);
});

test('a membership without an import is found by its instant, and one of another act is not taken', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const names = ['ada', 'bo', 'cy'];
  const { data } = await importCsv(person, id, file(...names.map((name) => line(name, `${name}@a.example`, name))));
  const [ada, bo] = await Promise.all(names.map(async (name) => (await findLead(person, `${name}@a.example`)).id));
  await server.owner.query('update search_prospects set import_id = null where prospect_id = $1', [ada]);
  const other = await createList(person, 'Other');
  await person.call(api.copySearchProspects, { params: { id }, body: { prospect_ids: [bo], target_id: other } });
  const [own] = await leadsOf(person, other);
  await person.call(api.copySearchProspects, {
    params: { id },
    body: { prospect_ids: [bo], target_id: other, moves: true },
  });
  await person.call(api.copySearchProspects, {
    params: { id: other },
    body: { prospect_ids: [own!.id], target_id: id },
  });
  const { ended } = await undo(person, data.import_id);
  expect(ended).toMatchObject({ undone_prospects: 2 });
  expect((await leadsOf(person, id)).map(({ first_name }) => first_name)).toEqual(['bo']);
});

test('a new lead that a person edited since stays, and is counted', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const names = ['ada', 'bo', 'cy', 'di'];
  const { data } = await importCsv(person, id, file(...names.map((name) => line(name, `${name}@a.example`, name))));
  const [ada, bo, cy] = await Promise.all(names.map(async (name) => (await findLead(person, `${name}@a.example`)).id));
  await person.call(api.updateProspect, { params: { id: ada }, body: { job_title: 'CEO' } });
  const ctx = server.program.system.forOrganization(person.organization_id);
  await ctx.transaction((tx) => fillField(tx, 'industry', [{ prospect_id: bo, value: 'Paper' }]));
  // A look-up is no person.
  await ctx.transaction((tx) => fillContact(tx, cy, 'industry', 'Paper'));
  const { ended } = await undo(person, data.import_id);
  expect(ended).toMatchObject({ undo_state: 'done', undone_prospects: 4, kept_prospects: 2 });
  expect((await findLead(person, 'ada@a.example')).job_title).toBe('CEO');
  expect(await countLeads(person)).toBe(2);
});

test('an import that kept no values offers no undo', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const { data } = await importCsv(person, id, file(line('Ada', 'ada@a.example', 'ada')));
  expect((await person.call(api.getImport, { params: { id: data.import_id } })).data.undo_until).not.toBeNull();
  await server.owner.query('update imports set keeps_changes = default where id = $1', [data.import_id]);
  expect((await person.call(api.getImport, { params: { id: data.import_id } })).data).toMatchObject({
    undo_until: null,
    finished_at: expect.any(String),
  });
  const refused = await person.call(api.undoImport, { params: { id: data.import_id } });
  expect(refused.error).toMatchObject({ code: 'conflict', error: expect.stringContaining('kept none of the values') });
  expect(await countLeads(person)).toBe(1);
});
