import { type RunningSandbox, startSandboxServers } from '@overture/adapters/mailbox/testing/sandbox-world';
import { createOutreachTools } from '@overture/adapters/outreach-tools/outreach-tools.adapter';
import type {
  OutreachToolsPort,
  ToolLead,
  ToolRow,
  ToolTouch,
} from '@overture/adapters/outreach-tools/outreach-tools.port';
import { api } from '@overture/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from '../campaigns/settings/campaigns.factory.ts';
import { runToolImports } from './run-imports.service.ts';
import { pruneImports } from './tool-imports.store.ts';

let sandbox: RunningSandbox;
let tools: OutreachToolsPort;
let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  sandbox = await startSandboxServers(['--port', '0', '--smtp-port', '0', '--imap-port', '0']);
  const stand_in = `${sandbox.ready.http_url}/outreach-tools`;
  tools = createOutreachTools({ outbound_allow: '127.0.0.1', stand_in });
  server = await startTestServer({ outreach_tools: tools });
});
afterAll(async () => {
  await server?.stop();
  await sandbox?.close();
});
afterEach(() => vi.restoreAllMocks());
beforeEach(() => sandbox.control('/outreach-tools/instantly', {}));

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const run = () => runToolImports(server.program.system, new AbortController().signal);
const get = async (person: Person, id: number) => (await person.call(api.getToolImport, { params: { id } })).data;
const query = async <Row>(text: string, values: unknown[]) => (await server.owner.query(text, values)).rows as Row[];

async function begin(person: Person, api_key = 'sandbox', tool = 'instantly'): Promise<number> {
  return (await person.call(api.createToolImport, { body: { tool, api_key } })).data.import.id;
}

/** Read, shown and imported. */
async function moveIn(person: Person, continued = false, tool = 'instantly'): Promise<number> {
  const id = await begin(person, 'sandbox', tool);
  await run();
  const { campaigns } = await get(person, id);
  const continued_campaigns = continued ? campaigns.map((campaign) => campaign.id) : [];
  await person.call(api.startToolImport, { params: { id }, body: { continued_campaigns } });
  await run();
  return id;
}

/** Everything of an organization that an import touches. */
async function picture(org: number) {
  const [row] = await query<Record<string, unknown>>(
    `select (select count(*)::int from prospects where organization_id = $1) as leads,
      (select count(*)::int from searches where organization_id = $1) as lists,
      (select count(*)::int from search_prospects where organization_id = $1) as listed,
      (select count(*)::int from campaigns where organization_id = $1) as campaigns,
      (select count(*)::int from campaign_leads where organization_id = $1 and archived_at is null) as campaign_leads,
      (select count(*)::int from suppressions where organization_id = $1) as suppressions,
      (select count(*)::int from excluded_domains where organization_id = $1) as domains,
      (select count(*)::int from lead_columns where organization_id = $1) as columns,
      (select count(*)::int from past_contacts where organization_id = $1) as contacts`,
    [org],
  );
  return row;
}

test('nothing is imported before it is seen: counts, samples, campaigns and losses first; the key is erased', async () => {
  const person = await server.signUp();
  const id = await begin(person);
  await run();
  const { import: found, ...shown } = await get(person, id);
  expect(found).toMatchObject({ state: 'review', note: null });
  expect(found.summary).toEqual({
    ...{ suppressions: 12, senders: 2, lists: 1, campaigns: 3, leads: 59, people: 59, known_people: 0 },
    ...{ contacted: 36, bounced: 3, unsubscribed: 3, left_out: 2, columns: 2 },
  });
  expect(
    shown.campaigns.map(({ name, leads, not_contacted, in_sequence, over }) => [
      name,
      leads,
      not_contacted,
      in_sequence,
      over,
    ]),
  ).toEqual(Array.from({ length: 3 }, (_, n) => [`Outreach ${n + 1}`, 18, 5, 8, 5]));
  expect(shown.campaigns[0]?.notes).toEqual(['Step 3: pictures in the text are left out.']);
  expect(shown.samples).toHaveLength(20);
  expect(new Set(shown.samples.map(({ campaign }) => campaign)).size).toBe(4);
  expect(shown.left_out).toEqual([
    { name: 'not an address', reason: 'Neither a usable email address nor a LinkedIn profile.' },
    { name: 'Subsequence “Interested”', reason: expect.stringMatching(/branch or an automation/) },
  ]);
  expect(await query('select sealed_key from tool_imports where id = $1', [id])).toEqual([{ sealed_key: null }]);
  expect((await picture(person.organization_id))?.leads).toBe(0);
});

