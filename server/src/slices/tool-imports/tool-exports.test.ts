import { api } from '@overture/contract';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { type TestServer, useTestServer } from '../../testing/harness.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { deleteSpentFiles } from './add-file.service.ts';
import { importLeads } from './import-leads.service.ts';
import { runToolImports } from './run-imports.service.ts';
import { findImport } from './tool-imports.store.ts';

const server = useTestServer();
afterEach(() => vi.restoreAllMocks());

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const signal = () => new AbortController().signal;
const run = () => runToolImports(server.program.system, signal());
const query = async <Row>(text: string, values: unknown[]) => (await server.owner.query(text, values)).rows as Row[];
const get = async (person: Person, id: number) => (await person.call(api.getToolImport, { params: { id } })).data;

const SMARTLEAD =
  'id,status,category,email,first_name,custom_fields,is_unsubscribed,last_email_sequence_sent,reply_count';
/** Rows of a Smartlead campaign: who is not contacted, at step 2, has replied, unsubscribed, and bounced. */
const LEADS = [
  '1,STARTED,,new@one.example,Nora,"{""icebreaker"":""Loved your talk""}",false,0,0',
  '2,INPROGRESS,,STEP@One.example,Sven,{},false,2,0',
  '3,COMPLETED,Interested,replied@one.example,Rita,{},false,3,1',
  '4,INPROGRESS,,gone@one.example,Uma,{},true,1,0',
  '5,BLOCKED,,bounced@one.example,"Bo,\n""B""",{},false,1,0',
  '6,STARTED,,not an address,Ada,{},false,0,0',
];
const FILE = [SMARTLEAD, ...LEADS].join('\n');

interface Given {
  file_name?: string;
  campaign_name?: string;
  assumed?: 'new' | 'contacted';
  preset?: 'other_tool' | 'smartlead_leads' | 'instantly_leads';
  import_id?: number;
}

function upload(person: Person, content: string | Buffer, given: Given = {}) {
  const body = { file_name: 'Founders EU.csv', ...given };
  const file = { field: 'file_content', filename: body.file_name, content, content_type: 'text/csv' };
  return person.call(api.addToolExport, { body }, [file]);
}

async function read(person: Person, content: string | Buffer, given: Given = {}): Promise<number> {
  const { data } = await upload(person, content, given);
  await run();
  return data.import.id;
}

async function start(person: Person, id: number): Promise<void> {
  await person.call(api.startToolImport, { params: { id }, body: { continued_campaigns: [] } });
  await run();
}

const contactsOf = (org: number) =>
  query<object>(
    `select p.email, c.tool, c.campaign_name, c.steps_done, c.outcome, c.last_contacted_at from past_contacts c
      join prospects p on p.id = c.prospect_id where c.organization_id = $1 order by p.email`,
    [org],
  );
const suppressedOf = async (org: number) =>
  (
    await query<{ email: string }>('select email from suppressions where organization_id = $1 order by email', [org])
  ).map(({ email }) => email);

test('an export is recognized, and shown before anything is imported', async () => {
  const person = await server.signUp();
  const { data, status } = await upload(person, FILE);
  expect([status, data.import]).toMatchObject([
    201,
    { state: 'reading', tool: 'smartlead_leads', tool_label: 'Smartlead', file_name: 'Founders EU.csv' },
  ]);
  await run();
  const { import: found, ...shown } = await get(person, data.import.id);
  expect(found).toMatchObject({ state: 'review', note: null });
  expect(found.summary).toEqual({
    ...{ suppressions: 0, senders: 0, lists: 1, campaigns: 0, leads: 5, people: 5, known_people: 0 },
    ...{ contacted: 4, bounced: 1, unsubscribed: 1, left_out: 3, columns: 1 },
  });
  expect(shown.samples.map(({ email, state, campaign, steps_done }) => [email, state, campaign, steps_done])).toEqual([
    ['new@one.example', 'new', 'Founders EU', null],
    ['step@one.example', 'contacted', 'Founders EU', 2],
    ['replied@one.example', 'replied', 'Founders EU', 3],
    ['gone@one.example', 'unsubscribed', 'Founders EU', 1],
    ['bounced@one.example', 'bounced', 'Founders EU', 1],
  ]);
  expect(shown.left_out).toEqual([
    { name: 'not an address', reason: 'Neither a usable email address nor a LinkedIn profile.' },
    { name: 'Messages and steps of Founders EU.csv', reason: expect.stringMatching(/leads only/) },
    { name: 'Columns of Founders EU.csv: id', reason: expect.stringMatching(/Smartlead/) },
  ]);
  expect(await query('select 1 from prospects where organization_id = $1', [person.organization_id])).toEqual([]);
});

