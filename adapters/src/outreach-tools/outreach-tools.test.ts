import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { INSTANTLY_ENTITIES, type InstantlyPath } from '@overture/sandbox/outreach-tools/schema/instantly.calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isProviderError } from '../kit/errors.ts';
import { type RunningSandbox, startSandboxServers } from '../mailbox/testing/sandbox-world.ts';
import { createOutreachTools } from './outreach-tools.adapter.ts';
import type { OutreachToolsPort, ToolRow } from './outreach-tools.port.ts';

let sandbox: RunningSandbox;
let tools: OutreachToolsPort;
const { signal } = new AbortController();
const findNone = async () => null;

beforeAll(async () => {
  sandbox = await startSandboxServers(['--port', '0', '--smtp-port', '0', '--imap-port', '0']);
  tools = createOutreachTools({ outbound_allow: '127.0.0.1', stand_in: `${sandbox.ready.http_url}/outreach-tools` });
});
afterAll(async () => {
  await tools?.close();
  await sandbox?.close();
});
beforeEach(() => sandbox.control('/outreach-tools/instantly', {}));

const control = (body: object) => sandbox.control('/outreach-tools/instantly', body);

async function loadAll(tool: string, { api_key = 'sandbox', port = tools } = {}) {
  const rows: ToolRow[] = [];
  let pages = 0;
  const findNext = async (kind: 'campaign' | 'list', after: string | null) => {
    const ids = rows.flatMap((row) => (row.kind === kind ? [row.external_id] : []));
    return ids[after === null ? 0 : ids.indexOf(after) + 1] ?? null;
  };
  for (let position: string | null = null; pages === 0 || position !== null; pages += 1) {
    const page = await port.readPage({ tool, api_key, position, signal, findNext });
    rows.push(...page.rows);
    position = page.next;
  }
  const of = <K extends ToolRow['kind']>(kind: K) =>
    rows.filter((row): row is Extract<ToolRow, { kind: K }> => row.kind === kind);
  return { rows, pages, of };
}

async function fail(api_key = 'sandbox', position: string | null = null, port = tools) {
  const error = await port
    .readPage({ tool: 'instantly', api_key, position, signal, findNext: findNone })
    .catch((reason: unknown) => reason);
  if (!isProviderError(error)) throw new Error(`no failure of the tool: ${String(error)}`);
  return { kind: error.kind, reason: error.reason, until: error.until };
}

test('everything is read once, suppressions first and leads last', async () => {
  await control({ world: { leads: 230, suppressions: 101 } });
  const { rows, of } = await loadAll('instantly');
  expect(of('lead')).toHaveLength(230);
  expect(new Set(rows.map((row) => `${row.kind} ${row.external_id}`)).size).toBe(rows.length);
  expect([...new Set(rows.map(({ kind }) => kind))]).toEqual([
    'suppression',
    'sender',
    'list',
    'campaign',
    'loss',
    'lead',
  ]);
  expect(of('suppression')).toHaveLength(101);
  expect(of('loss')[0]?.name).toBe('Subsequence “Interested”');
});

test('a campaign is read with delays, variants, links and what is lost', async () => {
  const [campaign] = (await loadAll('instantly')).of('campaign');
  expect(campaign?.steps.map(({ delay_in_hours }) => delay_in_hours)).toEqual([0, 72, 96]);
  expect(campaign?.steps[0]?.variants[0]).toEqual({
    subject: 'A question, {{firstName}}',
    text: `Hi {{firstName}},\n\n{{icebreaker}} How does {{companyName}} do it? <{"type":"link","text":"See how","url":"https://northwind.example/how"}>`,
  });
  expect(campaign?.steps[2]?.variants).toHaveLength(2);
  expect(campaign?.losses).toEqual(['Step 3: pictures in the text are left out.']);
});

