import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { NO_PAID_CLIENTS } from './client-months.ts';
import {
  type Customer,
  entitlementsOf,
  GRACE_IN_DAYS,
  type Ledger,
  monthlyCredits,
  type Payment,
  planCredits,
  type Subscription,
} from './payments.ts';
import { NO_CLIENT_PLANS } from './pricing.ts';

const DAY_IN_MS = 24 * 3600 * 1000;
const start = Date.UTC(2026, 0, 1);
const at = (day: number): Date => new Date(start + day * DAY_IN_MS);

const subscription: Subscription = {
  id: 'sub_1',
  status: 'active',
  is_partner: false,
  extras: { linkedin_accounts: 2, email_accounts: 1, credits: 500 },
  clients: NO_CLIENT_PLANS,
  period_starts_at: at(0),
  period_ends_at: at(30),
  is_ending: false,
  unpaid_since: null,
  unpaid_invoice_url: null,
};

const nothing = { active_subscription: false, grace_until: null, extra_linkedin_accounts: 0, extra_email_accounts: 0 };

test('a plan whose payment failed runs for fourteen days; an unpaid plan gives nothing', () => {
  expect(entitlementsOf(subscription)).toEqual({
    active_subscription: true,
    grace_until: null,
    extra_linkedin_accounts: 2,
    extra_email_accounts: 1,
  });
  const late = { ...subscription, status: 'past_due' as const, unpaid_since: at(3) };
  expect(entitlementsOf(late).grace_until).toEqual(at(3 + GRACE_IN_DAYS));
  for (const status of ['incomplete', 'ended'] as const)
    expect(entitlementsOf({ ...subscription, status })).toEqual(nothing);
  expect(entitlementsOf(null)).toEqual(nothing);
});

const cycle = (id: string, day: number, credits = 750): Payment => ({
  id,
  kind: 'cycle',
  credits,
  clients: NO_PAID_CLIENTS,
  period_starts_at: at(day),
  amount_in_cents: 7900,
  refunded_in_cents: 0,
  lost_in_cents: 0,
  paid_at: at(day),
});
const bought = (id: string, day: number, credits: number): Payment => ({ ...cycle(id, day, credits), kind: 'credits' });
const empty: Ledger = { balance: 100, monthly_left: 0, payments: new Map() };
type Seen = Ledger & { entries: ReturnType<typeof planCredits> };
const newestMonth = (payments: Iterable<Payment>) =>
  [...payments]
    .filter(({ kind }) => kind === 'cycle')
    .toSorted((a, b) => +a.paid_at - +b.paid_at)
    .at(-1);

/** What the records say afterwards: the month's credits but for what entries named after it took. */
const apply = (ledger: Ledger, payments: readonly Payment[]): Seen => {
  const entries = planCredits(ledger, payments);
  const balance = entries.reduce(
    (sum, { kind, credits }) => sum + (kind === 'grant' ? credits : -credits),
    ledger.balance,
  );
  const month = newestMonth(payments);
  const before = month && !ledger.payments.has(month.id) ? month.credits : ledger.monthly_left;
  const taken = entries
    .filter(({ key }) => month !== undefined && key.startsWith(`refund:${month.id}:`))
    .reduce((sum, { credits }) => sum + credits, 0);
  const known = new Map(payments.map((payment) => [payment.id, payment]));
  return { balance, monthly_left: Math.max(0, before - taken), payments: known, entries };
};

test('what a month leaves lapses when the next is paid, what was bought stays', () => {
  const first = apply(empty, [cycle('in_1', 0)]);
  expect(first.balance).toBe(850);
  const spent = { ...first, balance: 500, monthly_left: 400 };
  const second = apply(spent, [cycle('in_1', 0), bought('pi_1', 3, 250), cycle('in_2', 31)]);
  expect(second.entries.map(({ kind, credits, why }) => [kind, credits, why])).toEqual([
    ['grant', 250, 'purchase'],
    ['take', 400, 'lapse'],
    ['grant', 750, 'month'],
  ]);
  expect(second.balance).toBe(100 + 250 + 750);
});

test('a refund takes its share back, once, and never more than there is', () => {
  const paid = apply(empty, [bought('pi_1', 0, 1000)]);
  const half = [{ ...bought('pi_1', 0, 1000), refunded_in_cents: 3950 }];
  const refunded = apply(paid, half);
  expect(refunded.balance).toBe(600);
  expect(planCredits(refunded, half)).toEqual([]);
  const whole = apply({ ...refunded, balance: 20 }, [{ ...bought('pi_1', 0, 1000), refunded_in_cents: 7900 }]);
  expect(whole.balance).toBe(0);
});

test('a refund of what was bought never lets bought credits lapse with the month', () => {
  const payments = [cycle('in_1', 0), bought('pi_1', 1, 1000)];
  const first = apply({ ...empty, balance: 0 }, payments);
  // All of the month and 400 of what was bought are spent.
  const spent = { ...first, balance: 600, monthly_left: 0 };
  const second = apply(spent, [...payments, cycle('in_2', 31)]);
  const refunded = [cycle('in_1', 0), { ...bought('pi_1', 1, 1000), refunded_in_cents: 7900 }, cycle('in_2', 31)];
  const third = apply(second, refunded);
  expect([third.balance, third.monthly_left]).toEqual([350, 350]);
  const fourth = apply(third, [...refunded, bought('pi_2', 40, 500)]);
  const fifth = apply(fourth, [...refunded, bought('pi_2', 40, 500), cycle('in_3', 62)]);
  expect(fifth.entries.map(({ why, credits }) => [why, credits])).toEqual([
    ['lapse', 350],
    ['month', 750],
  ]);
  expect(fifth.balance).toBe(500 + 750);
});