test('moved in: a list, past contacts and suppressions; undone as a whole, and the file is deleted', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const id = await read(person, FILE);
  await start(person, id);
  expect((await get(person, id)).import).toMatchObject({ state: 'finished', can_undo: true });
  const contact = { tool: 'Smartlead', campaign_name: 'Founders EU', last_contacted_at: null };
  expect(await contactsOf(org)).toEqual([
    { ...contact, email: 'bounced@one.example', steps_done: 1, outcome: 'bounced' },
    { ...contact, email: 'gone@one.example', steps_done: 1, outcome: 'unsubscribed' },
    { ...contact, email: 'replied@one.example', steps_done: 3, outcome: 'replied' },
    { ...contact, email: 'step@one.example', steps_done: 2, outcome: 'contacted' },
  ]);
  const [replied] = await query<{ id: number }>(
    "select id from prospects where organization_id = $1 and email = 'replied@one.example'",
    [org],
  );
  const shown = await person.call(api.listPastContacts, { params: { id: replied!.id } });
  expect(shown.data.contacts).toMatchObject([
    { ...contact, steps_done: 3, steps_total: null, outcome: 'replied', campaign_id: null },
  ]);
  const stranger = await server.signUp();
  expect((await stranger.call(api.listPastContacts, { params: { id: replied!.id } })).status).toBe(404);
  expect(await suppressedOf(org)).toEqual(['bounced@one.example', 'gone@one.example']);
  expect(await query('select name, total_prospects from searches where organization_id = $1', [org])).toEqual([
    { name: 'Founders EU', total_prospects: 5 },
  ]);
  const custom =
    "select custom ->> 'icebreaker' as icebreaker from prospects where email = 'new@one.example' and organization_id = $1";
  expect(await query(custom, [org])).toEqual([{ icebreaker: 'Loved your talk' }]);
  const [stored] = await query<{ key: string }>("select files -> 0 ->> 'key' as key from tool_imports where id = $1", [
    id,
  ]);
  await deleteSpentFiles(server.program.system, signal());
  expect(await server.program.system.ports.files.openFile(stored!.key)).toBeNull();
  await person.call(api.undoToolImport, { params: { id } });
  await run();
  expect((await get(person, id)).import.state).toBe('undone');
  expect(await contactsOf(org)).toEqual([]);
  expect(await suppressedOf(org)).toEqual([]);
  expect(await query('select 1 from prospects where organization_id = $1', [org])).toEqual([]);
});

test('a lead in two files keeps the stronger outcome, in any order of the files', async () => {
  const person = await server.signUp();
  const line = (status: string, step: number, name: string) =>
    [SMARTLEAD, `1,${status},,Ada@One.example,${name},{},${status === 'COMPLETED'},${step},0`].join('\n');
  const given = { campaign_name: 'Founders' };
  const id = await read(person, line('COMPLETED', 3, ''), given);
  expect((await get(person, id)).import.state).toBe('review');
  const second = await upload(person, line('STARTED', 0, 'Ada'), {
    campaign_name: 'FOUNDERS',
    import_id: id,
    file_name: 'b.csv',
  });
  expect(second.data.import).toMatchObject({ state: 'reading', file_name: 'Founders EU.csv, b.csv', summary: null });
  const third = await upload(person, line('INPROGRESS', 1, 'Ada'), { campaign_name: 'Others', import_id: id });
  expect(third.status).toBe(201);
  await run();
  const { import: found, samples } = await get(person, id);
  expect(found.note).toBe('1 row repeats a lead of the same campaign: it was merged.');
  expect(samples.map(({ name, campaign, state, steps_done }) => [name, campaign, state, steps_done])).toEqual([
    ['Ada', 'Founders', 'unsubscribed', 3],
    ['Ada', 'Others', 'contacted', 1],
  ]);
  await start(person, id);
  expect(await suppressedOf(person.organization_id)).toEqual(['ada@one.example']);
  expect(await contactsOf(person.organization_id)).toHaveLength(2);
});

