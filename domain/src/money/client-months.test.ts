import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clientMonthCredits,
  creditsOfPaid,
  type PaidClients,
  packsOf,
  refundedCredits,
  shareClientMonths,
} from './client-months.ts';

const AGENCY = 0;

test("a paid month goes to clients in their order, each with its own packs; the rest is the agency's", () => {
  const clients = [
    { id: 1, extra_credits: 500 },
    { id: 2, extra_credits: 20_000 },
    { id: 3, extra_credits: 0 },
  ];
  const share = (months: number, packs: number, of = clients) => shareClientMonths({ months, packs }, of, AGENCY);
  expect(share(3, 3)).toEqual([
    { recipient_id: 1, credits: 1250 },
    { recipient_id: 2, credits: 1000 },
    { recipient_id: 3, credits: 750 },
  ]);
  expect(share(1, 4)).toEqual([
    { recipient_id: 1, credits: 1250 },
    { recipient_id: AGENCY, credits: 500 },
  ]);
  expect(share(2, 0, [])).toEqual([{ recipient_id: AGENCY, credits: 1500 }]);
  expect(share(0, 0)).toEqual([]);
});

/** What an agency, its bank and its people do; the day moves on between. */
type Fact =
  | { what: 'create'; packs: number }
  | { what: 'cancel' | 'restore'; which: number }
  | { what: 'set'; which: number; packs: number }
  | { what: 'follow' | 'pay' | 'decline' }
  | { what: 'days'; days: number }
  | { what: 'spend'; which: number; percent: number }
  | { what: 'refund'; which: number; percent: number };

const which = fc.nat(30);
const packs = fc.oneof(fc.nat(4), fc.constant(80));
const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ what: fc.constant('create' as const), packs }),
  fc.record({ what: fc.constantFrom('cancel' as const, 'restore' as const), which }),
  fc.record({ what: fc.constant('set' as const), which, packs }),
  fc.record({ what: fc.constantFrom('follow' as const, 'pay' as const, 'decline' as const) }),
  fc.record({ what: fc.constant('days' as const), days: fc.constantFrom(0, 1, 13, 29, 31) }),
  fc.record({ what: fc.constant('spend' as const), which, percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ what: fc.constant('refund' as const), which, percent: fc.constantFrom(1, 50, 100) }),
);

interface Client {
  id: number;
  extra_credits: number;
  is_cancelled: boolean;
  balance: number;
}
interface Invoice {
  id: number;
  period: number;
  /** Null for the month of the agency with all its clients. */
  client_id: number | null;
  brings: PaidClients;
  amount: number;
  is_paid: boolean;
  is_shared: boolean;
  refunded: number;
}
interface Month {
  period: number;
  recipient_id: number;
  invoice: Invoice;
  credits: number;
  taken: number;
}

const PERIOD_IN_DAYS = 30;
const amountOf = ({ months, packs: some }: PaidClients): number => months * 7900 + some * 500;

/** An agency, its provider and its ledgers, by the same rules as `payments/client-months.service`. */
class World {
  day = 0;
  readonly clients: Client[] = [];
  readonly invoices: Invoice[] = [];
  readonly months: Month[] = [];
  isDeclined = false;
  spent = 0;
  taken = 0;
  own = 0;
  private subscribed: PaidClients = { months: 0, packs: 0 };

  constructor() {
    this.bill({ period: 0, client_id: null, brings: { ...this.subscribed } });
  }

  get period(): number {
    return Math.floor(this.day / PERIOD_IN_DAYS);
  }

  private inForce(): Client[] {
    return this.clients.filter(({ is_cancelled }) => !is_cancelled);
  }

  private bill(given: Pick<Invoice, 'period' | 'client_id' | 'brings'>): void {
    const amount = amountOf(given.brings) + (given.client_id === null ? 7900 : 0);
    const id = this.invoices.length;
    this.invoices.push({ ...given, id, amount, is_paid: !this.isDeclined, is_shared: false, refunded: 0 });
  }

  move(days: number): void {
    for (let day = 0; day < days; day += 1) {
      this.day += 1;
      if (this.day % PERIOD_IN_DAYS === 0)
        this.bill({ period: this.period, client_id: null, brings: { ...this.subscribed } });
    }
  }

  /** Quantities follow the clients; who has nothing of the running month is charged for it. */
  follow(): void {
    this.share();
    const clients = this.inForce();
    this.subscribed = {
      months: clients.length,
      packs: clients.reduce((sum, { extra_credits }) => sum + packsOf(extra_credits), 0),
    };
    const cycle = this.invoices.findLast(({ client_id, period }) => client_id === null && period === this.period);
    if (!cycle?.is_shared) return;
    for (const { id, extra_credits } of clients) {
      const isAsked = this.invoices.some((one) => one.client_id === id && one.period === this.period);
      const hasMonth = this.months.some((one) => one.recipient_id === id && one.period === this.period);
      if (!isAsked && !hasMonth)
        this.bill({ period: this.period, client_id: id, brings: { months: 1, packs: packsOf(extra_credits) } });
    }
    this.share();
  }

