import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import type { TestServer } from '../../testing/harness.ts';
import { useBillingWorld } from '../../testing/worlds.ts';
import { reserveCredits } from '../billing/index.ts';

/** A year of one organization at the provider's stand-in, month by month, against a model of two balances. */
const { world, server } = useBillingWorld();
type Person = Awaited<ReturnType<TestServer['signUp']>>;

const DAY_IN_MS = 86_400_000;
const TRIAL_CREDITS = 100;
const MONTH_CREDITS = 750;

const control = (body: object) => world.control('/stripe/__control/stripe', body);
const organizationOf = async (person: Person) => (await person.call(api.getUser)).data.user.organization;
const planOf = async (person: Person) => (await person.call(api.getSubscription)).data.data;

/** Moves both clocks to this moment; sessions stay valid. */
async function travelTo(at: number): Promise<void> {
  const offset = at - Date.now();
  await server.owner.query(`update installation set clock_offset = make_interval(secs => $1)`, [offset / 1000]);
  server.program.system.clock.setOffset(offset);
  await server.owner.query(`update sessions set last_seen_at = app_now(), expires_at = app_now() + interval '30 days'`);
  await world.control('/__control/clock', { offset_in_seconds: Math.round(offset / 1000) });
}

interface KnownInvoice {
  customer: string;
  billing_reason: string;
  status: string;
  amount_due: number;
}

class Year {
  readonly person: Person;
  readonly customer: string;
  /** What is left of the month's credits, and of all others. */
  month = MONTH_CREDITS;
  bought = TRIAL_CREDITS;
  private spent = 0;

  constructor(person: Person, customer: string) {
    this.person = person;
    this.customer = customer;
  }

  /** The ledger, its sum and the model say the same. */
  async expectEven(): Promise<void> {
    await expect.poll(async () => (await organizationOf(this.person)).email_credits).toBe(this.month + this.bought);
    const { rows } = await server.owner.query(
      `select coalesce(sum(change), 0)::int as sum from credit_entries where organization_id = $1`,
      [this.person.organization_id],
    );
    expect(rows[0].sum).toBe(this.month + this.bought);
  }

  async spend(amount: number): Promise<void> {
    await this.trySpending(amount);
    const ofMonth = Math.min(amount, this.month);
    this.month -= ofMonth;
    this.bought -= amount - ofMonth;
  }

  trySpending(amount: number): Promise<unknown> {
    this.spent += 1;
    const work = { amount, kind: 'research' as const, purpose: 'a year', key: `year:${this.spent}` };
    return server.program.system
      .forOrganization(this.person.organization_id)
      .transaction((tx) => reserveCredits(tx, work));
  }

  async buy(credits: number): Promise<void> {
    const { data } = await this.person.call(api.getCreditsLink, { query: { credits } });
    await control({ pay: { session: data.payment_link.split('/').at(-1), card: 'good' } });
    this.bought += credits;
  }

  card(card: 'good' | 'declined'): Promise<unknown> {
    return control({ card: { customer: this.customer, card } });
  }

  /** To an hour after the period's end; what was left of the month lapses when the next is paid. */
  async nextMonth(next: 'paid' | 'past_due' = 'paid'): Promise<void> {
    const { period_ends_at } = await planOf(this.person);
    const before = Date.parse(period_ends_at ?? '');
    await travelTo(before + DAY_IN_MS / 24);
    const state = async () => {
      const plan = await planOf(this.person);
      return { status: plan.status, has_moved: Date.parse(plan.period_ends_at ?? '') > before };
    };
    await expect.poll(state).toEqual({ status: next === 'paid' ? 'active' : 'past_due', has_moved: true });
    if (next === 'paid') this.month = MONTH_CREDITS + (await planOf(this.person)).extra_credits;
  }

  async invoices(): Promise<KnownInvoice[]> {
    const answer = await fetch(`${world.sandbox.addresses.http_url}/stripe/__control/state`);
    const { invoices } = (await answer.json()) as { invoices: KnownInvoice[] };
    return invoices.filter(({ customer }) => customer === this.customer);
  }
}