test('a file of another tool is not added, nor is one to an import that was started', async () => {
  const person = await server.signUp();
  const id = await read(person, FILE);
  const other = await upload(person, 'Email,Lead Status\na@one.example,Not yet contacted', { import_id: id });
  expect(other.error).toMatchObject({ code: 'conflict', error: expect.stringMatching(/same tool/) });
  expect((await upload(person, FILE)).error).toMatchObject({ code: 'conflict' });
  await start(person, id);
  expect((await upload(person, FILE, { import_id: id })).error).toMatchObject({ code: 'conflict' });
  const stranger = await server.signUp();
  expect((await upload(stranger, FILE, { import_id: id })).status).toBe(404);
});

test('a lead with a trace of a contact is not greeted by a campaign, even without a readable time', async () => {
  const person = await server.signUp();
  const woodpecker = 'Email,First name,Snippet 1,Status,Last contacted\nstep@one.example,Sven,,ACTIVE,3/9/2026';
  const id = await read(person, woodpecker);
  expect((await get(person, id)).import.note).toMatch(/In 1 row the time .* can't be read/);
  await start(person, id);
  const [list] = await query<{ id: number }>('select id from searches where organization_id = $1', [
    person.organization_id,
  ]);
  const leads = await query<{ id: number }>('select id from prospects where organization_id = $1', [
    person.organization_id,
  ]);
  const target = (await person.call(api.createCampaign, { body: { name: 'Spring' } })).data.campaign.id;
  const counted = await person.call(api.checkDuplicates, {
    params: { id: list!.id },
    body: { target_campaign_id: target, prospect_ids: leads.map((lead) => lead.id) },
  });
  expect(counted.data).toMatchObject({
    ...{ will_be_added: 0, contacted_count: 1 },
    past_contacts: [{ tool: 'Woodpecker', leads: 1, last_contacted_at: null }],
  });
});

test('a file that says nothing about contacts counts as the user says', async () => {
  const heyreach = 'Profile URL,First Name,Headline,Enriched Email,Tags\nhttps://www.linkedin.com/in/ada,Ada,CEO,,';
  const [first, second] = [await server.signUp(), await server.signUp()];
  const contacted = await get(first, await read(first, heyreach));
  expect(contacted.import.summary).toMatchObject({ leads: 1, contacted: 1 });
  const fresh = await get(second, await read(second, heyreach, { assumed: 'new' }));
  expect(fresh.import.summary).toMatchObject({ leads: 1, contacted: 0 });
});

test.each([
  ['UTF-8 with a mark', `\uFEFF${FILE}`],
  ['UTF-16', Buffer.from(`\uFEFF${FILE}`, 'utf16le')],
  ['semicolons', FILE.replaceAll(/,(?!\n)/g, ';')],
  ['formulas and blank rows', `${FILE.replace('Nora', "'=HYPERLINK(1)")}\n,,,,,,,,\n\n`],
])('a file in %s is read alike', async (_, content) => {
  const person = await server.signUp();
  const { import: found } = await get(person, await read(person, content));
  expect(found).toMatchObject({ state: 'review', summary: { leads: 5, unsubscribed: 1, bounced: 1, contacted: 4 } });
});

test.each<[string, string | Buffer, Given, object]>([
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4]), {}, { code: 'csv_unreadable' }],
  ['nothing', '', {}, { code: 'csv_unreadable' }],
  ['a PDF by its name', FILE, { file_name: 'a.pdf' }, { code: 'csv_only' }],
  [
    'a file of no tool',
    'Email,Name\na@one.example,Ada',
    {},
    { details: { preset: expect.stringMatching(/recognize/) } },
  ],
  ['no addresses', 'Name,Lead Status\nAda,Not yet contacted', { preset: 'other_tool' }, { code: 'csv_unreadable' }],
  ['a thousand columns', `Email${',a'.repeat(1000)}`, { preset: 'other_tool' }, { code: 'csv_unreadable' }],
])('%s is refused with a word, and nothing is kept', async (_, content, given, error) => {
  const person = await server.signUp();
  expect((await upload(person, content, given)).error).toMatchObject(error);
  expect((await person.call(api.listToolImports)).data.imports).toEqual([]);
});