test('moved in: suppressions, lists, leads with their variables, past contacts and drafts; no contacted lead is in a draft', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const id = await moveIn(person);
  const { import: found, campaigns } = await get(person, id);
  expect(found).toMatchObject({ state: 'finished', can_undo: true, note: null });
  expect(found.rows_done).toBe(found.rows_total);
  expect(await picture(org)).toEqual({
    ...{
      leads: 59,
      lists: 4,
      listed: 59,
      campaigns: 3,
      campaign_leads: 15,
      suppressions: 9 + 6,
      domains: 3,
      columns: 2,
    },
    contacts: 36,
  });
  const nodes = await query<{ subject_line: string; message: string; delay_in_hours: number }>(
    'select subject_line, message, delay_in_hours from campaign_nodes where campaign_id = $1 order by id',
    [campaigns[0]!.campaign_id],
  );
  expect(nodes.map(({ delay_in_hours }) => delay_in_hours)).toEqual([0, 72, 96]);
  expect(nodes[0]).toMatchObject({ subject_line: 'A question, {{first_name}}' });
  expect(nodes[0]?.message).toContain('{{custom.icebreaker}} How does {{company_name}} do it? <{"type":"link"');
  expect(nodes[1]).toMatchObject({ subject_line: '', message: '{Hi|Hello} again, {{first_name}}.\n\nAny thoughts?' });
  const [lead] = await query<{ custom: object }>(
    `select custom from prospects where organization_id = $1 and email = 'lead-5@company-1.example'`,
    [org],
  );
  expect(lead?.custom).toEqual({ icebreaker: 'Loved your talk in Köln.', city: 'Köln' });
  const greeted = await query(
    `select from campaign_leads l join past_contacts c using (prospect_id) where l.organization_id = $1`,
    [org],
  );
  expect(greeted).toEqual([]);
});

test('a continued campaign starts each lead at its step and sends no first message twice', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const id = await moveIn(person, true);
  expect((await picture(org))?.campaign_leads).toBe(15 + 24);
  const { campaigns } = await get(person, id);
  const campaign = campaigns[0]!.campaign_id!;
  const email_account_id = await makeSender(server, org);
  await person.call(api.activateCampaign, { params: { id: campaign }, body: { email_account_id } });
  const places = await query<{ step: number; contacted: boolean; leads: number }>(
    `select array_position(n.ids, l.next_node_id) as step, c.prospect_id is not null as contacted, count(*)::int as leads
     from campaign_leads l cross join (select array_agg(id order by id) as ids from campaign_nodes where campaign_id = $1) n
     left join past_contacts c on c.prospect_id = l.prospect_id
     where l.campaign_id = $1 group by 1, 2 order by 1`,
    [campaign],
  );
  expect(places).toEqual([
    { step: 1, contacted: false, leads: 5 },
    { step: 2, contacted: true, leads: 4 },
    { step: 3, contacted: true, leads: 4 },
  ]);
});

