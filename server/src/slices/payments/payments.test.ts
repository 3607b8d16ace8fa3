import { createHmac } from 'node:crypto';
import { api } from '@overture/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, type TestServer } from '../../testing/harness.ts';
import { STRIPE_SECRET } from '../../testing/stripe-world.ts';
import { useBillingWorld } from '../../testing/worlds.ts';
import { reserveCredits } from '../billing/index.ts';
import { registerPaymentWebhook } from './webhooks.service.ts';

const { world, server } = useBillingWorld({
  environment: {
    STRIPE_WEBHOOK_SECRET: `whsec_next,${STRIPE_SECRET}`,
    PARTNER_EMAIL_DOMAIN: 'partner.example',
  },
});
type Person = Awaited<ReturnType<TestServer['signUp']>>;

const DAY_IN_SECONDS = 86_400;

beforeEach(() => control({ repeat: 1, is_held: false, is_lost: false }));

const control = (body: object) => world.control<{ sent: number }>('/stripe/__control/stripe', body);

/** A person at the provider's page, who pays. */
async function pay(link: string, card: 'good' | 'confirm' = 'good'): Promise<void> {
  await control({ pay: { session: link.split('/').at(-1), card } });
}

async function subscribe(person: Person, query = {}): Promise<void> {
  const answer = await person.call(api.getPlanLink, { query } as never);
  expect(answer.status).toBe(200);
  await pay(answer.data.payment_link);
}

const organizationOf = async (person: Person) => (await person.call(api.getUser)).data.user.organization;
const planOf = async (person: Person) => (await person.call(api.getSubscription)).data.data;
const creditsOf = async (person: Person) => (await organizationOf(person)).email_credits;

async function findCustomer(person: Person): Promise<string> {
  const { rows } = await server.owner.query('select customer_id from billing_customers where organization_id = $1', [
    person.organization_id,
  ]);
  return rows[0].customer_id;
}

/** The ledger and the balance agree, after every step. */
async function expectEvenLedger(): Promise<void> {
  const { rows } = await server.owner.query(`select o.organization_id from organizations o
    where o.email_credits <> (select coalesce(sum(change), 0) from credit_entries e where e.organization_id = o.organization_id)`);
  expect(rows).toEqual([]);
}

const spend = (person: Person, amount: number, key: string) =>
  server.program.system
    .forOrganization(person.organization_id)
    .transaction((tx) => reserveCredits(tx, { amount, kind: 'research', purpose: 'a test', key }));

let ahead = 0;
/** The provider's months go by; ours too. */
async function travel(days: number): Promise<void> {
  ahead += days * DAY_IN_SECONDS;
  await server.owner.query(`update installation set clock_offset = make_interval(secs => $1)`, [ahead]);
  server.program.system.clock.setOffset(ahead * 1000);
  // Sessions stay valid.
  await server.owner.query(`update sessions set last_seen_at = app_now(), expires_at = app_now() + interval '30 days'`);
  await world.control('/__control/clock', { offset_in_seconds: ahead });
}

test("the customer portal opens for the organization's own customer, and leads back to the billing page", async () => {
  const person = await server.signUp();
  expect((await person.call(api.getCustomerPortal)).error.code).toBe('no_subscription');
  await subscribe(person);
  const { data, status } = await person.call(api.getCustomerPortal);
  expect(status).toBe(200);
  const page = await fetch(data.customer_portal_link);
  expect(page.status).toBe(200);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const back = await fetch(data.customer_portal_link, {
    ...{ method: 'POST', headers: form, body: 'choice=back', redirect: 'manual' as const },
  });
  expect(new URL(back.headers.get('location')!).pathname).toBe('/settings/billing');
  await fetch(data.customer_portal_link, { method: 'POST', headers: form, body: 'choice=cancel' });
  await expect.poll(async () => (await planOf(person)).is_ending).toBe(true);
});