async function begin(): Promise<Year> {
  const person = await server.signUp();
  const { data } = await person.call(api.getPlanLink, { query: { extra_email_accounts: 1 } } as never);
  await control({ pay: { session: data.payment_link.split('/').at(-1), card: 'good' } });
  await expect.poll(async () => (await planOf(person)).status).toBe('active');
  const { rows } = await server.owner.query('select customer_id from billing_customers where organization_id = $1', [
    person.organization_id,
  ]);
  return new Year(person, rows[0].customer_id);
}

test('a year, month by month: invoices, credits, a failing card, extras, a refund and the end', async () => {
  const year = await begin();
  const { person } = year;
  await year.expectEven();

  // Month 1: less is spent than the month brings, the rest lapses.
  await year.spend(300);
  await year.nextMonth();
  await year.expectEven();

  // Months 2 and 3: more is spent than it brings, what is bought stays.
  await year.buy(500);
  await year.expectEven();
  await year.spend(900);
  await year.nextMonth();
  await year.nextMonth();
  await year.expectEven();

  // Month 4: the card is declined. Work continues, and the payment comes before the grace period ends: the month begins then.
  await year.card('declined');
  await year.nextMonth('past_due');
  await year.spend(50);
  await year.expectEven();
  await year.card('good');
  await expect.poll(async () => (await planOf(person)).status).toBe('active');
  year.month = MONTH_CREDITS;
  await year.expectEven();

  // Month 5: it is declined for longer than the grace: nothing new begins, and nothing is lost.
  await year.nextMonth();
  await year.card('declined');
  await year.nextMonth('past_due');
  await travelTo(Date.parse((await planOf(person)).grace_until ?? '') + DAY_IN_MS);
  await expect(year.trySpending(1)).rejects.toMatchObject({ code: 'subscription_required' });
  await year.expectEven();
  await year.card('good');
  await expect.poll(async () => (await planOf(person)).status).toBe('active');
  year.month = MONTH_CREDITS;
  await year.expectEven();

  // Months 7 to 9: more credits a month, from the next one on.
  const body = { extra_linkedin_accounts: 1, extra_email_accounts: 1, extra_credits: 1000 };
  expect((await person.call(api.changeExtras, { body })).status).toBe(200);
  for (let month = 7; month <= 9; month += 1) {
    await year.nextMonth();
    await year.spend(1200);
    await year.expectEven();
  }
  expect(year.month).toBe(MONTH_CREDITS + 1000 - 1200);

  // Month 10: half of the money for bought credits is given back.
  const { rows } = await server.owner.query(
    `select payment_id, amount_in_cents from payments where organization_id = $1 and kind = 'credits'`,
    [person.organization_id],
  );
  await control({ refund: { of: rows[0].payment_id, amount: rows[0].amount_in_cents / 2 } });
  year.bought -= 250;
  await year.expectEven();

  // Months 11 and 12: it is cancelled, runs to its end, and no invoice follows. What is left stays, and waits for a plan.
  await year.nextMonth();
  await year.nextMonth();
  expect((await person.call(api.cancelSubscription)).status).toBe(200);
  await travelTo(Date.parse((await planOf(person)).period_ends_at ?? '') + 40 * DAY_IN_MS);
  await expect.poll(async () => (await planOf(person)).status).toBe('ended');
  await year.expectEven();
  await expect(year.trySpending(1)).rejects.toMatchObject({ code: 'subscription_required' });

  const invoices = await year.invoices();
  expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
  expect(invoices.map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_create',
    ...Array(11).fill('subscription_cycle'),
  ]);
  const euros = invoices.map(({ amount_due }) => amount_due / 100);
  expect(euros.slice(0, 7)).toEqual(Array(7).fill(79 + 15));
  // The first with new extras also asks for the rest of the month in which they were ordered.
  expect(euros[7]).toBeGreaterThan(79 + 15 + 29 + 20);
  expect(euros.slice(8)).toEqual(Array(4).fill(79 + 15 + 29 + 20));
});