test('a key that loses its rights pauses the import; a new key resumes it without duplicates', async () => {
  const person = await server.signUp();
  await sandbox.control('/outreach-tools/instantly', {
    world: { leads: 250 },
    revoke: { key: 'first', after: 6 },
  });
  const id = await begin(person, 'first');
  await run();
  const paused = (await get(person, id)).import;
  expect(paused).toMatchObject({
    state: 'paused',
    note: expect.stringMatching(/refuses this key.*Nothing that was read is lost/),
  });
  expect(paused.rows_done).toBeGreaterThan(100);
  expect(await person.call(api.startToolImport, { params: { id }, body: { continued_campaigns: [] } })).toMatchObject({
    status: 409,
  });
  await person.call(api.resumeToolImport, { params: { id }, body: { api_key: 'second' } });
  await run();
  expect((await get(person, id)).import).toMatchObject({ state: 'review', summary: { leads: 245, left_out: 6 } });
});

test('a tool that asks to slow down is asked again later, and nothing is lost', async () => {
  const person = await server.signUp();
  await sandbox.control('/outreach-tools/instantly', { fail: { status: 429, times: 1, after: 2, retry_after: 300 } });
  const id = await begin(person);
  await run();
  expect((await get(person, id)).import).toMatchObject({ state: 'reading', note: expect.stringMatching(/slow down/) });
  const [{ seconds }] = (await query<{ seconds: number }>(
    'select extract(epoch from wake_at - now())::int as seconds from tool_imports where id = $1',
    [id],
  )) as [{ seconds: number }];
  expect(seconds).toBeGreaterThan(200);
  await server.owner.query('update tool_imports set wake_at = now() where id = $1', [id]);
  await run();
  expect((await get(person, id)).import.state).toBe('review');
});

test('a batch of a killed worker is rolled back, and another worker resumes without duplicates', async () => {
  const person = await server.signUp();
  const id = await begin(person);
  await run();
  await person.call(api.startToolImport, { params: { id }, body: { continued_campaigns: [] } });
  // The transaction of the leads ends in the middle, as with a killed process.
  await server.owner.query(`create function fail_once() returns trigger language plpgsql as
    $$ begin if new.state = 'importing' and new.position like '%campaigns%' and new.tries = 0 then raise exception 'killed'; end if; return new; end $$;
    create trigger fail_once before update on tool_imports for each row execute function fail_once()`);
  await run();
  await server.owner.query('drop trigger fail_once on tool_imports; drop function fail_once()');
  expect((await get(person, id)).import).toMatchObject({
    state: 'importing',
    note: expect.stringMatching(/try again/),
  });
  await server.owner.query('update tool_imports set wake_at = now(), lease_until = now() where id = $1', [id]);
  await run();
  expect((await get(person, id)).import.state).toBe('finished');
  expect(await picture(person.organization_id)).toMatchObject({
    leads: 59,
    contacts: 36,
    campaigns: 3,
    campaign_leads: 15,
  });
});

test('undo takes back everything the import made and changed, and leaves what is in use since', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  // Known before: one with gaps who waits in a campaign here, and one who is suppressed already.
  const list = await makeList(server, org, [{ first_name: 'Own', email: 'lead-5@company-1.example' }]);
  await person.call(api.addSuppression, { body: { entry: 'blocked-1@elsewhere.example' } });
  const own = await makeCampaign(person, {});
  await person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: own.id, amount: 1 } });
  const before = await picture(org);
  const [was] = await query<object>(
    `select to_jsonb(p) - 'updated_at' as lead from prospects p where organization_id = $1`,
    [org],
  );
  const id = await moveIn(person, true);
  expect((await picture(org))?.leads).toBe(59);
  const inOwn = await query('select from campaign_leads where campaign_id = $1 and archived_at is null', [own.id]);
  expect(inOwn).toEqual([]);
  await person.call(api.undoToolImport, { params: { id } });
  await run();
  expect((await get(person, id)).import).toMatchObject({ state: 'undone', note: null, can_undo: false });
  expect(await picture(org)).toEqual(before);
  expect(
    await query(`select to_jsonb(p) - 'updated_at' as lead from prospects p where organization_id = $1`, [org]),
  ).toEqual([was]);
});

