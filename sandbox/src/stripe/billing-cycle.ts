import type { Schedule } from '../schedule.ts';
import type { StripeEvents } from './stripe-events.ts';
import {
  type Dispute,
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
const COLLECTED_AFTER_IN_MS = 3_600_000;

type Reason = Invoice['billing_reason'];

/** Subscriptions through the months: invoices, payments, failures, ends. */
export type BillingCycle = {
  subscribe(
    customer: string,
    wanted: { price: Price; quantity: number }[],
    metadata: Record<string, string>,
  ): Promise<StripeSubscription>;
  /** Charges a card immediately, outside of any invoice. */
  charge(customer: string, amount: number, metadata: Record<string, string>): Intent;
  /** Tries an invoice once more. */
  pay(invoice: Invoice): Promise<boolean>;
  changeItems(subscription: StripeSubscription, items: Item[], isProrated: boolean): Promise<void>;
  end(subscription: StripeSubscription): Promise<void>;
  /** An invoice that no subscription made, to be filled, finalized and paid. */
  draft(customer: string, metadata: Record<string, string>): Invoice;
  /** Puts an item of a one-time price on a draft. */
  addItem(invoice: Invoice, price: Price, given: { quantity: number; description: string | undefined }): InvoiceLine;
  finalize(invoice: Invoice): Promise<void>;
  refund(intent: Intent, amount: number): Promise<void>;
  /** The bank takes a payment back; it is won or lost later. */
  dispute(intent: Intent, amount: number): Promise<void>;
  closeDispute(dispute: Dispute, status: 'won' | 'lost'): Promise<void>;
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
      disputed: false,
    };
    const facts = { id, object: 'payment_intent' as const, customer, status: 'succeeded' as const, created: seconds() };
    const intent: Intent = { ...facts, amount, amount_received: amount, metadata, latest_charge };
    state.intents.push(intent);
    return intent;
  }

  function draft(
    customer: string,
    metadata: Record<string, string>,
    facts: Pick<Invoice, 'billing_reason' | 'parent'> = { billing_reason: 'manual', parent: null },
  ): Invoice {
    const invoice: Invoice = {
      id: newId('in'),
      object: 'invoice',
      customer,
      status: 'draft',
      ...facts,
      created: seconds(),
      amount_due: 0,
      amount_paid: 0,
      attempt_count: 0,
      hosted_invoice_url: null,
      metadata,
      status_transitions: { finalized_at: null, paid_at: null },
      lines: { object: 'list', data: [] },
      intents: [],
    };
    state.invoices.push(invoice);
    return invoice;
  }

  function open(invoice: Invoice): void {
    const sum = invoice.lines.data.reduce((total, line) => total + line.amount, 0);
    invoice.status = 'open';
    invoice.amount_due = Math.max(0, sum);
    invoice.hosted_invoice_url = `${clock.base_url()}/invoices/${invoice.id}`;
    invoice.status_transitions.finalized_at = seconds();
  }

  function makeInvoice(subscription: StripeSubscription, reason: Reason, lines: InvoiceLine[]): Invoice {
    const parent = {
      type: 'subscription_details' as const,
      subscription_details: { subscription: subscription.id },
    };
    const invoice = draft(subscription.customer, {}, { billing_reason: reason, parent });
    invoice.lines.data = lines;
    open(invoice);
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  /** The subscription that made an invoice; undefined for one of its own. */
  const subscriptionOf = ({ parent }: Invoice): StripeSubscription | undefined =>
    parent ? findById(state.subscriptions, parent.subscription_details.subscription, 'subscription') : undefined;

  async function pay(invoice: Invoice): Promise<boolean> {
    const { card } = findById(state.customers, invoice.customer, 'customer');
    invoice.attempt_count += 1;
    const subscription = subscriptionOf(invoice);
    if (invoice.amount_due > 0 && card !== 'good') {
      if (subscription?.status === 'active') subscription.status = 'past_due';
      await events.emit('invoice.payment_failed', present(invoice));
      if (card === 'confirm') await events.emit('invoice.payment_action_required', present(invoice));
    } else {
      invoice.status = 'paid';
      invoice.amount_paid = invoice.amount_due;
      invoice.status_transitions.paid_at = seconds();
      if (invoice.amount_due > 0) invoice.intents.push(charge(invoice.customer, invoice.amount_due, {}).id);
      if (subscription && ['past_due', 'unpaid', 'incomplete'].includes(subscription.status))
        subscription.status = 'active';
      await events.emit('invoice.paid', present(invoice));
    }
    if (subscription) await events.emit('customer.subscription.updated', subscription);
    clock.save();
    return invoice.status === 'paid';
  }

  function retryLater(invoice: Invoice): void {
    const days = RETRIES_IN_DAYS[invoice.attempt_count - 1];
    const subscription = subscriptionOf(invoice);
    if (days === undefined) {
      if (subscription?.status !== 'past_due') return;
      subscription.status = 'unpaid';
      void events.emit('customer.subscription.updated', subscription);
      clock.save();
      return;
    }
    schedule.at(clock.now() + days * DAY_IN_SECONDS * 1000, async () => {
      if (invoice.status === 'open' && subscription?.status !== 'canceled' && !(await pay(invoice)))
        retryLater(invoice);
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
    draft: (customer, metadata) => draft(customer, metadata),
    addItem(invoice, price, { quantity, description }) {
      const parent = {
        type: 'invoice_item_details' as const,
        invoice_item_details: { proration: false },
        subscription_item_details: null,
      };
      const line = makeLine(price, {
        amount: price.unit_amount * quantity,
        quantity,
        period: [seconds(), seconds()],
        parent,
      });
      invoice.lines.data.push({ ...line, description: description ?? line.description });
      return line;
    },
    async finalize(invoice) {
      open(invoice);
      clock.save();
      await events.emit('invoice.finalized', present(invoice));
      // Collected automatically unless it is paid before.
      schedule.at(clock.now() + COLLECTED_AFTER_IN_MS, async () => {
        if (invoice.status === 'open' && invoice.attempt_count === 0 && !(await pay(invoice))) retryLater(invoice);
      });
    },
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
      const period = [seconds(), periodEnd(subscription)] as const;
      if (isProrated) subscription.pending.push(...prorate(subscription.items.data, items, { share, period }));
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
    async dispute(intent, amount) {
      const { id: charge } = intent.latest_charge;
      intent.latest_charge.disputed = true;
      const facts = { currency: 'eur' as const, reason: 'fraudulent' as const, status: 'needs_response' as const };
      const dispute: Dispute = {
        id: newId('dp'),
        object: 'dispute',
        amount: Math.min(amount, intent.amount),
        charge,
        payment_intent: intent.id,
        created: seconds(),
        ...facts,
      };
      state.disputes.push(dispute);
      clock.save();
      await events.emit('charge.dispute.created', dispute);
    },
    async closeDispute(dispute, status) {
      dispute.status = status;
      clock.save();
      await events.emit('charge.dispute.closed', dispute);
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

/** Lines that an invoice shows on its own. */
const LINES_SHOWN = 10;

/** Its public form. */
export function present({ intents, lines, ...invoice }: Invoice): object {
  const data = intents.map((id) => ({
    object: 'invoice_payment',
    payment: { type: 'payment_intent', payment_intent: id },
  }));
  const shown = { object: 'list', data: lines.data.slice(0, LINES_SHOWN), has_more: lines.data.length > LINES_SHOWN };
  return { ...invoice, lines: shown, payments: { object: 'list', data } };
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

function lineOf(item: Item): InvoiceLine {
  const { price, quantity } = item;
  const period = [item.current_period_start, item.current_period_end] as const;
  return makeLine(price, { amount: price.unit_amount * quantity, quantity, period, parent: ofItem(item, false) });
}

const ofItem = ({ id }: Item, proration: boolean): InvoiceLine['parent'] => ({
  type: 'subscription_item_details',
  invoice_item_details: null,
  subscription_item_details: { subscription_item: id, proration },
});

function makeLine(
  price: Price,
  given: Pick<InvoiceLine, 'amount' | 'quantity' | 'parent'> & { period: readonly [start: number, end: number] },
): InvoiceLine {
  const price_details = { price: price.id, product: price.product };
  const [start, end] = given.period;
  return {
    id: newId('il'),
    object: 'line_item',
    description: price.product,
    metadata: {},
    amount: Math.round(given.amount),
    quantity: given.quantity,
    parent: given.parent,
    period: { start, end },
    pricing: { type: 'price_details', price_details },
  };
}

/** What was paid for the rest of the period is given back, what is new is asked for. Each line names the quantity it was counted for. */
function prorate(
  before: readonly Item[],
  after: readonly Item[],
  { share, period }: { share: number; period: readonly [start: number, end: number] },
): InvoiceLine[] {
  const lineFor = (item: Item, sign: 1 | -1): InvoiceLine =>
    makeLine(item.price, {
      amount: sign * item.price.unit_amount * item.quantity * share,
      quantity: item.quantity,
      period,
      parent: ofItem(item, true),
    });
  const isSame = (one: Item, other: Item): boolean =>
    one.price.id === other.price.id && one.quantity === other.quantity;
  return [
    ...before.filter((item) => !after.some((next) => isSame(item, next))).map((item) => lineFor(item, -1)),
    ...after.filter((item) => !before.some((former) => isSame(item, former))).map((item) => lineFor(item, 1)),
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