describe('a plan', () => {
  test('is ordered with extras, paid, and grants slots and credits once, also if reported twice', async () => {
    const person = await server.signUp();
    await control({ repeat: 3 });
    await subscribe(person, { extra_linkedin_accounts: 2, extra_email_accounts: 1, extra_credits: 500 });
    await expect
      .poll(() => organizationOf(person))
      .toMatchObject({
        active_subscription: true,
        is_in_trial: false,
        had_subscription: true,
        has_payments: true,
        extra_linkedin_accounts: 2,
        extra_email_accounts: 1,
        email_credits: 100 + 750 + 500,
      });
    expect(await planOf(person)).toMatchObject({
      status: 'active',
      is_ending: false,
      price: { total: 79 + 58 + 15 + 10 },
    });
    expect(await person.call(api.getPlanLink)).toMatchObject({ status: 409, error: { code: 'already_subscribed' } });
    await expectEvenLedger();
  });

  test('two clicks lead to one page; a different order to another', async () => {
    const person = await server.signUp();
    const order = (extra_email_accounts: number) => person.call(api.getPlanLink, { query: { extra_email_accounts } });
    const [one, two] = await Promise.all([order(1), order(1)]);
    expect(one.data.payment_link).toBe(two.data.payment_link);
    expect((await order(1)).data.payment_link).toBe(one.data.payment_link);
    expect((await order(2)).data.payment_link).not.toBe(one.data.payment_link);
  });

  test('is cancelled with its period, resumed, and ended; work stops until the next payment', async () => {
    const person = await server.signUp();
    await subscribe(person);
    await expect.poll(async () => (await planOf(person)).status).toBe('active');
    expect((await person.call(api.cancelSubscription)).status).toBe(200);
    expect(await planOf(person)).toMatchObject({ status: 'active', is_ending: true });
    expect((await person.call(api.keepSubscription)).status).toBe(200);
    expect((await planOf(person)).is_ending).toBe(false);
    await person.call(api.cancelSubscription);
    await travel(32);
    await expect.poll(async () => (await planOf(person)).status).toBe('ended');
    expect(await organizationOf(person)).toMatchObject({ active_subscription: false, is_in_trial: false });
    await expect(spend(person, 1, 'late')).rejects.toMatchObject({ code: 'subscription_required' });
    expect((await person.call(api.cancelSubscription)).error).toMatchObject({ code: 'no_subscription' });
    await subscribe(person);
    await expect.poll(() => spend(person, 1, 'again')).not.toBeNull();
  });

  test('continues for fourteen days after a failed payment, and again once the card pays', async () => {
    const person = await server.signUp();
    await subscribe(person);
    await expect.poll(async () => (await planOf(person)).status).toBe('active');
    await control({ card: { customer: await findCustomer(person), card: 'declined' } });
    await travel(32);
    await expect.poll(async () => (await planOf(person)).status).toBe('past_due');
    const plan = await planOf(person);
    expect(plan.unpaid_invoice_url).toContain('/invoices/');
    expect(await spend(person, 1, 'in grace')).not.toBeNull();
    await travel(14);
    await expect(spend(person, 1, 'after it')).rejects.toMatchObject({ code: 'subscription_required' });
    await control({ card: { customer: await findCustomer(person), card: 'good' } });
    await expect.poll(async () => (await planOf(person)).status).toBe('active');
    expect(await spend(person, 1, 'paid')).not.toBeNull();
    await expectEvenLedger();
  });

  test('costs people of the partner nothing', async () => {
    const person = await server.signUp();
    await server.owner.query(`update users set email = $2 where id = $1`, [
      person.user_id,
      `p${person.user_id}@partner.example`,
    ]);
    await subscribe(person);
    await expect.poll(() => planOf(person)).toMatchObject({ status: 'active', is_partner: true, price: { total: 0 } });
    expect(await creditsOf(person)).toBe(850);
  });

  test('changes its extras from today, and not below what is connected', async () => {
    const person = await server.signUp();
    await subscribe(person);
    await expect.poll(async () => (await planOf(person)).status).toBe('active');
    const change = (extra_linkedin_accounts: number, extra_credits = 0) =>
      person.call(api.changeExtras, { body: { extra_linkedin_accounts, extra_email_accounts: 0, extra_credits } });
    expect((await change(3, 250)).data.data).toMatchObject({ extra_linkedin_accounts: 3, extra_credits: 250 });
    expect((await organizationOf(person)).extra_linkedin_accounts).toBe(3);
    expect((await change(1)).data.data).toMatchObject({ extra_linkedin_accounts: 1, extra_credits: 0 });
    expect((await change(51)).status).toBe(400);
    await server.owner.query(
      `insert into accounts (organization_id, account_type, name, status, is_base_account, provider_account_id)
       select $1::bigint, 'LINKEDIN', 'Extra seat ' || n, 'OK', false, 'extra-' || $1::bigint || '-' || n from generate_series(1, 2) n`,
      [person.organization_id],
    );
    expect((await change(1)).error).toMatchObject({
      code: 'extras_in_use',
      error: expect.stringContaining('2 LinkedIn'),
    });
  });
});