test('a draft that was started, and a lead in another list, stay when the import is undone', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const id = await moveIn(person);
  const { campaigns } = await get(person, id);
  const email_account_id = await makeSender(server, org);
  await person.call(api.activateCampaign, { params: { id: campaigns[0]!.campaign_id! }, body: { email_account_id } });
  await person.call(api.undoToolImport, { params: { id } });
  await run();
  expect((await get(person, id)).import.note).toBe(
    '1 campaign and 5 leads stay: they are in use or were edited since the import.',
  );
  expect(await picture(org)).toMatchObject({ campaigns: 1, campaign_leads: 5, leads: 5, contacts: 0, lists: 0 });
});

test('a lead who booked a meeting since stays when the import is undone', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const id = await moveIn(person);
  await query(
    `insert into meetings (organization_id, provider, booking_uid, prospect_id, status, changed_at)
      select $1, 'cal_com', 'uid', min(id), 'booked', app_now() from prospects where organization_id = $1`,
    [org],
  );
  await person.call(api.undoToolImport, { params: { id } });
  await run();
  expect(await picture(org)).toMatchObject({ leads: 1 });
});

test('one import at a time; a stopped one forgets what it read', async () => {
  const person = await server.signUp();
  const id = await begin(person);
  const second = await person.call(api.createToolImport, { body: { tool: 'instantly', api_key: 'x' } });
  expect(second.status).toBe(409);
  await run();
  await person.call(api.stopToolImport, { params: { id } });
  expect((await get(person, id)).import).toMatchObject({ state: 'stopped', can_undo: false });
  expect(await query('select from tool_import_rows where import_id = $1', [id])).toEqual([]);
  expect((await person.call(api.createToolImport, { body: { tool: 'other', api_key: 'x' } })).status).toBe(404);
});

/** The tool returns these rows as its only page. */
const answerWith = (rows: ToolRow[], next: string | null = null) =>
  vi.spyOn(tools, 'readPage').mockResolvedValue({ rows, next });

const toolLead = (given: Partial<ToolLead>): ToolLead => ({
  kind: 'lead',
  external_id: 'lead',
  campaign_id: 'a',
  list_id: null,
  email: 'ada@one.example',
  fields: {
    ...{ first_name: 'Ada', last_name: null, company_name: null, company_website_url: null },
    ...{ job_title: null, phone_number: null, linkedin_url: null, location: null },
  },
  variables: {},
  state: 'new',
  ...{ last_contacted_at: null, steps_done: null },
  ...given,
});

test('a tool that repeats a page with a new cursor is not read forever', async () => {
  const person = await server.signUp();
  const pages = answerWith([toolLead({})], 'again');
  const id = await begin(person);
  await run();
  expect((await get(person, id)).import).toMatchObject({ state: 'paused', note: expect.stringMatching(/same page/) });
  expect(pages.mock.calls.length).toBeLessThan(20);
});

/** A tool whose answer waits for the test. */
function holdPage() {
  const answer = Promise.withResolvers<Awaited<ReturnType<OutreachToolsPort['readPage']>>>();
  const asked = Promise.withResolvers<AbortSignal>();
  vi.spyOn(tools, 'readPage').mockImplementation(({ signal }) => {
    asked.resolve(signal);
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    return answer.promise;
  });
  return { asked: asked.promise, answer: () => answer.resolve({ rows: [toolLead({})], next: null }) };
}

const runSlowly = () => runToolImports(server.program.system, new AbortController().signal, { renewed_every_ms: 20 });
const moveLease = (id: number) =>
  server.owner.query(`update tool_imports set lease_until = lease_until - interval '80 seconds' where id = $1`, [id]);
const hasFreshLease = async (id: number) =>
  (await query(`select from tool_imports where id = $1 and lease_until > app_now() + interval '60 seconds'`, [id]))
    .length;

