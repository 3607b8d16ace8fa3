import fc from 'fast-check';
import { expect, test } from 'vitest';
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

const DAY_IN_MS = 24 * 3600 * 1000;
const start = Date.UTC(2026, 0, 1);
const at = (day: number): Date => new Date(start + day * DAY_IN_MS);

const subscription: Subscription = {
  id: 'sub_1',
  status: 'active',
  is_partner: false,
  extras: { linkedin_accounts: 2, email_accounts: 1, credits: 500 },
  period_ends_at: at(30),
  is_ending: false,
  unpaid_since: null,
  unpaid_invoice_url: null,
};

const nothing = { active_subscription: false, grace_until: null, extra_linkedin_accounts: 0, extra_email_accounts: 0 };

test('a plan whose payment failed goes on for fourteen days; what is not paid for is nothing', () => {
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
  amount_in_cents: 7900,
  refunded_in_cents: 0,
  paid_at: at(day),
});
const bought = (id: string, day: number, credits: number): Payment => ({ ...cycle(id, day, credits), kind: 'credits' });
const empty: Ledger = { balance: 100, monthly_left: 0, payments: new Map() };
const apply = (ledger: Ledger, payments: readonly Payment[]): Ledger & { entries: ReturnType<typeof planCredits> } => {
  const entries = planCredits(ledger, payments);
  const balance = entries.reduce(
    (sum, { kind, credits }) => sum + (kind === 'grant' ? credits : -credits),
    ledger.balance,
  );
  const last = payments
    .filter(({ kind }) => kind === 'cycle')
    .toSorted((a, b) => +a.paid_at - +b.paid_at)
    .at(-1);
  const isNew = last !== undefined && !ledger.payments.has(last.id);
  return {
    balance,
    monthly_left: isNew ? last.credits : ledger.monthly_left,
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    entries,
  };
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

/** What happens at the provider; the installation looks at some moments only. */
type Fact =
  | { what: 'month'; packs: number }
  | { what: 'buy'; packs: number }
  | { what: 'refund'; which: number; cents: number }
  | { what: 'status'; status: Subscription['status'] }
  | { what: 'look'; times: number };

const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ what: fc.constant('month' as const), packs: fc.nat(4) }),
  fc.record({ what: fc.constant('buy' as const), packs: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ what: fc.constant('refund' as const), which: fc.nat(50), cents: fc.integer({ min: 1, max: 9000 }) }),
  fc.record({
    what: fc.constant('status' as const),
    status: fc.constantFrom<Subscription['status']>('active', 'past_due', 'incomplete', 'ended'),
  }),
  fc.record({ what: fc.constant('look' as const), times: fc.integer({ min: 1, max: 3 }) }),
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

/** Whatever reports were lost, repeated or late: a look sees everything, in any order. */
function look(ledger: Ledger, { payments }: World, seed: number): Ledger & { entries: { key: string }[] } {
  const shuffled = payments.toSorted((a, b) => ((a.id.length * seed) % 7) - ((b.id.length * seed) % 7)).toReversed();
  return apply(ledger, shuffled);
}

test('20,000 histories: however reports arrive, plan and ledger end equal, and no credit comes out of nothing', () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 14 }), fc.nat(1000), (facts, seed) => {
      const world: World = { day: 0, payments: [], subscription: null };
      let ledger: Ledger = empty;
      const keys: string[] = [];
      for (const one of facts) {
        happen(world, one);
        for (let n = 0; n < (one.what === 'look' ? one.times : 0); n += 1) {
          const seen = look(ledger, world, seed);
          keys.push(...seen.entries.map(({ key }) => key));
          if (n > 0) expect(seen.entries).toEqual([]);
          ledger = seen;
        }
      }
      const last = look(ledger, world, seed);
      keys.push(...last.entries.map(({ key }) => key));
      expect(new Set(keys).size).toBe(keys.length);
      expect(last.balance).toBeGreaterThanOrEqual(0);
      // Nobody spent anything: what there may be is bounded by what was paid, whenever it was looked at.
      const purchases = world.payments.filter(({ kind }) => kind === 'credits');
      const month = world.payments.filter(({ kind }) => kind === 'cycle').at(-1)?.credits ?? 0;
      const most = 100 + month + purchases.reduce((sum, { credits }) => sum + credits, 0);
      expect(last.balance).toBeLessThanOrEqual(most);
      if (world.payments.every(({ refunded_in_cents }) => refunded_in_cents === 0)) expect(last.balance).toBe(most);
      const customer: Customer = { id: 'cus', subscription: world.subscription, payments: world.payments };
      expect(entitlementsOf(customer.subscription).active_subscription).toBe(
        world.subscription !== null && ['active', 'past_due'].includes(world.subscription.status),
      );
    }),
    { numRuns: 20_000 },
  );
});
