import { api } from '@overture/contract';
import { FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCommandLine } from '../../app/commands/command-line.ts';
import { useTestServer } from '../../testing/harness.ts';
import { reserveCredits } from '../billing/index.ts';
import { grantMonthlyCredits } from './organizations.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let admin: Person;
const password = 'correct horse';

beforeAll(async () => {
  admin = await server.signUp('Olga Operator');
  await server.owner.query(
    `begin; set local session_replication_role = replica; update users set role = 'ADMIN' where id = ${admin.user_id}; commit`,
  );
});

const read = async (id: number) => (await admin.call(api.getAdminOrganization, { params: { id } })).data.organization;
const eventsOf = async (id: number) =>
  (
    await server.owner.query(
      'select event, actor_id, user_id, reason from security_events where organization_id = $1 order by id desc limit 3',
      [id],
    )
  ).rows;

describe('organizations', () => {
  test('are found by name and by the address of a user, with their figures', async () => {
    const person = await server.signUp('Quentin Quill');
    const params = { id: person.organization_id };
    await person.call(api.createCampaign, { body: { name: 'Autumn' } });
    for (const search of [person.email.toUpperCase(), person.email.slice(0, 12)]) {
      const { data } = await admin.call(api.listAdminOrganizations, { query: { search } });
      const row = data.organizations.find(({ id }) => id === params.id);
      expect(row).toMatchObject({
        total_users: 1,
        total_campaigns: 1,
        total_prospects: 0,
        plan: 'trial',
        suspended_at: null,
      });
    }
    const none = await admin.call(api.listAdminOrganizations, { query: { search: '100%_nobody' } });
    expect(none.data).toEqual({ organizations: [], total_organizations: 0 });
    expect((await read(params.id)).users).toMatchObject([{ email: person.email, role: 'USER', active: true }]);
    expect((await admin.call(api.getAdminOrganization, { params: { id: 999_999_999 } })).status).toBe(404);
  });

  test('are sorted by a column, and filtered by plan or suspension', async () => {
    const people = [await server.signUp('Zoe Sorted'), await server.signUp('Abe Sorted')];
    const [zoe, abe] = people.map(({ organization_id }) => organization_id) as [number, number];
    for (const [id, name] of [
      [zoe, 'sorted Zulu'],
      [abe, 'Sorted Alpha'],
    ] as const)
      await server.owner.query('update organizations set name = $2 where organization_id = $1', [id, name]);
    await server.owner.query(
      `update sessions set last_seen_at = app_now() - interval '1 hour' where organization_id = $1`,
      [abe],
    );
    const ids = async (query: object) => {
      const { data } = await admin.call(api.listAdminOrganizations, { query: { search: 'sorted ', ...query } });
      expect(data.total_organizations).toBe(data.organizations.length);
      return data.organizations.map(({ id }) => id);
    };
    const sort = (sort_field: string, sort_direction = 'asc') => ids({ sort_field, sort_direction });
    expect(await ids({})).toEqual([abe, zoe]);
    expect(await sort('name')).toEqual([abe, zoe]);
    expect(await sort('name', 'desc')).toEqual([zoe, abe]);
    expect(await sort('last_active_at')).toEqual([abe, zoe]);
    expect(await sort('last_active_at', 'desc')).toEqual([zoe, abe]);
    await admin.call(api.suspendOrganization, { params: { id: zoe }, body: { reason: 'Unpaid' } });
    expect([await ids({ state: 'suspended' }), await ids({ state: 'trial' })]).toEqual([[zoe], [abe]]);
    expect((await admin.call(api.listAdminOrganizations, { query: { sort_field: 'password' } as never })).status).toBe(
      400,
    );
  });
});