test('a page that takes longer than the lease is read by one worker, and stored', async () => {
  const person = await server.signUp();
  const page = holdPage();
  const id = await begin(person);
  const reading = runSlowly();
  await page.asked;
  for (const _ of [1, 2, 3]) {
    await moveLease(id);
    await expect.poll(() => hasFreshLease(id)).toBe(1);
  }
  // Another worker finds nothing to do.
  await run();
  expect(tools.readPage).toHaveBeenCalledTimes(1);
  page.answer();
  await reading;
  expect((await get(person, id)).import).toMatchObject({ state: 'review', summary: { leads: 1 } });
});

test('a call of a tool ends when its import is stopped', async () => {
  const person = await server.signUp();
  const page = holdPage();
  const id = await begin(person);
  const reading = runSlowly();
  const signal = await page.asked;
  await person.call(api.stopToolImport, { params: { id } });
  await reading;
  expect(signal.aborted).toBe(true);
  expect((await get(person, id)).import).toMatchObject({ state: 'stopped' });
});

test('who unsubscribed is suppressed before any other lead arrives', async () => {
  const person = await server.signUp();
  answerWith([
    toolLead({ external_id: '1', email: 'first@one.example' }),
    toolLead({ external_id: '2', email: 'gone@one.example', state: 'unsubscribed' }),
  ]);
  await moveIn(person);
  const order = 'select email from prospects where organization_id = $1 order by id';
  expect(await query(order, [person.organization_id])).toEqual([
    { email: 'gone@one.example' },
    { email: 'first@one.example' },
  ]);
});

test('a lead that replied in one campaign of the tool does not continue in another', async () => {
  const person = await server.signUp();
  const step = { delay_in_hours: 24, variants: [{ subject: 'Hi', text: 'Hi' }] };
  const campaign = { kind: 'campaign' as const, steps: [step, step], losses: [] };
  const sent = { last_contacted_at: '2026-01-01T00:00:00.000Z', steps_done: 1 };
  answerWith([
    { ...campaign, external_id: 'a', name: 'A' },
    { ...campaign, external_id: 'b', name: 'B' },
    toolLead({ external_id: '1', campaign_id: 'a', state: 'contacted', ...sent }),
    toolLead({ external_id: '2', campaign_id: 'b', state: 'replied', email: 'ADA@one.example', ...sent }),
    toolLead({ external_id: '3', campaign_id: 'a', state: 'contacted', email: 'bob@one.example', ...sent }),
  ]);
  await moveIn(person, true);
  expect(await picture(person.organization_id)).toMatchObject({ leads: 2, contacts: 3, campaign_leads: 1 });
});

test('an import of a suspended organization waits, and its key is erased after a week', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const pages = answerWith([toolLead({})]);
  const id = await begin(person);
  await query('update organizations set suspended_at = now() where organization_id = $1', [org]);
  await run();
  expect(pages).not.toHaveBeenCalled();
  await query(`update tool_imports set created_at = now() - interval '8 days' where id = $1`, [id]);
  await pruneImports(server.program.system);
  expect(await query('select state, sealed_key from tool_imports where id = $1', [id])).toEqual([
    { state: 'stopped', sealed_key: null },
  ]);
});

test('a paused import whose key was erased asks for a key', async () => {
  const person = await server.signUp();
  answerWith([toolLead({})]);
  const id = await begin(person);
  await query(`update tool_imports set state = 'paused', sealed_key = null where id = $1`, [id]);
  const resume = (body: { api_key?: string }) => person.call(api.resumeToolImport, { params: { id }, body });
  expect(await resume({})).toMatchObject({ status: 409 });
  expect((await resume({ api_key: 'new' })).status).toBe(200);
});