test('a lead is read with its variables, its state and how far it is', async () => {
  const leads = (await loadAll('instantly')).of('lead');
  expect(leads[5]).toMatchObject({
    email: 'lead-5@company-1.example',
    fields: { first_name: 'Farid', company_website_url: 'https://company-1.example' },
    variables: { icebreaker: 'Loved your talk in Köln.', city: 'Köln' },
    state: 'contacted',
    steps_done: 1,
  });
  const states = leads.slice(0, 20).map(({ state, steps_done }) => `${state} ${steps_done}`);
  expect([...new Set(states)]).toEqual([
    'bounced 1',
    'unsubscribed 2',
    'replied 1',
    'finished 3',
    'stopped null',
    'contacted 1',
    'new null',
    'contacted 2',
  ]);
  expect(leads.filter(({ list_id }) => list_id !== null)).toHaveLength(6);
});

/** A tool that answers every request like this. */
async function withTool<Result>(answer: RequestListener, work: (port: OutreachToolsPort) => Promise<Result>) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const stand_in = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const port = createOutreachTools({ outbound_allow: '127.0.0.1', stand_in });
  return work(port).finally(async () => {
    await port.close();
    server.close();
  });
}

test.each([
  ['a last step in another form', { status_summary: { lastStep: { stepID: 7, timestamp_executed: 1 } } }, 'contacted'],
  ['a last step beside the summary', { last_step_id: '0_0_0' }, 'contacted'],
  ['a time that is none', { timestamp_last_contact: 'yesterday' }, 'contacted'],
  ['opens alone', { email_open_count: 2 }, 'contacted'],
  ['a step of a subsequence', { status_summary_subseq: { stepID: '0_0_0' } }, 'contacted'],
  ['a completed lead without any time', { status: 3 }, 'finished'],
  ['a status that is not documented', { status: 9 }, 'stopped'],
  ['nothing sent', { status_summary: {}, status_summary_subseq: {}, last_step_id: null }, 'new'],
])('%s: the state of a lead', async (_name, given, state) => {
  const lead = { id: 'a', email: 'ada@one.example', status: 1, timestamp_last_contact: null, ...given };
  const position = JSON.stringify({ stage: 'leads', after: null });
  await withTool(
    (_request, response) => response.end(JSON.stringify({ items: [lead] })),
    async (port) => {
      const page = await port.readPage({ tool: 'instantly', api_key: 'k', position, signal, findNext: findNone });
      expect(page.rows).toMatchObject([{ kind: 'lead', state }]);
    },
  );
});

test.each([
  [
    'a key that is refused',
    { revoke: { key: 'sandbox', after: 0 } },
    'auth_expired',
    /refuses this key: Invalid API key/,
  ],
  ['a key without the right', { scopes: { sandbox: 'leads:read' } }, 'auth_expired', /block_list_entries:read/],
  ['a plan that has ended', { fail: { status: 402, times: 1 } }, 'rejected', /active paid plan/],
  ['too many calls', { fail: { status: 429, times: 1, retry_after: 7 } }, 'rate_limited', /slow down/],
  ['a fault of the tool', { fail: { status: 503, times: 1 } }, 'unavailable', /has a problem \(503\)/],
])('%s', async (_name, given, kind, reason) => {
  await control(given);
  const failure = await fail();
  expect(failure).toMatchObject({ kind, reason: expect.stringMatching(reason) });
  if (kind === 'rate_limited') expect(failure.until!.getTime() - Date.now()).toBeLessThan(8000);
});

test.each([
  ['no JSON', 200, '<html>'],
  ['other JSON', 200, '{"entries":[{"id":7}]}'],
  ['objects of another form', 200, '{"items":[{"id":7},{"id":8}]}'],
  ['a redirect', 302, ''],
])('an answer of %s is a failure, and the key goes nowhere else', async (_name, status, body) => {
  const asked: string[] = [];
  await withTool(
    (request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status, { location: '/elsewhere' }).end(body);
    },
    async (port) => expect((await fail('k', null, port)).kind).toBe('unavailable'),
  );
  expect(asked).toHaveLength(1);
});