  private share(): void {
    for (const invoice of this.invoices.filter(({ is_paid, is_shared }) => is_paid && !is_shared)) {
      invoice.is_shared = true;
      const { brings, client_id, period } = invoice;
      const without = this.inForce().filter(
        ({ id }) => !this.months.some((one) => one.recipient_id === id && one.period === period),
      );
      const shares =
        client_id === null
          ? shareClientMonths(brings, without, AGENCY)
          : [{ recipient_id: client_id, credits: creditsOfPaid(brings) }];
      for (const { recipient_id, credits } of shares) {
        this.months.push({ period, recipient_id, invoice, credits, taken: 0 });
        this.change(recipient_id, credits);
      }
    }
    for (const month of this.months) this.takeBack(month);
  }

  private takeBack(month: Month): void {
    const { refunded, amount } = month.invoice;
    const due = refundedCredits(month.credits, { refunded_in_cents: refunded, amount_in_cents: amount });
    const taken = Math.min(due - month.taken, this.balanceOf(month.recipient_id));
    month.taken = due;
    this.taken += taken;
    this.change(month.recipient_id, -taken);
  }

  balanceOf(id: number): number {
    return id === AGENCY ? this.own : (this.clients[id - 1] as Client).balance;
  }

  change(id: number, by: number): void {
    if (id === AGENCY) this.own += by;
    else (this.clients[id - 1] as Client).balance += by;
  }

  happen(one: Fact): void {
    const client = 'which' in one ? this.clients[one.which % Math.max(1, this.clients.length)] : undefined;
    if (one.what === 'create')
      this.clients.push({
        id: this.clients.length + 1,
        extra_credits: one.packs * 250,
        is_cancelled: false,
        balance: 0,
      });
    if (one.what === 'days') this.move(one.days);
    if (one.what === 'follow') this.follow();
    if (one.what === 'decline') this.isDeclined = true;
    if (one.what === 'pay') {
      this.isDeclined = false;
      for (const invoice of this.invoices) invoice.is_paid = true;
    }
    if (one.what === 'refund') {
      const paid = this.invoices.filter(({ is_paid }) => is_paid);
      const invoice = paid[one.which % Math.max(1, paid.length)];
      if (invoice) invoice.refunded = Math.max(invoice.refunded, Math.floor((invoice.amount * one.percent) / 100));
    }
    if (!client) return;
    if (one.what === 'cancel') client.is_cancelled = true;
    if (one.what === 'restore') client.is_cancelled = false;
    if (one.what === 'set') client.extra_credits = one.packs * 250;
    if (one.what === 'spend') {
      const amount = Math.floor((client.balance * one.percent) / 100);
      this.spent += amount;
      client.balance -= amount;
    }
  }
}

test('ten thousand histories of an agency: credits of clients are never more than what was paid for', () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 24 }), (facts) => {
      const world = new World();
      for (const one of facts) {
        world.happen(one);
        const granted = world.months.reduce((sum, { credits }) => sum + credits, 0);
        const paid = world.invoices.filter(({ is_paid }) => is_paid);
        expect(granted).toBeLessThanOrEqual(paid.reduce((sum, { brings }) => sum + creditsOfPaid(brings), 0));
      }
      world.move(1);
      world.follow();
      const paid = world.invoices.filter(({ is_paid }) => is_paid);
      // All that was paid was granted, each credit at its full price, and is there, was spent, or was taken back.
      const granted = world.months.reduce((sum, { credits }) => sum + credits, 0);
      expect(granted).toBe(paid.reduce((sum, { brings }) => sum + creditsOfPaid(brings), 0));
      const left = world.own + world.clients.reduce((sum, { balance }) => sum + balance, 0);
      expect(left + world.spent + world.taken).toBe(granted);
      expect(Math.min(left, world.own, ...world.clients.map(({ balance }) => balance))).toBeGreaterThanOrEqual(0);
      const names = world.months.map(({ period, recipient_id, invoice }) =>
        recipient_id === AGENCY ? `rest ${invoice.id}` : `${period} ${recipient_id}`,
      );
      expect(new Set(names).size).toBe(names.length);
      for (const { client_id, brings, amount } of world.invoices)
        expect(amount - (client_id === null ? 7900 : 0)).toBe(amountOf(brings));
    }),
    { numRuns: 10_000 },
  );
});

test('the credits of a month are those of its price', () => {
  fc.assert(
    fc.property(packs, (some) => {
      expect(creditsOfPaid({ months: 1, packs: some })).toBe(clientMonthCredits(some * 250));
    }),
  );
});
