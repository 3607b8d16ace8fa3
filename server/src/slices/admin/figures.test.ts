import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
let admin: Awaited<ReturnType<typeof server.signUp>>;
let params: { id: number };

beforeAll(async () => {
  admin = await server.signUp();
  await server.owner.query(
    `begin; set local session_replication_role = replica; update users set role = 'ADMIN' where id = ${admin.user_id}; commit`,
  );
  const person = await server.signUp();
  params = { id: person.organization_id };
  const list = (await person.call(api.createSearch, { body: { name: 'People' } })).data.id;
  await server.owner.query(
    `with people as (insert into prospects (organization_id, first_name, last_name, email)
       select $1, 'A', n::text, case when n <= 2 then n || '@a.example' end from generate_series(1, 5) n returning id)
     insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people`,
    [params.id, list],
  );
  await server.owner.query(
    `insert into contact_lookups (organization_id, prospect_id, lookup, step, question, outcome, evidence)
     select organization_id, id, 'FIND_EMAIL', step, 'q', 'found', 'e' from prospects, unnest('{first,second}'::text[]) step
     where organization_id = $1 and email = '1@a.example'`,
    [params.id],
  );
  await server.owner.query(
    `insert into imports (organization_id, search_id, file_name, encoding, delimiter, header, column_mapping, status, added_prospects,
       total_rows, bytes_total) values ($1, $2, 'a.csv', 'utf-8', ',', '{a}', '{}', 'finished', 3, 3, 1)`,
    [params.id, list],
  );
  await server.owner.query(
    `insert into accounts (organization_id, account_type, status, name) values ($1, 'IMAP', 'connected', 'Ada')`,
    [params.id],
  );
  await admin.call(api.setOrganizationPlan, { params, body: { plan: 'subscription', extra_email_accounts: 1 } });
});

test('costs and leads by the day are those of the records', async () => {
  const query = { query: {}, params };
  const { data } = await admin.call(api.getAdminCosts, query);
  expect(data).toEqual({
    revenue: { total_revenue: 94, base_revenue: 79, extra_linkedin_revenue: 0, extra_email_revenue: 15 },
    costs: { total_costs: 5.06, search_costs: 0.01, sender_accounts_costs: 5, email_credits_costs: 0.05 },
    margin: 88.94,
    metrics: {
      // Five leads came, three of them from a file; two have an address, and one of those was bought.
      total_prospects_found: 2,
      active_sender_accounts: 1,
      prospects_with_emails: 1,
      extra_linkedin_accounts: 0,
      extra_email_accounts: 1,
    },
  });
  const leads = (await admin.call(api.getAdminSearchAnalytics, query)).data;
  expect([
    leads.search_prospects.length,
    leads.search_prospects.at(-1)?.count,
    leads.csv_prospects.at(-1)?.count,
  ]).toEqual([30, 2, 3]);
  const campaigns = (await admin.call(api.getAdminCampaignAnalytics, query)).data;
  expect(campaigns).toMatchObject({ total_prospects: 0, total_emails_sent: 0 });
  expect(campaigns.daily_metrics).toHaveLength(30);
  expect((await admin.call(api.listAdminSenders, { params })).data.linked_accounts).toMatchObject([{ name: 'Ada' }]);
});

test('leads of campaigns are those of the period', async () => {
  const { rows } = await server.owner.query('select id from prospects where organization_id = $1 order by id limit 2', [
    params.id,
  ]);
  await server.owner.query(
    `with campaign as (insert into campaigns (organization_id, name) values ($1, 'Autumn') returning id)
     insert into campaign_leads (organization_id, campaign_id, prospect_id, created_at)
       select $1, campaign.id, p.id, app_now() - make_interval(days => p.days) from campaign, (values ($2::bigint, 0), ($3::bigint, 40)) p (id, days)`,
    [params.id, rows[0].id, rows[1].id],
  );
  const of = async (query: object) =>
    (await admin.call(api.getAdminCampaignAnalytics, { params, query })).data.total_prospects;
  expect([await of({}), await of({ start_date: '2020-01-01' })]).toEqual([1, 2]);
});

test("an organization's security log is the one its managers read", async () => {
  const { data } = await admin.call(api.listAdminSecurityEvents, { params, query: {} });
  expect(data.events.map(({ event }) => event)).toContain('plan_set');
  expect(data.total_events).toBeGreaterThan(0);
  expect((await admin.call(api.listAdminSecurityEvents, { params: { id: 999_999_999 }, query: {} })).status).toBe(404);
  const stranger = await server.signUp();
  expect((await stranger.call(api.listAdminSecurityEvents, { params, query: {} })).status).toBe(403);
});

test('days are validated, and unknown ids are not found', async () => {
  const turned = { start_date: '2026-02-02', end_date: '2026-02-01' };
  expect((await admin.call(api.getAdminCosts, { params, query: turned })).status).toBe(400);
  for (const endpoint of [api.getAdminCosts, api.getAdminSearchAnalytics, api.getAdminCampaignAnalytics] as const)
    expect(
      (await admin.call(endpoint as typeof api.getAdminCosts, { params: { id: 999_999_999 }, query: {} })).status,
    ).toBe(404);
});

test('the system shows versions, jobs and adapters; a test mail is sent', async () => {
  await server.owner.query(`select graphile_worker.add_job('note', '{}')`);
  // Programs that share the database may have written down what they heard of the mailer, and of others.
  await server.owner.query(
    `insert into adapter_states (adapter, failed_at, failures, last_error) values ('mailer', now(), 3, 'no answer')
     on conflict (adapter) do update set failures = 3, last_error = excluded.last_error`,
  );
  const { data } = await admin.call(api.getSystem);
  expect(data.jobs).toContainEqual(expect.objectContaining({ task: 'note', waiting: 1, running: 0, failing: 0 }));
  const mailer = { adapter: 'mailer', failures: 3, last_error: 'no answer' };
  expect(data.adapters).toContainEqual(expect.objectContaining(mailer));
  expect(data.database_bytes).toBeGreaterThan(1_000_000);
  expect((await admin.call(api.sendTestMail, { body: { to: 'ops@a.example' } })).status).toBe(200);
  expect(server.mails.at(-1)).toMatchObject({ to: 'ops@a.example', subject: 'Test mail of this installation' });
  await server.program.app.inject({
    ...{ method: 'POST', url: '/api/v1/admin/test-mail/', payload: { to: 'ops@b.example' } },
    headers: { 'accept-language': 'de', jwt: String(admin.token) },
  });
  expect(server.mails.at(-1)).toMatchObject({
    to: 'ops@b.example',
    subject: 'Test-E-Mail dieser Installation',
    text: expect.stringMatching(/^Diese Installation kann E-Mails senden\. Angefordert wurde dies unter http\S+\.$/),
  });
});
