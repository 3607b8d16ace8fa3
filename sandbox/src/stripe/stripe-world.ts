import { randomBytes } from 'node:crypto';

/** What the stand-in knows, in Stripe's own words (API 2026-10-28): times in seconds, amounts in cents. */
export type Price = {
  id: string;
  object: 'price';
  active: boolean;
  lookup_key: string | null;
  unit_amount: number;
  currency: string;
  product: string;
  recurring: { interval: 'month' } | null;
};
/** A card that pays, one that is declined, one whose holder must confirm each payment. */
export type Card = 'good' | 'declined' | 'confirm';
export type StripeCustomer = {
  id: string;
  object: 'customer';
  name: string;
  email: string;
  metadata: Record<string, string>;
  card: Card | null;
};
export type Item = {
  id: string;
  object: 'subscription_item';
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
};
export type StripeSubscription = {
  id: string;
  object: 'subscription';
  customer: string;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete';
  created: number;
  /** Day and hour that every period begins at. */
  billing_cycle_anchor: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  metadata: Record<string, string>;
  items: { object: 'list'; data: Item[] };
  latest_invoice: string | null;
  /** Lines that wait for the next invoice. */
  pending: InvoiceLine[];
};
type LineParent =
  | { type: 'invoice_item_details'; invoice_item_details: { proration: boolean }; subscription_item_details: null }
  | {
      type: 'subscription_item_details';
      invoice_item_details: null;
      subscription_item_details: { subscription_item: string; proration: boolean };
    };
export type InvoiceLine = {
  id: string;
  object: 'line_item';
  amount: number;
  quantity: number;
  description: string;
  metadata: Record<string, string>;
  /** In seconds. */
  period: { start: number; end: number };
  parent: LineParent;
  pricing: { type: 'price_details'; price_details: { price: string; product: string } };
};
export type Invoice = {
  id: string;
  object: 'invoice';
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'void';
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  created: number;
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  /** Null while it is a draft. */
  hosted_invoice_url: string | null;
  metadata: Record<string, string>;
  status_transitions: { finalized_at: number | null; paid_at: number | null };
  /** Null for an invoice that no subscription made. */
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } } | null;
  lines: { object: 'list'; data: InvoiceLine[] };
  /** Payment intents that paid it. */
  intents: string[];
};
export type Intent = {
  id: string;
  object: 'payment_intent';
  customer: string;
  status: 'succeeded';
  created: number;
  amount: number;
  amount_received: number;
  metadata: Record<string, string>;
  latest_charge: {
    id: string;
    object: 'charge';
    customer: string;
    payment_intent: string;
    amount: number;
    amount_refunded: number;
    disputed: boolean;
  };
};
export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  payment_intent: string;
  created: number;
  currency: 'eur';
  reason: 'fraudulent';
  status: 'needs_response' | 'won' | 'lost';
};
export type Session = {
  id: string;
  object: 'checkout.session';
  customer: string;
  mode: 'subscription' | 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  url: string | null;
  success_url: string;
  cancel_url: string;
  metadata: Record<string, string>;
  subscription: string | null;
  payment_intent: string | null;
  /** What the page sells. */
  line_items: { price: string; quantity: number }[];
  subscription_metadata: Record<string, string>;
  intent_metadata: Record<string, string>;
  created: number;
};
type Endpoint = { id: string; object: 'webhook_endpoint'; url: string; enabled_events: string[] };
export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  type: string;
  data: { object: unknown };
};

export type StripeState = {
  prices: Price[];
  customers: StripeCustomer[];
  subscriptions: StripeSubscription[];
  invoices: Invoice[];
  intents: Intent[];
  disputes: Dispute[];
  sessions: Session[];
  endpoints: Endpoint[];
  events: StripeEvent[];
  /** What a key led to, by key: the request and its answer. */
  keys: Record<string, { request: string; status: number; body: unknown }>;
  /** Portal pages, by id. */
  portals: Record<string, { customer: string; return_url: string }>;
};

export const EMPTY_STRIPE: StripeState = {
  prices: [],
  customers: [],
  subscriptions: [],
  invoices: [],
  intents: [],
  disputes: [],
  sessions: [],
  endpoints: [],
  events: [],
  keys: {},
  portals: {},
};

/** Older events and keys are forgotten. */
export const MOST_KEPT = 5000;

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** @throws StripeProblem resource_missing */
export function findById<Thing extends { id: string }>(things: readonly Thing[], id: unknown, what: string): Thing {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new StripeProblem(404, 'resource_missing', `No such ${what}: '${String(id)}'`);
  return thing;
}

/** An error in Stripe's shape. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  constructor(status: number, code: string, message: string, type = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
  }

  body(): object {
    return { error: { type: this.type, code: this.code, message: this.message } };
  }
}