test('rows, lists and statuses without end stay within their bounds', async () => {
  vi.spyOn(TOOL_IMPORT_LIMITS as { file_rows: number }, 'file_rows', 'get').mockReturnValue(6);
  vi.spyOn(TOOL_IMPORT_LIMITS as { file_lists: number }, 'file_lists', 'get').mockReturnValue(2);
  const person = await server.signUp();
  const rows = Array.from({ length: 9 }, (_, n) => `p${n}@one.example,S${n},Campaign ${n}`);
  const id = await read(person, ['Email,Lead Status,Campaign', ...rows].join('\n'), { preset: 'other_tool' });
  const { import: found, samples } = await get(person, id);
  expect(found).toMatchObject({ summary: { leads: 6, lists: 2, contacted: 6 } });
  expect(found.note).toMatch(/^Statuses we don't know count as contacted: “S0” \(1\), .*more than 6 rows/);
  expect(new Set(samples.map(({ campaign }) => campaign))).toEqual(new Set(['Campaign 0', 'Founders EU']));
});

test('reading stops with its worker and resumes at the same row; a stopped import forgets what was read', async () => {
  const person = await server.signUp();
  const rows = Array.from({ length: 4500 }, (_, n) => `p${n}@one.example,Contacted`);
  const { data } = await upload(person, ['Email,Lead Status,Interest Status', ...rows].join('\n'));
  const stop = new AbortController();
  const { files } = server.program.system.ports;
  const open = vi.spyOn(files, 'openFile').mockImplementationOnce((key) => {
    open.mockRestore();
    stop.abort();
    return files.openFile(key);
  });
  await runToolImports(server.program.system, stop.signal);
  const { id } = data.import;
  expect((await get(person, id)).import).toMatchObject({ state: 'reading', rows_done: 2000 });
  await query(`update tool_imports set lease_until = now() - interval '1 second' where id = $1`, [id]);
  await run();
  expect((await get(person, id)).import).toMatchObject({ state: 'review', note: null, summary: { leads: 4500 } });
  await person.call(api.stopToolImport, { params: { id } });
  expect(await query('select 1 from tool_import_rows where import_id = $1', [id])).toEqual([]);
});

test('an import whose file is gone fails with a word', async () => {
  const person = await server.signUp();
  const { data } = await upload(person, FILE);
  const [stored] = await query<{ key: string }>("select files -> 0 ->> 'key' as key from tool_imports where id = $1", [
    data.import.id,
  ]);
  await server.program.system.ports.files.deleteFile(stored!.key);
  await run();
  expect((await get(person, data.import.id)).import).toMatchObject({
    ...{ state: 'failed', note: 'The uploaded file is gone. Upload it again.' },
  });
});

test('leaves nothing of an erased person in an import that read them afterwards', async () => {
  const owner = await server.signUp();
  const email = 'grace@harbor.example';
  const ctx = server.program.system.forOrganization(owner.organization_id);
  const [grace] = await makeLeads(ctx, [{ first_name: 'Grace', email }]);
  await owner.call(api.erasePerson, { params: { id: grace!.id }, body: {} });
  const { rows } = await server.owner.query(
    `with made as (insert into tool_imports (organization_id, tool, tool_label) values ($1, 'instantly', 'Instantly') returning id)
    insert into tool_import_rows (organization_id, import_id, kind, external_id, email, data)
      select $1, id, 'lead', $2, $2, jsonb_build_object('first_name', 'Grace') from made returning id, import_id`,
    [owner.organization_id, email],
  );
  const data = {
    ...{ first_name: 'Grace', last_name: 'H', company_name: null, company_website_url: null, job_title: null },
    ...{ location: null, phone_number: null, linkedin_profile_url: null, linkedin_key: null, variables: {} },
    ...{ state: 'new' as const, last_contacted_at: null, steps_done: null },
  };
  const lead = { id: rows[0].id, kind: 'lead' as const, external_id: email, parent_id: null, email, data };
  await ctx.transaction(async (tx) => {
    const row = await findImport(tx, rows[0].import_id);
    await importLeads(tx, row!, [{ ...lead, object_id: null, is_new: null, changes: null }]);
  });
  const left = await server.owner.query('select t::text as row, state from tool_import_rows t where id = $1', [
    rows[0].id,
  ]);
  expect(left.rows[0].state).toBe('left_out');
  for (const text of [email, 'Grace']) expect(left.rows[0].row).not.toContain(text);
});