describe('credits', () => {
  test('are bought in steps, arrive once, and a refund takes back down to zero', async () => {
    const person = await server.signUp();
    const order = (credits: number) => person.call(api.getCreditsLink, { query: { credits } });
    expect((await order(250)).error).toMatchObject({ code: 'no_subscription' });
    await subscribe(person);
    await expect.poll(() => creditsOf(person)).toBe(850);
    for (const credits of [0, 249, 300, 30_250, -250]) expect((await order(credits)).status).toBe(400);
    await pay((await order(1000)).data.payment_link);
    await expect.poll(() => creditsOf(person)).toBe(1850);
    await pay((await order(1000)).data.payment_link);
    await expect.poll(() => creditsOf(person)).toBe(2850);
    await spend(person, 2500, 'most of it');
    const { rows } = await server.owner.query(
      `select payment_id from payments where organization_id = $1 and kind = 'credits' order by paid_at limit 1`,
      [person.organization_id],
    );
    await control({ refund: { of: rows[0].payment_id, amount: 2000 } });
    await expect.poll(() => creditsOf(person)).toBe(0);
    await expectEvenLedger();
  });

  test('of a disputed payment stay until it is lost', async () => {
    const person = await server.signUp();
    await subscribe(person);
    await expect.poll(() => creditsOf(person)).toBe(850);
    await pay((await person.call(api.getCreditsLink, { query: { credits: 1000 } })).data.payment_link);
    await expect.poll(() => creditsOf(person)).toBe(1850);
    const { rows } = await server.owner.query(
      `select payment_id as of from payments where organization_id = $1 and kind = 'credits'`,
      [person.organization_id],
    );
    const { of } = rows[0];
    await control({ dispute: { of, amount: 2000 } });
    expect((await person.call(api.confirmPayment)).status).toBe(200);
    expect(await creditsOf(person)).toBe(1850);
    await control({ close_dispute: { of, status: 'lost' } });
    await expect.poll(() => creditsOf(person)).toBe(850);
    await expectEvenLedger();
  });

  test('of a month lapse with the next one; spent ones are gone, bought ones stay', async () => {
    const person = await server.signUp();
    await subscribe(person);
    await expect.poll(() => creditsOf(person)).toBe(850);
    await spend(person, 300, 'research');
    await pay((await person.call(api.getCreditsLink, { query: { credits: 500 } })).data.payment_link);
    await expect.poll(() => creditsOf(person)).toBe(1050);
    await travel(32);
    // 100 of the trial, 500 bought, 750 of the new month; the 450 that were left of the old one are gone.
    await expect.poll(() => creditsOf(person)).toBe(1350);
    const history = (await person.call(api.listCredits, { query: { kind: 'grant' } })).data.entries;
    expect(
      history
        .slice(0, 2)
        .map(({ what, credits }) => [what, credits])
        .sort(),
    ).toEqual([
      ['Monthly credits', 750],
      ['Unused monthly credits', -450],
    ]);
    await expectEvenLedger();
  });
});