describe('the agency area', () => {
  test('is opened and closed with a log line, not while the agency has clients, and not for a client', async () => {
    const person = await server.signUp();
    const client = await server.signUp();
    const set = (is_agency: boolean, { organization_id } = person) =>
      admin.call(api.setOrganizationAgency, { params: { id: organization_id }, body: { is_agency } });
    expect((await person.call(api.listClients)).status).toBe(403);
    expect((await set(true)).data.organization).toMatchObject({ id: person.organization_id, is_agency: true });
    expect((await person.call(api.listClients)).status).toBe(200);
    expect((await eventsOf(person.organization_id))[0]).toMatchObject({ event: 'agency_set', reason: 'opened' });
    await server.owner.query('update organizations set agency_id = $2 where organization_id = $1', [
      ...[client.organization_id, person.organization_id],
    ]);
    expect([(await set(false)).status, (await set(true, client)).status]).toEqual([409, 409]);
    await server.owner.query('update organizations set agency_id = null where organization_id = $1', [
      client.organization_id,
    ]);
    expect((await set(false)).data.organization.is_agency).toBe(false);
    expect((await person.call(api.listClients)).status).toBe(403);
    expect(
      (await person.call(api.setOrganizationAgency, { params: { id: 1 }, body: { is_agency: true } })).status,
    ).toBe(403);
  });
});

describe('plan, credits and features', () => {
  test('a manual plan allows spending, its end stops it, and both are logged with the operator', async () => {
    const person = await server.signUp();
    const params = { id: person.organization_id };
    const set = (body: object) => admin.call(api.setOrganizationPlan, { params, body });
    const reserve = () =>
      server.program.system
        .forOrganization(params.id)
        .transaction((tx) =>
          reserveCredits(tx, { kind: 'research', amount: 1, purpose: 'Work', key: crypto.randomUUID() }),
        );
    expect((await set({ plan: 'none' })).data.organization.plan).toBe('none');
    await expect(reserve()).rejects.toThrow(/has ended/);
    const after = await set({ plan: 'subscription', extra_email_accounts: 3, monthly_credits: 500 });
    expect(after.data.organization).toMatchObject({
      plan: 'subscription',
      extra_email_accounts: 3,
      monthly_credits: 500,
    });
    await reserve();
    expect((await eventsOf(params.id))[0]).toMatchObject({
      event: 'plan_set',
      actor_id: admin.user_id,
      reason: 'subscription',
    });
    expect((await set({ plan: 'trial' })).error).toMatchObject({ code: 'bad_request' });
    const trial = await set({ plan: 'trial', trial_ends_at: new Date(Date.now() + 86_400_000).toISOString() });
    expect(trial.data.organization).toMatchObject({ plan: 'trial', extra_email_accounts: 3 });
  });

  test('what is paid for at the provider is not set by hand, credits of the month are', async () => {
    const person = await server.signUp();
    const params = { id: person.organization_id };
    await server.owner.query(
      `insert into billing_customers (organization_id, customer_id, status) values ($1, 'cus_1', 'active')`,
      [params.id],
    );
    for (const body of [{ plan: 'none' as const }, { extra_linkedin_accounts: 1 }, { extra_email_accounts: 1 }]) {
      expect((await admin.call(api.setOrganizationPlan, { params, body })).status).toBe(409);
    }
    expect((await admin.call(api.setOrganizationPlan, { params, body: { monthly_credits: 5 } })).status).toBe(200);
  });

  test('credits are given and taken, never below none, and the ledger agrees', async () => {
    const person = await server.signUp();
    const params = { id: person.organization_id };
    const give = (amount: number) =>
      admin.call(api.giveOrganizationCredits, { params, body: { amount, note: 'Gift' } });
    expect((await give(250)).data.organization.email_credits).toBe(350);
    expect((await give(-300)).data.organization.email_credits).toBe(50);
    expect((await give(-51)).status).toBe(409);
    expect((await give(0)).status).toBe(400);
    const { rows } = await server.owner.query(
      'select sum(change)::int as sum from credit_entries where organization_id = $1',
      [params.id],
    );
    expect(rows[0].sum).toBe(50);
    expect((await eventsOf(params.id))[0]).toMatchObject({
      event: 'credits_set',
      actor_id: admin.user_id,
      reason: '-300',
    });
  });

  test('credits of the month come once, and only with a plan', async () => {
    const [paid, trial] = [await server.signUp(), await server.signUp()];
    await admin.call(api.setOrganizationPlan, {
      params: { id: paid.organization_id },
      body: { plan: 'subscription', monthly_credits: 40 },
    });
    await admin.call(api.setOrganizationPlan, { params: { id: trial.organization_id }, body: { monthly_credits: 40 } });
    await grantMonthlyCredits(server.program.system);
    await grantMonthlyCredits(server.program.system);
    expect((await read(paid.organization_id)).email_credits).toBe(140);
    expect((await read(trial.organization_id)).email_credits).toBe(100);
  });

  test('a parent that goes off takes its children with it', async () => {
    const person = await server.signUp();
    const params = { id: person.organization_id };
    const set = async (body: object) =>
      (await admin.call(api.setOrganizationFeatures, { params, body })).data.organization.features;
    const features = await set({ lead_lists_enabled: false, phone_steps_enabled: false });
    const off = FEATURE_FLAGS.filter((flag) => !features[flag]);
    expect(off).toEqual(expect.arrayContaining(['lead_lists_enabled', 'lead_finder_enabled', 'phone_steps_enabled']));
    expect((await person.call(api.listSearches, {})).error.code).toBe('feature_disabled');
    expect((await set({ lead_lists_enabled: true })).lead_lists_enabled).toBe(true);
  });
});

