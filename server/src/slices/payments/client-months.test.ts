import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { useAgencyWorld } from '../../testing/worlds.ts';
import { addClient } from '../agency/agency.factory.ts';
import { reserveCredits } from '../billing/index.ts';

/** Credits of an agency's clients, which come when they are paid. */
const { world, server, agency } = useAgencyWorld();
let customer: string;

beforeEach(async () => {
  const { data } = await agency.call(api.getPlanLink, { query: {} } as never);
  await control({ pay: { session: data.payment_link.split('/').at(-1), card: 'good' } });
  await expect.poll(async () => (await planOf()).status).toBe('active');
  const { rows } = await server.owner.query('select customer_id from billing_customers where organization_id = $1', [
    agency.organization_id,
  ]);
  customer = rows[0].customer_id;
});

const control = (body: object) => world.control('/stripe/__control/stripe', body);
const planOf = async () => (await agency.call(api.getSubscription)).data.data;
const clientOf = async (id: number) => (await agency.call(api.getClient, { params: { id } })).data.client;
const creditsOf = async (id: number) => (await clientOf(id)).email_credits;
const set = (id: number, extra_credits: number) =>
  agency.call(api.updateClient, {
    params: { id },
    body: { extra_email_accounts: 0, extra_linkedin_accounts: 0, extra_credits },
  });

interface KnownInvoice {
  id: string;
  customer: string;
  billing_reason: string;
  status: string;
  amount_paid: number;
  lines: { data: { description: string; amount: number }[] };
}

async function invoices(): Promise<KnownInvoice[]> {
  const answer = await fetch(`${world.sandbox.addresses.http_url}/stripe/__control/state`);
  return ((await answer.json()) as { invoices: KnownInvoice[] }).invoices.filter((one) => one.customer === customer);
}
const ownInvoices = async () => (await invoices()).filter(({ billing_reason }) => billing_reason === 'manual');

const spend = (id: number, amount: number) =>
  server.program.system
    .forOrganization(id)
    .transaction((tx) => reserveCredits(tx, { amount, kind: 'research', purpose: 'a test', key: crypto.randomUUID() }));

/** An hour after the end of the agency's period, here and at the provider. */
async function renew(): Promise<void> {
  const before = Date.parse((await planOf()).period_ends_at ?? '');
  const offset = Math.round((before + 3_600_000 - Date.now()) / 1000);
  await server.owner.query(`update installation set clock_offset = make_interval(secs => $1)`, [offset]);
  server.program.system.clock.setOffset(offset * 1000);
  await server.owner.query(`update sessions set last_seen_at = app_now(), expires_at = app_now() + interval '30 days'`);
  await world.control('/__control/clock', { offset_in_seconds: offset });
  await expect.poll(async () => Date.parse((await planOf()).period_ends_at ?? '')).toBeGreaterThan(before);
}

test('a client gets its first month when the invoice is paid: in full, once, without a refund', async () => {
  await control({ card: { customer, card: 'declined' } });
  const { id } = await addClient(server, agency, { extra_credits: 500 });
  await expect.poll(async () => (await clientOf(id)).credits_due?.url ?? '').toContain('/invoices/');
  expect(await clientOf(id)).toMatchObject({
    email_credits: 0,
    credits_from: 'invoice',
    credits_due: { credits: 1250, from: 'invoice' },
  });
  // The agency's own plan is paid: a client's invoice that is not does not end it.
  expect((await planOf()).status).toBe('active');
  await control({ card: { customer, card: 'good' } });
  await expect.poll(() => creditsOf(id)).toBe(1250);
  expect((await clientOf(id)).credits_due).toBeNull();
  const [invoice] = await ownInvoices();
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 7900 + 1000 });
  await spend(id, 1000);
  expect((await agency.call(api.cancelClient, { params: { id } })).status).toBe(200);
  expect((await agency.call(api.restoreClient, { params: { id } })).status).toBe(200);
  expect((await set(id, 20_000)).status).toBe(200);
  const other = await addClient(server, agency);
  await expect.poll(() => creditsOf(other.id)).toBe(750);
  expect(await ownInvoices()).toHaveLength(2);
  expect(await creditsOf(id)).toBe(250);
});