/** What happens at the provider; the installation looks at some moments only, and people spend what it shows. */
type Fact =
  | { what: 'month'; packs: number }
  | { what: 'buy'; packs: number }
  | { what: 'refund'; which: number; cents: number }
  | { what: 'status'; status: Subscription['status'] }
  | { what: 'look'; times: number }
  | { what: 'spend'; percent: number };

const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ what: fc.constant('month' as const), packs: fc.nat(4) }),
  fc.record({ what: fc.constant('buy' as const), packs: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ what: fc.constant('refund' as const), which: fc.nat(50), cents: fc.integer({ min: 1, max: 9000 }) }),
  fc.record({
    what: fc.constant('status' as const),
    status: fc.constantFrom<Subscription['status']>('active', 'past_due', 'incomplete', 'ended'),
  }),
  fc.record({ what: fc.constant('look' as const), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('spend' as const), percent: fc.integer({ min: 1, max: 100 }) }),
);

interface World {
  day: number;
  payments: Payment[];
  subscription: Subscription | null;
}

function happen(world: World, one: Fact): void {
  world.day += 7;
  const id = `pay_${world.payments.length}`;
  if (one.what === 'month') world.payments.push(cycle(id, world.day, monthlyCredits({ credits: one.packs * 250 })));
  if (one.what === 'buy')
    world.payments.push({ ...bought(id, world.day, one.packs * 250), amount_in_cents: one.packs * 500 });
  if (one.what === 'status') world.subscription = { ...subscription, status: one.status, unpaid_since: at(world.day) };
  if (one.what === 'refund' && world.payments.length > 0) {
    const index = one.which % world.payments.length;
    const payment = world.payments[index] as Payment;
    const refunded_in_cents = Math.min(payment.amount_in_cents, payment.refunded_in_cents + one.cents);
    world.payments[index] = { ...payment, refunded_in_cents };
  }
}

/** A sync sees everything in any order, even if reports were lost, repeated or late. */
function look(ledger: Ledger, { payments }: World, seed: number): Seen {
  const shuffled = payments.toSorted((a, b) => ((a.id.length * seed) % 7) - ((b.id.length * seed) % 7)).toReversed();
  return apply(ledger, shuffled);
}

/** The same by two purses: that of the month, which is spent first and lapses, and that of what was bought, which does not. */
interface Purses {
  month: number;
  bought: number;
  month_id: string;
  granted: number;
  taken: number;
  spent: number;
}

function follow(purses: Purses, entries: Seen['entries']): void {
  for (const { why, credits, key } of entries) {
    if (why === 'month') Object.assign(purses, { month: credits, month_id: key.slice('month:'.length) });
    if (why === 'purchase') purses.bought += credits;
    if (why === 'lapse') {
      // Nothing but what the month left.
      expect(credits).toBe(purses.month);
      purses.month = 0;
    }
    if (why === 'refund') {
      const ofMonth = key.startsWith(`refund:${purses.month_id}:`) ? Math.min(credits, purses.month) : 0;
      purses.month -= ofMonth;
      purses.bought -= credits - ofMonth;
    }
    if (why === 'month' || why === 'purchase') purses.granted += credits;
    else purses.taken += credits;
  }
}

function spend(ledger: Ledger, purses: Purses, percent: number): Ledger {
  const amount = Math.floor((ledger.balance * percent) / 100);
  const ofMonth = Math.min(amount, purses.month);
  purses.month -= ofMonth;
  purses.bought -= amount - ofMonth;
  purses.spent += amount;
  return { ...ledger, balance: ledger.balance - amount, monthly_left: Math.max(0, ledger.monthly_left - amount) };
}

function expectEven(ledger: Ledger, purses: Purses): void {
  expect([purses.month >= 0, purses.bought >= 0]).toEqual([true, true]);
  expect(ledger.balance).toBe(purses.month + purses.bought);
  // No credit out of nothing: all there ever was is there, was spent, or was taken back.
  expect(ledger.balance + purses.spent + purses.taken).toBe(100 + purses.granted);
}

test('thousands of histories: for any order of reports and any spending, plan, purses and ledger agree, and no credit appears from nowhere', () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 16 }), fc.nat(1000), (facts, seed) => {
      const world: World = { day: 0, payments: [], subscription: null };
      const purses: Purses = { month: 0, bought: 100, month_id: '', granted: 0, taken: 0, spent: 0 };
      let ledger: Ledger = empty;
      const keys: string[] = [];
      const see = (): Seen => {
        const seen = look(ledger, world, seed);
        keys.push(...seen.entries.map(({ key }) => key));
        follow(purses, seen.entries);
        expectEven(seen, purses);
        ledger = seen;
        return seen;
      };
      for (const one of facts) {
        happen(world, one);
        if (one.what === 'spend') ledger = spend(ledger, purses, one.percent);
        for (let n = 0; n < (one.what === 'look' ? one.times : 0); n += 1) {
          const { entries } = see();
          if (n > 0) expect(entries).toEqual([]);
        }
        expectEven(ledger, purses);
      }
      see();
      expect(new Set(keys).size).toBe(keys.length);
      const most = 100 + world.payments.reduce((sum, { credits }) => sum + credits, 0);
      expect(ledger.balance + purses.spent).toBeLessThanOrEqual(most);
      const customer: Customer = { id: 'cus', subscription: world.subscription, payments: world.payments };
      expect(entitlementsOf(customer.subscription).active_subscription).toBe(
        world.subscription !== null && ['active', 'past_due'].includes(world.subscription.status),
      );
    }),
    { numRuns: inject('is_proving') ? 20_000 : 3000 },
  );
});