const toolTouch = (given: Partial<ToolTouch>): ToolTouch => ({
  ...{ kind: 'touch', external_id: 'touch', lead_id: 'lead', campaign_id: 'a', email: 'ada@one.example' },
  ...{ linkedin_url: null, state: 'contacted', at: '2026-01-01T00:00:00.000Z', steps_done: 1, ...given },
});

test('messages that a tool lists apart from its leads decide who is greeted', async () => {
  const person = await server.signUp();
  const step = { delay_in_hours: 24, variants: [{ subject: 'Hi', text: 'Hi' }] };
  const lead = (external_id: string) => toolLead({ external_id, email: `${external_id}@one.example` });
  const page: ToolRow[] = [
    { kind: 'campaign', external_id: 'a', name: 'A', steps: [step, step, step], losses: [] },
    ...[lead('fresh'), lead('second'), lead('gone')],
    toolTouch({ external_id: '1', lead_id: 'second' }),
    toolTouch({ external_id: '2', lead_id: 'second', at: '2026-01-05T00:00:00.000Z', steps_done: 2 }),
    toolTouch({ external_id: '3', lead_id: 'gone', state: 'unsubscribed' }),
    toolTouch({ external_id: '4', lead_id: 'removed', email: 'removed@one.example' }),
  ];
  answerWith(page);
  const id = await begin(person);
  await run();
  const { import: found, campaigns, samples } = await get(person, id);
  expect(found.summary).toMatchObject({ leads: 4, contacted: 3, unsubscribed: 1 });
  expect(campaigns[0]).toMatchObject({ leads: 4, not_contacted: 1, in_sequence: 1, over: 2 });
  const shown = samples.map(({ email, state, last_contacted_at, steps_done }) => [
    email?.split('@')[0],
    state,
    last_contacted_at?.slice(0, 10),
    steps_done,
  ]);
  expect(shown).toEqual([
    ['fresh', 'new', undefined, null],
    ['second', 'contacted', '2026-01-05', 2],
    ['gone', 'unsubscribed', '2026-01-01', 1],
    ['removed', 'finished', '2026-01-01', null],
  ]);
  expect(await query(`select from tool_import_rows where import_id = $1 and kind = 'touch'`, [id])).toEqual([]);
});

test('leads that were removed, stopped or at an impossible step there are neither greeted nor continued', async () => {
  const person = await server.signUp();
  const step = { delay_in_hours: 24, variants: [{ subject: 'Hi', text: 'Hi' }] };
  const lead = (external_id: string, given: Partial<ToolLead> = {}) =>
    toolLead({ external_id, email: `${external_id}@one.example`, ...given });
  const removed = { lead_id: 'removed', email: 'removed@one.example' };
  const pages: ToolRow[][] = [
    [
      { kind: 'campaign', external_id: 'a', name: 'A', steps: [step, step, step], losses: [] },
      ...[lead('stopped', { state: 'stopped' }), lead('far')],
      toolTouch({ external_id: '1', ...removed }),
      toolTouch({ external_id: '2', lead_id: 'stopped', at: null }),
      toolTouch({ external_id: '3', lead_id: 'far', steps_done: 3_000_000_000 }),
    ],
    [toolTouch({ external_id: '4', ...removed, steps_done: 2 })],
  ];
  vi.spyOn(tools, 'readPage').mockImplementation(async ({ position }) => ({
    rows: pages[Number(position ?? 0)]!,
    next: position === null ? '1' : null,
  }));
  await moveIn(person, true);
  expect(await picture(person.organization_id)).toMatchObject({ leads: 3, contacts: 3, campaign_leads: 0 });
});