test('a renewal grants what it charges: raised and lowered credits with the next invoice', async () => {
  const [one, two] = [await addClient(server, agency, { extra_credits: 250 }), await addClient(server, agency)];
  await expect.poll(() => creditsOf(one.id)).toBe(1000);
  await expect.poll(() => creditsOf(two.id)).toBe(750);
  // Many changes within a month: the renewal has more lines than one page of an invoice.
  for (let accounts = 1; accounts <= 3; accounts += 1) {
    const body = { extra_email_accounts: accounts, extra_linkedin_accounts: accounts, extra_credits: 0 };
    expect((await agency.call(api.updateClient, { params: { id: two.id }, body })).status).toBe(200);
    await expect
      .poll(async () => (await planOf()).clients)
      .toMatchObject({ email_accounts: accounts, linkedin_accounts: accounts });
  }
  await set(two.id, 20_000);
  await expect.poll(async () => (await planOf()).clients.credits).toBe(20_250);
  expect(await creditsOf(two.id)).toBe(750);
  await renew();
  await expect.poll(() => creditsOf(two.id)).toBe(750 + 20_750);
  expect(await creditsOf(one.id)).toBe(1000 + 1000);
  const renewal = (await invoices()).at(-1)!;
  expect(renewal.lines.data.length).toBeGreaterThan(10);
  const sumOf = (what: RegExp) =>
    renewal.lines.data.filter((line) => what.test(line.description)).reduce((sum, { amount }) => sum + amount, 0);
  expect([sumOf(/^Client$/), sumOf(/credits a month of a client/)]).toEqual([2 * 7900, 81 * 500]);
  // Lowered after the renewal: this month was charged and granted whole.
  await set(two.id, 0);
  await renew();
  await expect.poll(() => creditsOf(two.id)).toBe(750 + 20_750 + 750);
});

test('what was paid for a client that went before the payment is the credits of its agency', async () => {
  const { id } = await addClient(server, agency, { extra_credits: 250 });
  await expect.poll(() => creditsOf(id)).toBe(1000);
  await control({ card: { customer, card: 'declined' } });
  await renew();
  await expect.poll(async () => (await planOf()).status).toBe('past_due');
  expect((await clientOf(id)).credits_due).toMatchObject({ credits: 1000, from: 'invoice' });
  await agency.call(api.cancelClient, { params: { id } });
  const own = async () => (await agency.call(api.getUser)).data.user.organization.email_credits;
  expect(await own()).toBe(850);
  await control({ card: { customer, card: 'good' } });
  // Its own month expires and is granted again; the client's is added.
  await expect.poll(own).toBe(850 + 1000);
});

test('credits of a client erased before its payment go to its agency, until a refund', async () => {
  await control({ card: { customer, card: 'declined' } });
  const { id } = await addClient(server, agency);
  await expect.poll(async () => (await clientOf(id)).credits_due?.url ?? '').toContain('/invoices/');
  await server.owner.query('delete from organizations where organization_id = $1', [id]);
  const own = async () => (await agency.call(api.getUser)).data.user.organization.email_credits;
  const before = await own();
  await control({ card: { customer, card: 'good' } });
  await expect.poll(own).toBe(before + 750);
  await control({ refund: { of: (await ownInvoices()).at(-1)?.id, amount: 7900 } });
  await expect.poll(own).toBe(before);
});

test('a refund takes its share from the client, a lost dispute the rest, a won one nothing', async () => {
  const clients = [await addClient(server, agency), await addClient(server, agency), await addClient(server, agency)];
  for (const { id } of clients) await expect.poll(() => creditsOf(id)).toBe(750);
  const [refunded, lost, won] = (await ownInvoices()).map(({ id }) => id);
  await control({ refund: { of: refunded, amount: 3950 } });
  await expect.poll(() => creditsOf(clients[0]!.id)).toBe(375);
  await spend(clients[1]!.id, 700);
  for (const [of, status] of [
    [won, 'won'],
    [lost, 'lost'],
  ]) {
    await control({ dispute: { of, amount: 7900 } });
    await control({ close_dispute: { of, status } });
  }
  await expect.poll(() => creditsOf(clients[1]!.id)).toBe(0);
  expect(await creditsOf(clients[2]!.id)).toBe(750);
  expect((await agency.call(api.confirmPayment)).status).toBe(200);
  expect(await Promise.all(clients.map(({ id }) => creditsOf(id)))).toEqual([375, 0, 750]);
});