describe('reports', () => {
  test('that are late, out of order or lost lead to the same end', async () => {
    const [late, lost] = [await server.signUp(), await server.signUp()];
    await control({ is_held: true });
    await subscribe(late);
    await control({ release: 'backward', is_held: false });
    await expect.poll(() => creditsOf(late)).toBe(850);
    await control({ is_lost: true });
    await subscribe(lost);
    expect(await creditsOf(lost)).toBe(100);
    // Who comes back from the page does not wait for a report.
    expect((await lost.call(api.confirmPayment)).data.data.status).toBe('active');
    expect(await creditsOf(lost)).toBe(850);
    expect((await lost.call(api.confirmPayment)).status).toBe(200);
    expect(await creditsOf(lost)).toBe(850);
  });

  test('are refused when Stripe did not sign them, or long ago, or for another account', async () => {
    const person = await server.signUp();
    await subscribe(person);
    const body = (customer: string) =>
      JSON.stringify({ id: `evt_${customer}`, object: 'event', type: 'invoice.paid', data: { object: { customer } } });
    const call = (payload: string, secret: string, at = Date.now()) => {
      const time = Math.floor(at / 1000);
      const v1 = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${v1}` };
      return server.program.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
    };
    const own = body(await findCustomer(person));
    expect((await call(own, 'whsec_other')).statusCode).toBe(400);
    expect((await call(own, STRIPE_SECRET, Date.now() - 600_000)).statusCode).toBe(400);
    const unsigned = await server.program.app.inject({ method: 'POST', url: '/webhooks/stripe', payload: own });
    expect(unsigned.statusCode).toBe(400);
    const stored = async () =>
      (await server.owner.query(`select event_id from payment_events where event_id like 'evt_cus%'`)).rows;
    expect(await stored()).toEqual([]);
    expect((await call(body('cus_of_somebody_else'), STRIPE_SECRET)).statusCode).toBe(200);
    expect(await stored()).toEqual([]);
    for (let n = 0; n < 3; n += 1) expect((await call(own, STRIPE_SECRET)).statusCode).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test('of disputes are heard by an address that an earlier version registered', async () => {
    const url = `${server.config.APP_URL}/webhooks/stripe`;
    const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer sk_test' };
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      return (await fetch(`${world.sandbox.addresses.http_url}/stripe/v1/${path}`, init)).json() as Promise<Answer>;
    };
    const find = async () => {
      const { data } = await call<{ data: { id: string; url: string; enabled_events: string[] }[] }>(
        'webhook_endpoints',
      );
      return data.filter((endpoint) => endpoint.url === url);
    };
    await registerPaymentWebhook(server.program.system);
    const [before] = await find();
    await call(`webhook_endpoints/${before?.id}`, { enabled_events: ['invoice.paid'] });
    await registerPaymentWebhook(server.program.system);
    const known = await find();
    expect(known).toHaveLength(1);
    expect(known[0]!.enabled_events).toEqual(expect.arrayContaining(['invoice.paid', 'charge.dispute.closed']));
  });

  test('a result loaded before a newer one was written changes nothing', async () => {
    const person = await server.signUp();
    await subscribe(person);
    await expect.poll(async () => (await planOf(person)).status).toBe('active');
    await server.owner.query(
      `update billing_customers set written_reading = 1000000, status = 'past_due' where organization_id = $1`,
      [person.organization_id],
    );
    await person.call(api.confirmPayment);
    expect((await planOf(person)).status).toBe('past_due');
  });
});

test('a provider without a response charges nothing and is reported', async () => {
  const person = await server.signUp();
  await control({ failure: { status: 503, code: 'api_error', times: 9 } });
  const answer = await person.call(api.getPlanLink);
  expect(answer).toMatchObject({ status: 503, error: { code: 'payments_unavailable' } });
  await control({ failure: { status: 503, code: 'api_error', times: 0 } });
});

test.each(['refunded', 'lost'])(
  'a paying referral brings both sides credits, once, and locks the code, until it is %s',
  async (end) => {
    const referrer = await server.signUp();
    const code = `friend-${referrer.organization_id}`;
    const set = (referral_code: string) => referrer.call(api.setReferralCode, { body: { referral_code } });
    for (const wrong of ['', 'ab', 'a'.repeat(33), 'with space']) expect((await set(wrong)).status).toBe(400);
    expect((await set(code)).status).toBe(200);
    const email = `friend${referrer.organization_id}@company.example`;
    const body = { email, password: 'correct horse battery', name: 'Mia Friend', referral_code: code.toUpperCase() };
    await server.anonymous.call(api.register, { body });
    const mailed = server.mails.findLast(({ to }) => to === email);
    const digits = /\b\d{8}\b/.exec(mailed?.text ?? '')?.[0] ?? '';
    const signedIn = await server.anonymous.call(api.verifyEmail, { body: { email, code: digits } });
    expect(signedIn.status).toBe(200);
    const friend = { ...createClient(server.program, signedIn.data.data?.token ?? ''), organization_id: 0 } as Person;
    expect((await referrer.call(api.listReferralUses)).data.usages).toHaveLength(1);
    expect((await set('another')).error).toMatchObject({ code: 'referral_code_locked' });
    expect([await creditsOf(referrer), await creditsOf(friend)]).toEqual([100, 100]);
    await control({ repeat: 4 });
    await subscribe(friend);
    await expect.poll(async () => [await creditsOf(referrer), await creditsOf(friend)]).toEqual([850, 1600]);
    expect((await friend.call(api.confirmPayment)).data.referral_bonus).toBe(750);
    expect([await creditsOf(referrer), await creditsOf(friend)]).toEqual([850, 1600]);
    const { rows } = await server.owner.query(
      `select payment_id, amount_in_cents from payments where organization_id = (select referred_organization_id from referral_uses
      where organization_id = $1)`,
      [referrer.organization_id],
    );
    const [of, amount] = [rows[0].payment_id, rows[0].amount_in_cents];
    if (end === 'refunded') await control({ refund: { of, amount } });
    else {
      await control({ dispute: { of, amount } });
      // A bank takes its time.
      await server.owner.query(
        `update referral_uses set rewarded_at = rewarded_at - interval '90 days' where organization_id = $1`,
        [referrer.organization_id],
      );
      await control({ close_dispute: { of, status: 'lost' } });
    }
    await expect.poll(() => creditsOf(referrer)).toBe(100);
    await friend.call(api.confirmPayment);
    expect(await creditsOf(referrer)).toBe(100);
    await expectEvenLedger();
  },
);