test('numbers and profiles are suppressed too, and what a person says later outlasts the undo', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const entry = (external_id: string, value: string) => ({ kind: 'suppression' as const, external_id, value });
  const fields = { ...toolLead({}).fields, linkedin_url: 'https://www.linkedin.com/in/grace' };
  answerWith([
    ...[entry('1', '+31 6 1234 5678'), entry('2', '0031612345678'), entry('3', 'https://linkedin.com/in/ada/')],
    ...[entry('4', 'kept@one.example'), entry('5', 'left@one.example')],
    toolLead({ external_id: '6', email: null, fields, state: 'unsubscribed' }),
  ]);
  const id = await moveIn(person);
  const list = () =>
    query<{ said: string }>(
      `select concat_ws(' ', kind, reason, email::text, phone_key, linkedin_key) as said from suppressions
       where organization_id = $1 order by said`,
      [org],
    );
  expect((await list()).map(({ said }) => said)).toEqual([
    ...['address import kept@one.example', 'address import left@one.example', 'linkedin import in/ada'],
    ...['linkedin unsubscribe in/grace', 'phone import 31612345678'],
  ]);
  await person.call(api.addSuppression, { body: { entry: 'kept@one.example' } });
  await person.call(api.undoToolImport, { params: { id } });
  await run();
  expect((await list()).map(({ said }) => said)).toEqual(['address manual kept@one.example']);
});

test('a person who was erased here does not return, and the import keeps nothing that names them', async () => {
  const person = await server.signUp();
  await person.call(api.addSuppression, { body: { entry: 'erased@one.example', reason: 'erased' } });
  answerWith([
    toolLead({ external_id: 'a ERASED@one.example', email: 'ERASED@one.example', state: 'unsubscribed' }),
    toolLead({ external_id: 'other', email: 'other@one.example' }),
  ]);
  const id = await moveIn(person);
  expect(await picture(person.organization_id)).toMatchObject({ leads: 1, contacts: 0 });
  const kept = 'select from tool_import_rows r where import_id = $1 and r::text ~* $2';
  expect(await query(kept, [id, 'erased@one'])).toEqual([]);
  expect(await query(kept, [id, 'other@one'])).toHaveLength(1);
});

test('a tool is asked for each campaign that was read, in their order', async () => {
  const person = await server.signUp();
  const campaign = { kind: 'campaign' as const, steps: [], losses: [] };
  const asked: (string | null)[] = [];
  vi.spyOn(tools, 'readPage').mockImplementation(async ({ position, findNext }) => {
    if (position === null)
      return { rows: ['b', 'a'].map((id) => ({ ...campaign, external_id: id, name: id })), next: '1' };
    for (let at = await findNext('campaign', null); at !== null; at = await findNext('campaign', at)) asked.push(at);
    return { rows: [], next: null };
  });
  await begin(person);
  await run();
  expect(asked).toEqual(['b', 'a']);
});

test.each([
  ['smartlead', { leads: 54, lists: 3, suppressions: 9 + 6, domains: 3, columns: 2, contacts: 36 }, 24],
  ['lemlist', { leads: 54, lists: 3, suppressions: 9 + 6, domains: 3, columns: 2, contacts: 36 }, 0],
  ['heyreach', { leads: 60, lists: 4, suppressions: 0, columns: 1, contacts: 36 }, 0],
  ['apollo', { leads: 59, lists: 4, suppressions: 12 + 6, columns: 0, contacts: 36 }, 0],
])('%s is moved in, no lead is greeted twice, and undo leaves nothing', async (tool, expected, continued) => {
  const person = await server.signUp();
  const org = person.organization_id;
  const id = await moveIn(person, true, tool);
  expect((await get(person, id)).import).toMatchObject({ state: 'finished', note: null });
  expect(await picture(org)).toMatchObject({ ...expected, campaigns: 3, campaign_leads: 15 + continued });
  const greeted = await query(
    `select from campaign_leads l join past_contacts c using (prospect_id)
     where l.organization_id = $1 and l.skipped_nodes is null`,
    [org],
  );
  expect(greeted).toEqual([]);
  await person.call(api.undoToolImport, { params: { id } });
  await run();
  expect(await picture(org)).toMatchObject({ leads: 0, lists: 0, campaigns: 0, suppressions: 0, contacts: 0 });
});
