import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { type TestServer, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<TestServer['signUp']>>;
let person: Person;
let list: number;
let campaign: number;
/** A campaign whose leads were archived. */
let former: number;
let webhook: number;
let leads: number[];

beforeAll(async () => {
  person = await server.signUp();
  const run = (text: string, values: unknown[] = []) =>
    server.owner.query(text, [person.organization_id, ...values]).then(({ rows }) => rows);
  list = (await person.call(api.createSearch, { body: { name: 'Everyone' } as never })).data.id;
  const campaigns: number[] = [];
  for (let n = 0; n < 7; n += 1)
    campaigns.push((await person.call(api.createCampaign, { body: { name: `Campaign ${n}` } })).data.campaign.id);
  [campaign, former] = campaigns as [number, number];
  const rows = await run(`insert into prospects (organization_id, first_name, last_name, email)
    select $1, 'Ada', 'No ' || n, 'lead' || n || '@cursor.example' from generate_series(1, 7) n returning id::int`);
  leads = rows.map(({ id }) => id);
  await run(
    `insert into search_prospects (organization_id, search_id, prospect_id, status)
    select $1, $2, unnest($3::bigint[]), 'IN_REVIEW'`,
    [list, leads],
  );
  await run('update searches set total_prospects = 7 where organization_id = $1');
  for (const [id, archived] of [
    [campaign, false],
    [former, true],
  ] as const)
    await run(
      `insert into campaign_leads (organization_id, campaign_id, prospect_id, archived_at)
      select $1, $2, id, case when $4 then now() - make_interval(secs => id % 3) end from unnest($3::bigint[]) id`,
      [id, leads, archived],
    );
  await run(
    `insert into chats (organization_id, prospect_id, is_conversation, last_message_at)
    select $1, id, true, now() - make_interval(mins => (id % 4)::int) from unnest($2::bigint[]) id`,
    [leads],
  );
  await plantRows(run);
  const body = { url: 'https://receiver.example/', event_types: ['webhook.test' as const] };
  await server.owner.query('update sessions set confirmed_at = now()');
  webhook = (await person.call(api.createWebhook, { body: body as never })).data.webhook.id;
  await run(
    `with m as (insert into webhook_messages (organization_id, type, data)
      select $1, 'webhook.test', '{}' from generate_series(1, 7) returning id)
    insert into webhook_deliveries (organization_id, endpoint_id, message_id, state) select $1, $2, id, 'delivered' from m`,
    [webhook],
  );
});

/** Seven rows of each list; some of the same instant. */
async function plantRows(run: (text: string, values?: unknown[]) => Promise<unknown>): Promise<void> {
  const seven = 'generate_series(1, 7) n';
  const at = 'now() - make_interval(secs => n % 3)';
  await run(
    `insert into suppressions (organization_id, email, reason) select $1, 'no' || n || '@cursor.example', 'manual' from ${seven}`,
  );
  await run(`insert into suppression_lifts (organization_id, email, reason, suppressed_at, why)
    select $1, 'lifted' || n || '@cursor.example', 'manual', now(), 'By mistake' from ${seven}`);
  await run(`insert into excluded_domains (organization_id, domain, unicode_domain, created_at)
    select $1, n || '.example', n || '.example', ${at} from ${seven}`);
  await run(`delete from credit_entries where organization_id = $1`);
  await run(`insert into credit_entries (organization_id, kind, credits, change, purpose, key, created_at)
    select $1, 'grant', n, n, 'Bought', 'cursor ' || n, ${at} from ${seven}`);
  await run(`insert into security_events (organization_id, event, outcome, occurred_at)
    select $1, 'sign_in_failed', 'failure', ${at} from ${seven}`);
  await run(
    `insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
    select $1, $2, 'REPLY', true, 'Message ' || n, ${at} from ${seven}`,
    [leads[0]],
  );
  await run(`with i as (insert into integrations (organization_id, integration_type, account_id, account_name)
      values ($1, 'HUBSPOT', '1', 'Acme') returning id)
    insert into crm_exchanges (organization_id, integration_id, method, path, status, sent, answered, is_failure)
    select $1, i.id, 'GET', '/', 200, '', '', false from i, ${seven}`);
  await server.owner.query(`select open_event_months(current_date - 1, current_date)`);
  await run(
    `insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, type, action, node_id, occurred_at)
    select $1, l.campaign_id, l.id, l.prospect_id, 'email_sent', 'EMAIL', n, ${at}
    from campaign_leads l, ${seven} where l.campaign_id = $2 and l.prospect_id = $3`,
    [campaign, leads[0]],
  );
}

interface Page {
  ids: unknown[];
  next: string | null | undefined;
}
interface Question {
  cursor?: string;
  limit?: number;
  page?: number;
}
type Reader = (query: Question) => Promise<Page>;

const readers: Record<string, Reader> = {
  suppressions: async (query) => {
    const { data } = await person.call(api.listSuppressions, { query });
    return { ids: data.suppressions.map(({ id }) => id), next: data.next_cursor };
  },
  'lifted suppressions': async (query) => {
    const { data } = await person.call(api.listSuppressionLifts, { query });
    return { ids: data.lifts.map(({ id }) => id), next: data.next_cursor };
  },
  'excluded domains': async (query) => {
    const { data } = await person.call(api.listExcludedDomains, { query });
    return { ids: data.excluded_domains.map(({ id }) => id), next: data.next_cursor };
  },
  credits: async (query) => {
    const { data } = await person.call(api.listCredits, { query });
    return { ids: data.entries.map(({ id }) => id), next: data.next_cursor };
  },
  'security events': async (query) => {
    const { data } = await person.call(api.listSecurityEvents, { query: { ...query, outcome: 'failure' } });
    return { ids: data.events.map(({ id }) => id), next: data.next_cursor };
  },
  'requests to a CRM': async (query) => {
    const { data } = await person.call(api.listCrmExchanges, { params: { id: 'HUBSPOT' }, query });
    return { ids: data.exchanges.map(({ id }) => id), next: data.next_cursor };
  },
  'deliveries of a webhook': async (query) => {
    const { data } = await person.call(api.listWebhookDeliveries, { params: { id: webhook }, query });
    return { ids: data.deliveries.map(({ id }) => id), next: data.next_cursor };
  },
  activities: async (query) => {
    const { data } = await person.call(api.listActivities, { query });
    return { ids: data.activities.map((row) => `${row.prospect.id} ${row.step?.id}`), next: data.next_cursor };
  },
  chats: async ({ limit = 25, ...query }) => {
    const { data } = await person.call(api.listChats, { query: { ...query, limit: Math.min(limit, 100) } });
    return { ids: data.chats.map((chat) => chat.prospect.id), next: data.next_cursor };
  },
  'messages of a conversation': async ({ limit = 25, ...query }) => {
    const params = { prospectId: leads[0]! };
    const { data } = await person.call(api.getChatHistory, {
      params,
      query: { ...query, limit: Math.min(limit, 100) },
    });
    return { ids: data.messages.map(({ id }) => id), next: data.next_cursor };
  },
  'archived leads': async (query) => {
    const { data } = await person.call(api.listArchivedLeads, { params: { id: former }, query });
    return { ids: data.leads.map(({ id }) => id), next: data.next_cursor };
  },
};

/** Their cursors go in the order of ids: what they are sorted by on a screen changes while a program reads. */
const byId: Record<string, Reader> = {
  campaigns: async (query) => {
    const { data } = await person.call(api.listCampaignAnalytics, { query });
    return { ids: data.campaigns.map(({ id }) => id), next: data.next_cursor };
  },
  'leads of a campaign': async (query) => {
    const { data } = await person.call(api.listCampaignLeads, { params: { id: campaign }, query });
    return { ids: data.prospects.map(({ id }) => id), next: data.next_cursor };
  },
  leads: async (query) => {
    const { data } = await person.call(api.listSearchProspects, { params: { id: list }, query });
    return { ids: data.prospects.map(({ id }) => id), next: data.next_cursor };
  },
};

async function listAll(read: Reader): Promise<unknown[]> {
  const all: unknown[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null && pages < 9; pages += 1) {
    const page: Page = await read({ cursor, limit: 3 });
    all.push(...page.ids);
    cursor = page.next ?? null;
  }
  expect([all.length, new Set(all).size, pages]).toEqual([7, 7, 3]);
  return all;
}

test.each(Object.entries(readers))(
  'all %s are read once, page by page, in the order of numbered pages',
  async (_name, read) => {
    const all = await listAll(read);
    expect((await read({ cursor: '', limit: 200 })).ids).toEqual(all);
    const numbered = await read({ page: 1 });
    expect(numbered).toEqual({ ids: all, next: numbered.next ?? null });
    expect(numbered.next ?? null).toBeNull();
  },
);

test.each(Object.entries(byId))(
  'all %s are read once, page by page, in the order of their ids',
  async (_name, read) => {
    const all = await listAll(read);
    expect((await read({ cursor: '', limit: 200 })).ids).toEqual(all);
    expect((await read({ page: 1 })).ids.toSorted()).toEqual(all.toSorted());
  },
);

test('campaigns by cursor cannot be sorted by a figure', async () => {
  const query = { cursor: '', sort_field: 'reply_rate' };
  expect((await person.call(api.listCampaignAnalytics, { query })).error.code).toBe('bad_request');
});

test.each(Object.entries({ ...readers, ...byId }))(
  'limit without cursor reads the first page of %s, with the cursor of the next one',
  async (_name, read) => {
    const all = await listAll(read);
    const first = await read({ limit: 3 });
    expect([first.ids, typeof first.next]).toEqual([all.slice(0, 3), 'string']);
  },
);

test('limit without cursor has the page that is asked for, sorted or searched', async () => {
  const all = await listAll(readers.suppressions!);
  expect((await readers.suppressions!({ page: 1, limit: 3 })).ids).toEqual(all);
  const sorted = await person.call(api.listCampaignAnalytics, { query: { limit: 3, sort_field: 'reply_rate' } });
  expect(sorted.status).toBe(200);
  const searched = await person.call(api.listChats, { query: { limit: 3, search_query: 'Ada' } });
  expect([searched.status, searched.data.next_cursor ?? null]).toEqual([200, null]);
});

test('a row that is removed between two pages shifts nothing', async () => {
  const first = await readers.suppressions!({ cursor: '', limit: 3 });
  await server.owner.query('delete from suppressions where id = $1', [first.ids[0]]);
  const second = await readers.suppressions!({ cursor: first.next ?? '', limit: 3 });
  expect(second.ids[0]).toBe(Number(first.ids[2]) - 1);
});

test('a cursor that was changed, or belongs to another list or organization, is refused', async () => {
  const { data } = await person.call(api.listSuppressions, { query: { cursor: '', limit: 1 } });
  const cursor = data.next_cursor ?? '';
  const ask = async (who: Person, given: string) =>
    (await who.call(api.listSuppressions, { query: { cursor: given, limit: 1 } })).error.code;
  const other = await server.signUp();
  expect(await ask(other, cursor)).toBe('cursor_invalid');
  for (const given of [`x${cursor}`, `${cursor}x`, 'abc', '.', `${cursor}.1`, 'W10.AAAA'])
    expect(await ask(person, given)).toBe('cursor_invalid');
  const chats = await person.call(api.listChats, { query: { cursor, limit: 1 } });
  expect(chats.error.code).toBe('cursor_invalid');
  expect((await person.call(api.listSuppressions, { query: { cursor: '', limit: 201 } })).status).toBe(400);
  const searched = await person.call(api.listChats, { query: { cursor: '', search_query: 'x' } as never });
  expect(searched.error.code).toBe('bad_request');
});
