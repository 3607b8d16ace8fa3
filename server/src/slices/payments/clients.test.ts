import { api } from '@overture/contract';
import { PRICES } from '@overture/domain/money/pricing';
import { expect, test } from 'vitest';
import { useAgencyWorld } from '../../testing/worlds.ts';
import { followDiffering } from './clients.service.ts';

const { world, server, agency } = useAgencyWorld({ has_webhook: false });
type Extras = { email: number; linkedin: number; credits: number };

const control = (body: object) => world.control('/stripe/__control/stripe', body);
const round = () => followDiffering(server.program.system, new AbortController().signal);
const wire = ({ email, linkedin, credits }: Extras) => ({
  extra_email_accounts: email,
  extra_linkedin_accounts: linkedin,
  extra_credits: credits,
});

/** As if no plan had been set by hand: nothing is given without a payment. */
async function endPlan(): Promise<void> {
  await server.owner.query(
    `update organizations set active_subscription = false, trial_ends_at = app_now() - interval '1 day' where organization_id = $1`,
    [agency.organization_id],
  );
}

let made = 0;
async function addClient(extras: Extras = { email: 0, linkedin: 0, credits: 0 }): Promise<number> {
  made += 1;
  const body = { name: 'Clara', company_name: `Paid ${made}`, email: `clara@paid${made}.example`, ...wire(extras) };
  const answer = await agency.call(api.createClient, {
    body: { ...body, company_website_url: 'https://paid.example' },
  });
  expect(answer.status).toBe(200);
  return answer.data.client_id;
}

async function subscribe(query: object = {}): Promise<void> {
  const answer = await agency.call(api.getPlanLink, { query } as never);
  await control({ pay: { session: answer.data.payment_link.split('/').at(-1), card: 'good' } });
  expect((await agency.call(api.confirmPayment)).data.data.status).toBe('active');
}

type Item = { price: { lookup_key: string }; quantity: number };
type Subscription = { customer: string; items: { data: Item[] }; pending: { amount: number; description: string }[] };

/** The state at the provider. */
async function loadSubscription(): Promise<{ items: Record<string, number>; pending: Subscription['pending'] }> {
  const { rows } = await server.owner.query('select customer_id from billing_customers where organization_id = $1', [
    agency.organization_id,
  ]);
  const answer = await fetch(`${world.sandbox.addresses.http_url}/stripe/__control/state`);
  const { subscriptions } = (await answer.json()) as { subscriptions: Subscription[] };
  const found = subscriptions.filter(({ customer }) => customer === rows[0].customer_id);
  expect(found).toHaveLength(1);
  const { items, pending } = found[0]!;
  return { items: Object.fromEntries(items.data.map(({ price, quantity }) => [price.lookup_key, quantity])), pending };
}

const paying = (items: Record<string, number>) =>
  expect.poll(async () => (await loadSubscription()).items).toEqual(items);

test('one subscription pays for the clients, and follows them; the agency’s own items stay', async () => {
  await endPlan();
  await addClient({ email: 2, linkedin: 1, credits: 500 });
  await subscribe({ extra_email_accounts: 3 });
  const own = { base_eur_month: 1, email_eur_month: 3 };
  const first = { client_linkedin_eur_month: 1, client_credits250_eur_month: 2 };
  await paying({ ...own, ...first, client_eur_month: 1, client_email_eur_month: 2 });
  const id = await addClient({ email: 1, linkedin: 0, credits: 0 });
  await paying({ ...own, ...first, client_eur_month: 2, client_email_eur_month: 3 });
  const put = (extras: Extras) => agency.call(api.updateClient, { params: { id }, body: wire(extras) });
  expect((await put({ email: 0, linkedin: 4, credits: 250 })).status).toBe(200);
  const more = { client_linkedin_eur_month: 5, client_credits250_eur_month: 3 };
  await paying({ ...own, ...more, client_eur_month: 2, client_email_eur_month: 2 });
  await expect
    .poll(async () => (await agency.call(api.getSubscription)).data.data)
    .toMatchObject({
      extra_email_accounts: 3,
      extra_linkedin_accounts: 0,
      extra_credits: 0,
      price: { total: 79 + 45 },
      clients: { clients: 2, linkedin_accounts: 5, credits: 750, price: { base: 158, total: 158 + 145 + 30 + 15 } },
    });
  expect((await agency.call(api.getUser)).data.user.organization).toMatchObject({
    extra_email_accounts: 3,
    extra_linkedin_accounts: 0,
    email_credits: 100 + 750,
  });
  const { pending } = await loadSubscription();
  // Accounts are charged by the day; what brings credits is charged whole: it leaves no part of a month to charge or give back.
  expect(pending.some(({ description }) => /account of a client/.test(description))).toBe(true);
  expect((await agency.call(api.cancelClient, { params: { id } })).status).toBe(200);
  await paying({ ...own, ...first, client_eur_month: 1, client_email_eur_month: 2 });
  // Unused time of account places is refunded; what granted credits is not.
  const back = (await loadSubscription()).pending.slice(pending.length);
  const sumOf = (what: RegExp) => back.filter((line) => what.test(line.description)).reduce((s, l) => s + l.amount, 0);
  expect(sumOf(/account of a client/)).toBeLessThan(-PRICES.extra_linkedin_account * 4 * 90);
  expect([...pending, ...back].filter(({ description }) => /^Client$|credits/.test(description))).toEqual([]);
  expect((await agency.call(api.restoreClient, { params: { id } })).status).toBe(200);
  await paying({ ...own, ...more, client_eur_month: 2, client_email_eur_month: 2 });
});

test('an interruption between change and record charges nothing twice, and a race ends right', async () => {
  await subscribe();
  const { payments } = server.program.system.ports;
  const original = payments.setClients;
  // Stopped: the provider has it, the record does not, and the jobs are gone.
  payments.setClients = async () => {
    throw new Error('stopped');
  };
  await addClient({ email: 1, linkedin: 0, credits: 0 });
  const { rows } = await server.owner.query(
    'select subscription_id from billing_customers where organization_id = $1',
    [agency.organization_id],
  );
  await original(rows[0].subscription_id, { clients: 1, email_accounts: 1, linkedin_accounts: 0, credits: 0 });
  payments.setClients = original;
  const { pending } = await loadSubscription();
  await Promise.all([round(), round(), round()]);
  expect((await loadSubscription()).pending).toEqual(pending);
  // Overtaken: what an earlier one wanted is written after what a later one wrote.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isFirst = true;
  payments.setClients = async (...given) => {
    if (isFirst) {
      isFirst = false;
      await held;
    }
    return original(...given);
  };
  await addClient();
  await expect.poll(() => isFirst).toBe(false);
  await addClient();
  await round();
  release();
  await paying({ base_eur_month: 1, client_eur_month: 3, client_email_eur_month: 1 });
  payments.setClients = original;
});

test('a provider that is away or refuses costs no client, and is retried', async () => {
  await subscribe();
  await control({ failure: { status: 503, code: 'api_error', times: 60 } });
  await addClient();
  await round();
  await control({ failure: { status: 503, code: 'api_error', times: 0 } });
  expect((await loadSubscription()).items).toEqual({ base_eur_month: 1 });
  await round();
  await paying({ base_eur_month: 1, client_eur_month: 1 });
});
