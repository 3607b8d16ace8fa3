import type { Schedule } from '../schedule.ts';
import type { StripeEvents } from './stripe-events.ts';
import {
  findById,
  type Intent,
  type Invoice,
  type InvoiceLine,
  type Item,
  newId,
  type Price,
  type StripeState,
  type StripeSubscription,
} from './stripe-world.ts';

/** Days after which a failed payment is tried again, counted from the one before. */
const RETRIES_IN_DAYS = [3, 5, 6];
const DAY_IN_SECONDS = 86_400;

type Reason = Invoice['billing_reason'];

/** Subscriptions through the months: invoices, payments, failures, ends. */
export type BillingCycle = {
  subscribe(
    customer: string,
    wanted: { price: Price; quantity: number }[],
    metadata: Record<string, string>,
  ): Promise<StripeSubscription>;
  /** Charges a card at once, outside of any invoice. */
  charge(customer: string, amount: number, metadata: Record<string, string>): Intent;
  /** Tries an invoice once more. */
  pay(invoice: Invoice): Promise<boolean>;
  changeItems(subscription: StripeSubscription, items: Item[], isProrated: boolean): Promise<void>;
  end(subscription: StripeSubscription): Promise<void>;
  refund(intent: Intent, amount: number): Promise<void>;
  /** Takes up every subscription's next date; after a restart. */
  resume(): void;
};

export function createBillingCycle(
  state: StripeState,
  events: StripeEvents,
  schedule: Schedule,
  clock: { now(): number; save(): void; base_url(): string },
): BillingCycle {
  const seconds = (): number => Math.floor(clock.now() / 1000);

  function charge(customer: string, amount: number, metadata: Record<string, string>): Intent {
    const id = newId('pi');
    const latest_charge = {
      id: newId('ch'),
      object: 'charge' as const,
      customer,
      payment_intent: id,
      amount,
      amount_refunded: 0,
    };
    const facts = { id, object: 'payment_intent' as const, customer, status: 'succeeded' as const, created: seconds() };
    const intent: Intent = { ...facts, amount, amount_received: amount, metadata, latest_charge };
    state.intents.push(intent);
    return intent;
  }

  function makeInvoice(subscription: StripeSubscription, reason: Reason, lines: InvoiceLine[]): Invoice {
    const amount = Math.max(
      0,
      lines.reduce((sum, line) => sum + line.amount, 0),
    );
    const id = newId('in');
    const invoice: Invoice = {
      id,
      object: 'invoice',
      customer: subscription.customer,
      status: 'open',
      billing_reason: reason,
      created: seconds(),
      amount_due: amount,
      amount_paid: 0,
      attempt_count: 0,
      hosted_invoice_url: `${clock.base_url()}/invoices/${id}`,
      status_transitions: { finalized_at: seconds(), paid_at: null },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: { object: 'list', data: lines },
      intents: [],
    };
    state.invoices.push(invoice);
    subscription.latest_invoice = id;
    return invoice;
  }

  async function pay(invoice: Invoice): Promise<boolean> {
    const { card } = findById(state.customers, invoice.customer, 'customer');
    invoice.attempt_count += 1;
    const subscription = findById(
      state.subscriptions,
      invoice.parent.subscription_details.subscription,
      'subscription',
    );
    if (invoice.amount_due > 0 && card !== 'good') {
      if (subscription.status === 'active') subscription.status = 'past_due';
      await events.emit('invoice.payment_failed', present(invoice));
      if (card === 'confirm') await events.emit('invoice.payment_action_required', present(invoice));
    } else {
      invoice.status = 'paid';
      invoice.amount_paid = invoice.amount_due;
      invoice.status_transitions.paid_at = seconds();
      if (invoice.amount_due > 0) invoice.intents.push(charge(invoice.customer, invoice.amount_due, {}).id);
      if (['past_due', 'unpaid', 'incomplete'].includes(subscription.status)) subscription.status = 'active';
      await events.emit('invoice.paid', present(invoice));
    }
    await events.emit('customer.subscription.updated', subscription);
    clock.save();
    return invoice.status === 'paid';
  }

  function retryLater(invoice: Invoice): void {
    const days = RETRIES_IN_DAYS[invoice.attempt_count - 1];
    const subscription = findById(
      state.subscriptions,
      invoice.parent.subscription_details.subscription,
      'subscription',
    );
    if (days === undefined) {
      if (subscription.status !== 'past_due') return;
      subscription.status = 'unpaid';
      void events.emit('customer.subscription.updated', subscription);
      clock.save();
      return;
    }
    schedule.at(clock.now() + days * DAY_IN_SECONDS * 1000, async () => {
      if (invoice.status === 'open' && subscription.status !== 'canceled' && !(await pay(invoice))) retryLater(invoice);
    });
  }

  async function end(subscription: StripeSubscription): Promise<void> {
    if (subscription.status === 'canceled') return;
    subscription.status = 'canceled';
    subscription.canceled_at = seconds();
    clock.save();
    await events.emit('customer.subscription.deleted', subscription);
  }

  async function renew(subscription: StripeSubscription): Promise<void> {
    if (subscription.status === 'canceled' || !isDue(subscription, seconds())) return;
    if (subscription.cancel_at_period_end) return end(subscription);
    const start = periodEnd(subscription);
    setPeriod(subscription, start, nextMonth(subscription.billing_cycle_anchor, start));
    const lines = [...subscription.pending, ...subscription.items.data.map(lineOf)];
    subscription.pending = [];
    // Nothing more is asked for while nothing is paid.
    if (subscription.status !== 'unpaid') {
      const invoice = makeInvoice(subscription, 'subscription_cycle', lines);
      if (!(await pay(invoice))) retryLater(invoice);
    }
    clock.save();
    follow(subscription);
  }

  function follow(subscription: StripeSubscription): void {
    schedule.at(periodEnd(subscription) * 1000, () => renew(subscription));
  }

  return {
    charge,
    pay,
    end,
    async subscribe(customer, wanted, metadata) {
      const at = seconds();
      const ends = nextMonth(at, at);
      const items = wanted.map(({ price, quantity }) => makeItem(price, quantity, at, ends));
      const subscription: StripeSubscription = {
        id: newId('sub'),
        object: 'subscription',
        customer,
        status: 'active',
        created: at,
        billing_cycle_anchor: at,
        cancel_at_period_end: false,
        canceled_at: null,
        metadata,
        items: { object: 'list', data: items },
        latest_invoice: null,
        pending: [],
      };
      state.subscriptions.push(subscription);
      await events.emit('customer.subscription.created', subscription);
      await pay(makeInvoice(subscription, 'subscription_create', items.map(lineOf)));
      follow(subscription);
      return subscription;
    },
    async changeItems(subscription, items, isProrated) {
      const share = (periodEnd(subscription) - seconds()) / (periodEnd(subscription) - periodStart(subscription));
      if (isProrated) subscription.pending.push(...prorate(subscription.items.data, items, share));
      subscription.items.data = items;
      clock.save();
      await events.emit('customer.subscription.updated', subscription);
    },
    async refund(intent, amount) {
      const { latest_charge } = intent;
      latest_charge.amount_refunded = Math.min(latest_charge.amount, latest_charge.amount_refunded + amount);
      clock.save();
      await events.emit('charge.refunded', latest_charge);
    },
    resume() {
      for (const subscription of state.subscriptions) if (subscription.status !== 'canceled') follow(subscription);
      for (const invoice of state.invoices) if (invoice.status === 'open') retryLater(invoice);
    },
  };

  function isDue(subscription: StripeSubscription, at: number): boolean {
    return periodEnd(subscription) <= at;
  }
}