describe('suspension', () => {
  test('ends sessions, blocks sign-in, spending and sending, and is undone', async () => {
    const person = await server.signUp();
    const params = { id: person.organization_id };
    const signIn = () => server.anonymous.call(api.login, { body: { email: person.email, password } });
    const suspended = await admin.call(api.suspendOrganization, { params, body: { reason: 'Unpaid' } });
    expect(suspended.data.organization).toMatchObject({ suspended_reason: 'Unpaid' });
    expect((await person.call(api.getUser)).status).toBe(401);
    const refused = await signIn();
    expect([refused.status, refused.error]).toMatchObject([
      403,
      {
        code: 'organization_suspended',
        error: 'Your organization is suspended. Please contact the administrator of this installation.',
      },
    ]);
    const spend = server.program.system
      .forOrganization(params.id)
      .transaction((tx) => reserveCredits(tx, { kind: 'research', amount: 1, purpose: 'Work', key: 'a' }));
    await expect(spend).rejects.toThrow(/has ended/);
    await admin.call(api.resumeOrganization, { params });
    expect((await signIn()).status).toBe(200);
    expect((await eventsOf(params.id)).map(({ event }) => event)).toContain('organization_resumed');
  });

  test('a wrong password does not reveal it, and operators cannot suspend themselves', async () => {
    const person = await server.signUp();
    await admin.call(api.suspendOrganization, { params: { id: person.organization_id }, body: {} });
    const wrong = await server.anonymous.call(api.login, { body: { email: person.email, password: 'wrong wrong' } });
    expect(wrong.error.code).toBe('invalid_credentials');
    const own = await admin.call(api.suspendOrganization, { params: { id: admin.organization_id }, body: {} });
    expect(own.status).toBe(409);
  });
});

test('the command line does the same', async () => {
  const person = await server.signUp();
  const lines: string[] = [];
  const run = (...words: string[]) =>
    createCommandLine({
      config: { ...server.config, DATABASE_URL: server.connectionString },
      directory: '.',
      say: (line) => lines.push(line),
    }).parseAsync(['node', 'overture', 'organization', ...words]);
  const id = String(person.organization_id);
  await run('plan', id, 'subscription', '--monthly-credits', '20');
  await run('credits', id, '15', '--note', 'Gift');
  await run('suspend', id, '--reason', 'Asked');
  await run('list', person.email);
  expect(lines.join('\n')).toMatch(
    /: subscription, 0 LinkedIn[\s\S]*has 115 credits[\s\S]*is suspended[\s\S]*suspended since \d{4}[\s\S]*1 in all/,
  );
  await run('resume', id);
  await expect(run('suspend', '987654')).rejects.toThrow('No organization has the number 987654.');
  await expect(run('plan', id)).rejects.toThrow('Say what is to change');
  expect(await read(person.organization_id)).toMatchObject({ suspended_at: null, monthly_credits: 20 });
});