test('one object that cannot be read is left out and named, and the others stay', async () => {
  const items = [
    { id: 'a', bl_value: 'a@one.example' },
    { id: 'b', bl_value: 7 },
    { id: 'c', bl_value: 'c.example' },
  ];
  await withTool(
    (_request, response) => response.end(JSON.stringify({ items })),
    async (port) => {
      const page = await port.readPage({ tool: 'instantly', api_key: 'k', position: null, signal, findNext: findNone });
      expect(page.rows.map(({ kind }) => kind)).toEqual(['suppression', 'loss', 'suppression']);
      expect(page.rows[1]).toMatchObject({
        external_id: 'unreadable suppressions  b',
        name: '7',
        reason: "Instantly sent this suppression in a form that can't be read (bl_value).",
      });
    },
  );
});

test('a page that is too large is read in smaller ones, and full pages follow', async () => {
  const asked: number[] = [];
  const answer: RequestListener = (request, response) => {
    const query = new URL(request.url ?? '', 'http://tool').searchParams;
    const limit = Number(query.get('limit'));
    asked.push(limit);
    const isLarge = query.get('starting_after') === null && limit > 25;
    const bl_value = isLarge ? 'x'.repeat(9_000_000) : 'a@one.example';
    response.end(JSON.stringify({ items: [{ id: `${asked.length}`, bl_value }], next_starting_after: 'next' }));
  };
  await withTool(answer, async (port) => {
    const notes: (string | undefined)[] = [];
    let position: string | null = null;
    for (let pages = 0; pages < 5; pages += 1) {
      const page = await port.readPage({ tool: 'instantly', api_key: 'k', position, signal, findNext: findNone });
      notes.push(page.note);
      position = page.next;
    }
    expect(asked).toEqual([100, 50, 25, 50, 100]);
    expect(notes[0]).toBe('Instantly sends more than 8 MB in one page. We read smaller pages.');
    expect(notes[2]).toBeUndefined();
  });
});

test('one object that is too large pauses a tool that skips nothing', async () => {
  const position = JSON.stringify({ stage: 'suppressions', after: null, limit: 1 });
  await withTool(
    (_request, response) => response.end('x'.repeat(9_000_000)),
    async (port) =>
      expect(await fail('k', position, port)).toMatchObject({
        kind: 'rejected',
        reason: 'Instantly sends more than 8 MB for one suppression. Make it smaller there.',
      }),
  );
});