/** As it is told to others. */
export function present({ intents, ...invoice }: Invoice): object {
  const data = intents.map((id) => ({
    object: 'invoice_payment',
    payment: { type: 'payment_intent', payment_intent: id },
  }));
  return { ...invoice, payments: { object: 'list', data } };
}

export function makeItem(price: Price, quantity: number, starts: number, ends: number): Item {
  const period = { current_period_start: starts, current_period_end: ends };
  return { id: newId('si'), object: 'subscription_item', price, quantity, ...period };
}

const periodEnd = ({ items }: StripeSubscription): number => items.data[0]?.current_period_end ?? 0;
const periodStart = ({ items }: StripeSubscription): number => items.data[0]?.current_period_start ?? 0;

function setPeriod(subscription: StripeSubscription, starts: number, ends: number): void {
  for (const item of subscription.items.data) {
    item.current_period_start = starts;
    item.current_period_end = ends;
  }
}

function lineOf({ price, quantity }: Item): InvoiceLine {
  return makeLine(price, price.unit_amount * quantity, quantity);
}

function makeLine(price: Price, amount: number, quantity: number): InvoiceLine {
  const price_details = { price: price.id, product: price.product };
  const facts = { id: newId('il'), object: 'line_item' as const, description: price.product };
  return { ...facts, amount: Math.round(amount), quantity, pricing: { type: 'price_details', price_details } };
}

/** What was paid for the rest of the period is given back, what is new is asked for. */
function prorate(before: readonly Item[], after: readonly Item[], share: number): InvoiceLine[] {
  const amountOf = ({ price, quantity }: Item): number => price.unit_amount * quantity * share;
  return [
    ...before.map((item) => makeLine(item.price, -amountOf(item), 0)),
    ...after.map((item) => makeLine(item.price, amountOf(item), 0)),
  ];
}

/** A month after `from`, on the anchor's day or the month's last. */
function nextMonth(anchor: number, from: number): number {
  const [first, date] = [new Date(anchor * 1000), new Date(from * 1000)];
  const month = date.getUTCMonth() + 1;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const next = new Date(first);
  next.setUTCFullYear(date.getUTCFullYear(), month, Math.min(first.getUTCDate(), last));
  return Math.floor(next.getTime() / 1000);
}
