import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { addClient, fund, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let agency: Person;

beforeEach(async () => {
  agency = await signUpAgency(server);
});

const form = { name: 'Ada', company_name: 'Acme', company_website_url: 'https://acme.example' };
const balanceOf = async (id: number): Promise<number> =>
  (await server.owner.query('select email_credits from organizations where organization_id = $1', [id])).rows[0]
    .email_credits;
const own = () => balanceOf(agency.organization_id);
const set = (id: number, extra_credits: number) =>
  agency.call(api.updateClient, {
    params: { id },
    body: { extra_email_accounts: 0, extra_linkedin_accounts: 0, extra_credits },
  });
const clientOf = async (id: number) => (await agency.call(api.getClient, { params: { id } })).data.client;

async function endPlan(trial: string): Promise<void> {
  await server.owner.query(
    `update organizations set active_subscription = false, trial_ends_at = app_now() + $2::interval where organization_id = $1`,
    [agency.organization_id, trial],
  );
}

test('clients of a trial share the credits of their agency: none is made', async () => {
  await endPlan('5 days');
  const first = await addClient(server, agency, { extra_credits: 20_000 });
  expect([await own(), await balanceOf(first.id)]).toEqual([50, 50]);
  const second = await addClient(server, agency);
  expect([await own(), await balanceOf(second.id)]).toEqual([25, 25]);
  await set(second.id, 20_000);
  expect(await balanceOf(second.id)).toBe(25);
  expect(await clientOf(second.id)).toMatchObject({ credits_from: 'trial', credits_due: null });
});

test('without a plan an agency has ten clients, those it cancelled included; with one it has room for 500', async () => {
  const plant = (amount: number) =>
    server.owner.query(
      `with made as (insert into organizations (name, agency_id) select 'Planted', $1::bigint from generate_series(1, $2::int)
         returning organization_id as id)
       insert into agency_clients (organization_id, client_id, contact_name, email) select $1, id, 'Ada', id || '@planted.example' from made`,
      [agency.organization_id, amount],
    );
  const create = (email: string) => agency.call(api.createClient, { body: { ...form, email } });
  await endPlan('5 days');
  await plant(9);
  const { id } = await addClient(server, agency);
  expect((await create('eleventh@acme.example')).error.error).toMatch(/at most 10 clients, .*Choose a plan/);
  await agency.call(api.cancelClient, { params: { id } });
  expect((await create('eleventh@acme.example')).status).toBe(409);
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    agency.organization_id,
  ]);
  await plant(490);
  expect((await create('last@acme.example')).status).toBe(200);
  expect((await create('more@acme.example')).error.error).toContain('You can have at most 500 clients.');
  expect((await agency.call(api.restoreClient, { params: { id } })).error.error).toContain('at most 500 clients.');
});

test('without a plan a client has no credits', async () => {
  await endPlan('-1 day');
  const { id } = await addClient(server, agency, { extra_credits: 500 });
  expect([await own(), await balanceOf(id)]).toEqual([100, 0]);
});

test('with manual plans extra credits come out of the agency’s balance, or fail if it is too low', async () => {
  await fund(server, agency, 500);
  const refused = await agency.call(api.createClient, {
    body: { ...form, email: `short${agency.user_id}@acme.example`, extra_credits: 20_000 },
  });
  expect(refused).toMatchObject({ status: 409, error: { code: 'agency_credits_short' } });
  expect(refused.error.error).toContain('You have 600, but this needs 20000.');
  expect((await agency.call(api.listClients)).data).toEqual({ clients: [], credits_from: 'balance' });
  const { id } = await addClient(server, agency, { extra_credits: 250 });
  expect([await own(), await balanceOf(id)]).toEqual([350, 1000]);
  // Lowered and raised again, nothing moves twice; the difference moves immediately.
  for (const extras of [0, 250, 0, 500]) expect((await set(id, extras)).status).toBe(200);
  expect([await own(), await balanceOf(id)]).toEqual([100, 1250]);
  expect((await set(id, 750)).error.code).toBe('agency_credits_short');
  expect((await clientOf(id)).extra_credits).toBe(500);
});