test('the stand-in answers what Instantly publishes, and refuses what it refuses', async () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${sandbox.ready.http_url}/outreach-tools/instantly${path}`, {
      ...init,
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    });
  for (const path of Object.keys(INSTANTLY_ENTITIES) as InstantlyPath[]) {
    const isList = path === '/api/v2/leads/list';
    const answer = await (isList ? ask(path, { method: 'POST', body: '{"limit":100}' }) : ask(`${path}?limit=100`));
    const { items } = (await answer.json()) as { items: unknown[] };
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) INSTANTLY_ENTITIES[path].parse(item);
  }
  expect((await ask('/api/v2/campaigns?limit=101')).status).toBe(400);
  expect((await ask('/api/v2/campaigns?page=2')).status).toBe(400);
  expect((await ask('/api/v2/leads/list', { method: 'POST', body: '{"limit":"5"}' })).status).toBe(400);
  expect((await ask('/api/v2/leads')).status).toBe(404);
});

test.each([
  ['smartlead', '/api/v1/campaigns/1000/leads?api_key=x&limit=101', 422],
  ['smartlead', '/api/v1/campaigns/1000/leads?api_key=x&colour=red', 422],
  ['smartlead', '/api/v1/campaigns/1000/leads', 401],
  ['smartlead', '/api/v1/other?api_key=x', 404],
  ['lemlist', '/api/campaigns', 401],
  ['heyreach', '/api/public/campaign/GetById?campaignId=1', 401],
  ['apollo', '/api/v1/labels', 401],
])('the stand-in of %s refuses %s', async (tool, path, status) => {
  expect((await fetch(`${sandbox.ready.http_url}/outreach-tools/${tool}${path}`)).status).toBe(status);
});

test('Smartlead is read with its steps, and its messages decide how far a lead is', async () => {
  const { of, rows } = await loadAll('smartlead');
  expect([...new Set(rows.map(({ kind }) => kind))]).toEqual([
    ...['loss', 'suppression', 'sender', 'campaign', 'lead', 'touch'],
  ]);
  expect(of('suppression')).toHaveLength(12);
  const [campaign] = of('campaign');
  expect(campaign).toMatchObject({ external_id: '1000', name: 'Outreach 1' });
  expect(campaign?.steps.map(({ delay_in_hours, variants }) => [delay_in_hours, variants.length])).toEqual([
    [0, 1],
    [72, 1],
    [96, 2],
  ]);
  expect(of('lead')).toHaveLength(54);
  expect(of('lead')[5]).toMatchObject({
    external_id: '1000 lead-5@company-1.example',
    ...{ campaign_id: '1000', email: 'lead-5@company-1.example', state: 'contacted' },
    variables: { icebreaker: 'Loved your talk in Köln.', city: 'Köln' },
  });
  const touches = of('touch').map(
    ({ lead_id, state, steps_done }) => `${lead_id.split(' ')[1]} ${state} ${steps_done}`,
  );
  expect(touches).toContain('lead-0@company-0.example bounced 1');
  expect(touches).toContain('lead-3@company-0.example contacted 3');
  expect(touches.filter((one) => one.startsWith('lead-1@'))).toEqual([
    'lead-1@company-0.example contacted 1',
    'lead-1@company-0.example unsubscribed 2',
  ]);
});

test('a campaign that is deleted while it is read is named, and the next one follows', async () => {
  const position = JSON.stringify({ stage: 'leads', after: null, of: '9999' });
  const findNext = async () => '1001';
  const page = await tools.readPage({ tool: 'smartlead', api_key: 'k', position, signal, findNext });
  expect(page.rows).toMatchObject([{ kind: 'loss', name: 'Campaign 9999' }]);
  expect(JSON.parse(page.next!)).toMatchObject({ stage: 'leads', of: '1001' });
});

test('the key in an address is in no error', async () => {
  const answer: RequestListener = (_request, response) => response.writeHead(302, { location: '/x' }).end();
  await withTool(answer, async (port) => {
    const request = { tool: 'smartlead', api_key: 'top-secret', position: null, signal, findNext: findNone };
    const error = await port.readPage(request).catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 9 })).not.toContain('top-secret');
  });
});

/** What a tool becomes that sends this page of a stage. */
async function loadStage(tool: string, stage: string, body: unknown, more: object = {}) {
  const position = JSON.stringify({ stage, after: null, of: 'a', ...more });
  const request = { tool, api_key: 'top-secret', position, signal, findNext: findNone };
  return withTool(
    (_request, response) => response.end(JSON.stringify(body)),
    (port) => port.readPage(request),
  );
}

test.each([
  ['as it was sent', 'top secret'],
  ['as an address', 'top+secret'],
  ['as another address', 'top%20secret'],
])('a refusal that repeats the key, %s, is shown without it', async (_name, shown) => {
  const answer: RequestListener = (_request, response) =>
    response.writeHead(404).end(JSON.stringify({ message: `Cannot GET /api/v1/campaigns/?api_key=${shown}` }));
  const position = JSON.stringify({ stage: 'senders', after: null });
  for (const tool of ['smartlead', 'apollo', 'instantly', 'lemlist', 'heyreach'])
    await withTool(answer, async (port) => {
      const at = tool === 'lemlist' ? null : position;
      const request = { tool, api_key: 'top secret', position: at, signal, findNext: findNone };
      const error = await port.readPage(request).catch((reason: unknown) => reason);
      expect(isProviderError(error) && error.reason).toContain('Cannot GET');
      if (tool === 'smartlead' || shown === 'top secret') expect(inspect(error, { depth: 9 })).not.toContain(shown);
    });
});

test('a lead of lemlist begins only in a state that says that nothing was done', async () => {
  const states = [
    undefined,
    'imported',
    'contacted',
    'aircallNotInterested',
    'smsUnsubscribed',
    'emailsSendFailed',
    'x',
  ];
  const leads = states.map((state, index) => ({ _id: `${index}`, email: `lead-${index}@one.example`, state }));
  const last = { _id: '9', email: 'lead-9@one.example', state: 'reviewed', lastState: 'linkedinInviteDone' };
  const { rows } = await loadStage('lemlist', 'leads', [...leads, last]);
  expect(rows.map((row) => row.kind === 'lead' && row.state)).toEqual([
    ...['new', 'new', 'contacted', 'replied', 'unsubscribed', 'stopped', 'stopped', 'contacted'],
  ]);
});

test('lemlist does not say at which step a lead is', async () => {
  const sent = { _id: 'b', type: 'emailsSent', leadEmail: 'ada@one.example', sequenceStep: 1 };
  const { rows } = await loadStage('lemlist', 'activities', [sent]);
  expect(rows).toMatchObject([{ kind: 'touch', state: 'contacted', steps_done: null }]);
});

test('Do Not Contact is an unsubscribe in Smartlead, without a reply as well', async () => {
  const lead = { id: 7, email: 'ada@one.example', is_unsubscribed: false };
  const marked = { status: 'COMPLETED', lead_category_id: 4, lead };
  expect((await loadStage('smartlead', 'leads', [marked])).rows).toMatchObject([{ state: 'unsubscribed' }]);
  const message = { stats_id: 'a', lead_email: lead.email, sent_time: '2026-01-01T00:00:00Z' };
  const page = await loadStage('smartlead', 'messages', [{ ...message, lead_category: 'Do Not Contact' }]);
  expect(page.rows).toMatchObject([{ kind: 'touch', state: 'unsubscribed' }]);
});

test('a total that is less than what was found does not end the messages', async () => {
  const message = (index: number) => ({ stats_id: `${index}`, lead_email: 'ada@one.example' });
  const data = Array.from({ length: 3 }, (_, index) => message(index));
  const next = async (total: unknown) =>
    (await loadStage('smartlead', 'messages', { data, total_stats: total }, { limit: 3 })).next;
  expect(await next('3')).toBeNull();
  for (const total of [null, '0', '2']) expect(JSON.parse((await next(total)) ?? '{}')).toMatchObject({ after: '3' });
});

test('a campaign of Smartlead without a usable number is named', async () => {
  const { rows } = await loadStage('smartlead', 'campaigns', [{ id: 'b7', name: 'B' }]);
  expect(rows).toMatchObject([{ kind: 'campaign', external_id: 'b7' }]);
  const lost = await loadStage('smartlead', 'campaigns', [{ id: null, name: 'C' }]);
  expect(lost.rows).toMatchObject([{ kind: 'loss', name: 'C' }]);
});

test('the year 1 is no time, and the lead stays contacted', async () => {
  const linkedInUserProfile = { profileUrl: 'https://www.linkedin.com/in/ada' };
  const lead = {
    id: 1,
    leadConnectionStatus: 'ConnectionSent',
    lastActionTime: '0001-01-01T00:00:00',
    linkedInUserProfile,
  };
  const items = [lead, { ...lead, id: 2, lastActionTime: '+010000-01-01T00:00:00Z', leadMessageStatus: 'InmailReply' }];
  const { rows } = await loadStage('heyreach', 'leads', { totalCount: 2, items });
  expect(rows).toMatchObject([
    { state: 'contacted', last_contacted_at: null },
    { state: 'replied', last_contacted_at: null },
  ]);
});

const sumStates = (rows: readonly ToolRow[]) => {
  const states = rows.flatMap((row) =>
    row.kind === 'lead' || row.kind === 'touch' ? [`${row.kind} ${row.state}`] : [],
  );
  return Object.fromEntries([...Map.groupBy(states, (state) => state)].map(([state, { length }]) => [state, length]));
};

test('lemlist is read with delays, variables and activities', async () => {
  const { of, rows } = await loadAll('lemlist');
  expect(
    of('suppression')
      .map(({ value }) => value)
      .slice(0, 2),
  ).toEqual(['blocked-0.example', 'blocked-1@elsewhere.example']);
  const [campaign] = of('campaign');
  expect(campaign?.steps.map(({ type, delay_in_hours }) => [type, delay_in_hours])).toEqual([
    ['EMAIL', 0],
    ['EMAIL', 72],
    ['EMAIL', 96],
  ]);
  expect(campaign?.losses).toEqual(["Step 3: the second variant isn't given."]);
  expect(of('lead')[5]).toMatchObject({
    fields: { first_name: 'Farid', company_website_url: 'company-1.example', job_title: 'Head of sales' },
    variables: { icebreaker: 'Loved your talk in Köln.', city: 'Köln' },
  });
  expect(sumStates(rows)).toEqual({
    ...{ 'lead new': 51, 'lead stopped': 3, 'touch contacted': 57 },
    ...{ 'touch replied': 3, 'touch bounced': 3, 'touch unsubscribed': 3 },
  });
});

test('HeyReach is read with the path of an accepted invite, and who was written to', async () => {
  const { of, rows } = await loadAll('heyreach');
  const [campaign] = of('campaign');
  expect(campaign?.steps).toEqual([
    { type: 'VISIT_LINKEDIN_PROFILE', delay_in_hours: 3, variants: [] },
    {
      ...{ type: 'LINKEDIN_INVITE', delay_in_hours: 24 },
      variants: [{ subject: '', text: 'Hi {{firstName}}, shall we connect?' }],
    },
    {
      ...{ type: 'LINKEDIN_MESSAGE', delay_in_hours: 48 },
      variants: [
        { subject: '', text: 'How does {{companyName}} do it?' },
        { subject: '', text: 'A question, {{firstName}}.' },
      ],
    },
  ]);
  expect(campaign?.losses).toEqual(['One of two paths behind “connection request” is kept.']);
  expect(of('lead').at(0)).toMatchObject({
    ...{ list_id: '500', email: null, variables: { city: 'Köln' } },
    fields: { linkedin_url: 'https://www.linkedin.com/in/lead-9' },
  });
  expect(sumStates(rows)).toEqual({
    ...{ 'lead new': 6 + 15, 'lead contacted': 30, 'lead replied': 3, 'lead finished': 3, 'lead stopped': 3 },
  });
});

test('Apollo is read with its contacts once for each sequence, and names what its API does not give', async () => {
  const { of, rows } = await loadAll('apollo');
  expect(of('loss').map(({ name }) => name)).toContain('Texts of sequences');
  expect(of('list').map(({ name }) => name)).toEqual(['Trade fair 2026']);
  expect(of('campaign')[0]).toMatchObject({
    steps: [],
    losses: ["Apollo's API doesn't give the texts of its 3 steps."],
  });
  expect(of('lead')[5]).toMatchObject({
    ...{ external_id: 'sequence0 contact5', campaign_id: 'sequence0', email: 'lead-5@company-1.example' },
    fields: { company_website_url: 'http://www.company-1.example', location: 'Köln' },
  });
  expect(of('suppression').map(({ value }) => value)).toContain('blocked-1@elsewhere.example');
  expect(sumStates(rows)).toEqual({
    ...{ 'lead new': 6 + 39, 'lead finished': 9, 'lead stopped': 3, 'lead unsubscribed': 3 },
    ...{ 'touch contacted': 51, 'touch replied': 3, 'touch bounced': 3 },
  });
});

test('of Apollo, contacts in stages that ask for no contact are suppressed, and never in part', async () => {
  const searched: unknown[] = [];
  const answers = (contacts: object[], total: number, stages: string[]): RequestListener => {
    return async (request, response) => {
      if (request.method === 'GET') {
        const contact_stages = stages.map((name, index) => ({ id: `s${index}`, name }));
        return response.end(JSON.stringify({ contact_stages }));
      }
      searched.push(JSON.parse(await text(request)).contact_stage_ids);
      return response.end(JSON.stringify({ contacts, pagination: { total_entries: total } }));
    };
  };
  const read = (...given: Parameters<typeof answers>) => {
    const request = { tool: 'apollo', api_key: 'k', position: null, signal, findNext: findNone } as const;
    return withTool(answers(...given), async (port) => {
      const { rows } = await port.readPage(request);
      return rows.flatMap((row) => (row.kind === 'suppression' ? [row.value] : []));
    });
  };
  const contacts = [
    { id: '1', email: 'a@b.example', linkedin_url: 'https://www.linkedin.com/in/ab', sanitized_phone: '+31201234567' },
    { id: '2', email: null, linkedin_url: '', sanitized_phone: '+31207654321' },
    { id: '3' },
  ];
  const blocking = [
    'Do Not Contact',
    "don't email",
    'DNC',
    'Unsubscribed',
    'Opted-out (phone)',
    'Never contact',
    'Blacklist',
    'Dont contact',
    'do_not_contact',
    'Do-Not-E-Mail',
    'DoNotCall',
    'OPTED_OUT',
    'Un-subscribed',
    'Suppressed',
  ];
  const others = [
    'Cold',
    'Never contacted',
    'No Email',
    'Never e-mailed',
    'Not Interested',
    'Do call back',
    'Opportunity',
    'Contacted',
  ];
  expect(await read(contacts, 3, [...blocking, ...others])).toEqual([
    ...['a@b.example', 'https://www.linkedin.com/in/ab', '+31207654321'],
  ]);
  expect(searched).toEqual([blocking.map((_, index) => `s${index}`)]);
  expect(await read(contacts, 3, others)).toEqual([]);
  expect(searched).toHaveLength(1);
  await expect(read(contacts, 50_001, blocking)).rejects.toMatchObject({ kind: 'rejected' });
});

test('a campaign without a sequence is read with its leads', async () => {
  const answer: RequestListener = (request, response) =>
    request.method === 'GET'
      ? response.writeHead(400).end('{"errorMessage":"The campaign is a draft."}')
      : response.end('{"totalCount":1,"items":[{"id":7,"name":"Draft"}]}');
  const position = JSON.stringify({ stage: 'campaigns', after: null });
  await withTool(answer, async (port) => {
    const page = await port.readPage({ tool: 'heyreach', api_key: 'k', position, signal, findNext: findNone });
    expect(page.rows).toMatchObject([{ name: 'Draft', losses: ['It has no sequence that can be read.'] }]);
  });
});

test('Apollo is not read in part: a contact whose emails are not shown would be greeted again', async () => {
  const body = '{"emailer_messages":[],"pagination":{"total_entries":50001}}';
  const position = JSON.stringify({ stage: 'messages', after: null, of: 'a' });
  await withTool(
    (_request, response) => response.end(body),
    async (port) => {
      const request = { tool: 'apollo', api_key: 'k', position, signal, findNext: findNone };
      await expect(port.readPage(request)).rejects.toMatchObject({ kind: 'rejected' });
    },
  );
});
