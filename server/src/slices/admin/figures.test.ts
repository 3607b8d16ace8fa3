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
    costs: { total_costs: 5.12, search_costs: 0.02, sender_accounts_costs: 5, email_credits_costs: 0.1 },
    margin: 88.88,
    metrics: {
      total_prospects_found: 5,
      active_sender_accounts: 1,
      prospects_with_emails: 2,
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
});
