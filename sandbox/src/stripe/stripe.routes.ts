import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { makeItem, present } from './billing-cycle.ts';
import { SANDBOX_WEBHOOK_SECRET } from './stripe-events.ts';
import type { StripeSandbox } from './stripe-sandbox.ts';
import { findById, newId, type Price, type Session, StripeProblem, type StripeSubscription } from './stripe-world.ts';

const whole = z.coerce.number().int().min(0);
const metadata = z.record(z.string(), z.string()).default({});
const yes = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Strict, as Stripe is: a parameter that it does not know is refused. Names are those of the vendor's library 23.1.0, read 2026-11-28. */
const priceBody = z.strictObject({
  currency: z.literal('eur'),
  unit_amount: whole,
  lookup_key: z.string(),
  transfer_lookup_key: yes.default(false),
  product_data: z.strictObject({ name: z.string() }),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  recurring: z.strictObject({ interval: z.literal('month') }).optional(),
});
const customerBody = z.strictObject({ name: z.string(), email: z.email(), metadata });
const sessionBody = z.strictObject({
  mode: z.enum(['subscription', 'payment']),
  customer: z.string(),
  success_url: z.url(),
  cancel_url: z.url(),
  line_items: z
    .array(
      z.strictObject({
        price: z.string(),
        quantity: whole.min(1),
        adjustable_quantity: z
          .strictObject({ enabled: yes, minimum: whole.optional(), maximum: whole.optional() })
          .optional(),
      }),
    )
    .min(1)
    .max(20),
  metadata,
  subscription_data: z.strictObject({ metadata }).optional(),
  payment_intent_data: z.strictObject({ metadata }).optional(),
  allow_promotion_codes: yes.optional(),
  automatic_tax: z.strictObject({ enabled: yes }).optional(),
  tax_id_collection: z.strictObject({ enabled: yes }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  customer_update: z.strictObject({ address: z.string(), name: z.string() }).optional(),
});
const itemChange = z.strictObject({
  id: z.string().optional(),
  price: z.string().optional(),
  quantity: whole.optional(),
  deleted: yes.optional(),
});
const subscriptionBody = z.strictObject({
  cancel_at_period_end: yes.optional(),
  items: z.array(itemChange).max(20).optional(),
  proration_behavior: z.enum(['create_prorations', 'none', 'always_invoice']).default('create_prorations'),
});
const portalBody = z.strictObject({ customer: z.string(), return_url: z.url() });
const invoiceBody = z.strictObject({
  customer: z.string(),
  currency: z.literal('eur').optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).default('charge_automatically'),
  auto_advance: yes.default(false),
  pending_invoice_items_behavior: z.enum(['exclude', 'include']).default('exclude'),
  automatic_tax: z.strictObject({ enabled: yes }).optional(),
  metadata,
});
const invoiceItemBody = z.strictObject({
  customer: z.string(),
  invoice: z.string(),
  pricing: z.strictObject({ price: z.string() }),
  quantity: whole.default(1),
  description: z.string().optional(),
  metadata,
});
const endpointBody = z.strictObject({
  url: z.url(),
  enabled_events: z.array(z.string()).min(1),
  api_version: z.string().optional(),
});
const listQuery = z.strictObject({
  customer: z.string().optional(),
  status: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  lookup_keys: z.array(z.string()).max(10).optional(),
  payment_intent: z.string().optional(),
  active: yes.optional(),
  starting_after: z.string().optional(),
  expand: z.array(z.string()).max(20).optional(),
});

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

const list = <Thing>(data: Thing[], limit: number) => ({
  object: 'list',
  data: data.slice(0, limit),
  has_more: data.length > limit,
});

/** The calls of Stripe's API that the product makes. */
export function registerStripeRoutes(app: FastifyInstance, sandbox: StripeSandbox): void {
  registerCatalogue(app, sandbox);
  registerCheckout(app, sandbox);
  registerSubscriptions(app, sandbox);
  registerInvoices(app, sandbox);
  registerReading(app, sandbox);
}

function registerCatalogue(app: FastifyInstance, { state, save }: StripeSandbox): void {
  app.get('/v1/prices', async (request) => {
    const { lookup_keys, limit } = listQuery.parse(request.query);
    const found = state.prices.filter(({ lookup_key }) => !lookup_keys || lookup_keys.includes(lookup_key ?? ''));
    return list(found, limit);
  });
  app.post('/v1/prices', async (request) => {
    const { lookup_key, unit_amount, transfer_lookup_key, product_data, recurring } = priceBody.parse(request.body);
    const former = state.prices.find((price) => price.lookup_key === lookup_key);
    if (former && !transfer_lookup_key)
      throw new StripeProblem(400, 'resource_already_exists', 'A price already uses that lookup key.');
    if (former) former.lookup_key = null;
    const price: Price = {
      id: newId('price'),
      object: 'price',
      active: true,
      lookup_key,
      unit_amount,
      currency: 'eur',
      product: product_data.name,
      recurring: recurring ?? null,
    };
    state.prices.push(price);
    save();
    return price;
  });
  app.post('/v1/customers', async (request) => {
    const customer = { id: newId('cus'), object: 'customer' as const, ...customerBody.parse(request.body), card: null };
    state.customers.push(customer);
    save();
    return customer;
  });
  app.delete('/v1/customers/:id', async (request) => {
    const { id } = findById(state.customers, idOf(request), 'customer');
    state.customers = state.customers.filter((one) => one.id !== id);
    save();
    return { id, object: 'customer', deleted: true };
  });
  app.get('/v1/webhook_endpoints', async () => list(state.endpoints, 100));
  app.post('/v1/webhook_endpoints', async (request) => {
    const { url, enabled_events } = endpointBody.parse(request.body);
    const endpoint = { id: newId('we'), object: 'webhook_endpoint' as const, url, enabled_events };
    state.endpoints = [...state.endpoints, endpoint].slice(-16);
    save();
    return { ...endpoint, secret: SANDBOX_WEBHOOK_SECRET };
  });
  app.post('/v1/webhook_endpoints/:id', async (request) => {
    const endpoint = findById(state.endpoints, idOf(request), 'webhook endpoint');
    endpoint.enabled_events = endpointBody.pick({ enabled_events: true }).parse(request.body).enabled_events;
    save();
    return endpoint;
  });
}

function registerCheckout(app: FastifyInstance, { state, save, base_url, now }: StripeSandbox): void {
  app.get('/v1/checkout/sessions', async (request) => {
    const { customer, status, limit } = listQuery.parse(request.query);
    const found = state.sessions.filter((one) => one.customer === customer && (!status || one.status === status));
    return list(found.toReversed().map(presentSession), limit);
  });
  app.post('/v1/checkout/sessions', async (request) => {
    const body = sessionBody.parse(request.body);
    findById(state.customers, body.customer, 'customer');
    for (const { price } of body.line_items) findById(state.prices, price, 'price');
    const id = newId('cs');
    const session: Session = {
      id,
      object: 'checkout.session',
      customer: body.customer,
      mode: body.mode,
      status: 'open',
      payment_status: 'unpaid',
      url: `${base_url(request)}/checkout/${id}`,
      success_url: body.success_url,
      cancel_url: body.cancel_url,
      metadata: body.metadata,
      subscription: null,
      payment_intent: null,
      line_items: body.line_items,
      subscription_metadata: body.subscription_data?.metadata ?? {},
      intent_metadata: body.payment_intent_data?.metadata ?? {},
      created: Math.floor(now() / 1000),
    };
    state.sessions.push(session);
    save();
    return presentSession(session);
  });
  app.post('/v1/billing_portal/sessions', async (request) => {
    const { customer, return_url } = portalBody.parse(request.body);
    findById(state.customers, customer, 'customer');
    const id = newId('bps');
    state.portals[id] = { customer, return_url };
    save();
    return { id, object: 'billing_portal.session', customer, url: `${base_url(request)}/portal/${id}` };
  });
}

/** Its public form: what a page sells is not part of it, and a closed page has no address. */
export function presentSession({ line_items, subscription_metadata, intent_metadata, ...session }: Session): object {
  return { ...session, url: session.status === 'open' ? session.url : null };
}

function registerSubscriptions(app: FastifyInstance, { state, save, cycle, events }: StripeSandbox): void {
  const find = (request: FastifyRequest): StripeSubscription =>
    findById(state.subscriptions, idOf(request), 'subscription');
  app.get('/v1/subscriptions', async (request) => {
    const { customer, limit } = listQuery.parse(request.query);
    const found = state.subscriptions.filter((one) => one.customer === customer).toReversed();
    return list(
      found.map((one) => ({
        ...one,
        latest_invoice: state.invoices.find(({ id }) => id === one.latest_invoice) ?? null,
      })),
      limit,
    );
  });
  app.get('/v1/subscriptions/:id', async (request) => find(request));
  app.post('/v1/subscriptions/:id', async (request) => {
    const subscription = find(request);
    const { cancel_at_period_end, items, proration_behavior } = subscriptionBody.parse(request.body);
    if (subscription.status === 'canceled')
      throw new StripeProblem(400, 'resource_missing', 'A canceled subscription can only update its details.');
    if (items) {
      const changed = applyChanges(subscription, items, (id) => findById(state.prices, id, 'price'));
      await cycle.changeItems(subscription, changed, proration_behavior !== 'none');
    }
    if (cancel_at_period_end !== undefined) {
      subscription.cancel_at_period_end = cancel_at_period_end;
      await events.emit('customer.subscription.updated', subscription);
    }
    save();
    return subscription;
  });
}

function applyChanges(
  { items }: StripeSubscription,
  changes: z.output<typeof itemChange>[],
  findPrice: (id: unknown) => Price,
) {
  const [first] = items.data;
  let next = items.data;
  for (const { id, price, quantity, deleted } of changes) {
    if (id !== undefined && !next.some((item) => item.id === id))
      throw new StripeProblem(400, 'resource_missing', 'No such item.');
    if (id === undefined)
      next = [
        ...next,
        makeItem(findPrice(price), quantity ?? 1, first?.current_period_start ?? 0, first?.current_period_end ?? 0),
      ];
    else if (deleted) next = next.filter((item) => item.id !== id);
    else next = next.map((item) => (item.id === id ? { ...item, quantity: quantity ?? item.quantity } : item));
  }
  return next;
}

/** Invoices that no subscription made: drafted, filled with items of one-time prices, finalized, paid. */
function registerInvoices(app: FastifyInstance, { state, save, cycle }: StripeSandbox): void {
  const findInvoice = (id: string, status: 'draft' | 'open') => {
    const invoice = findById(state.invoices, id, 'invoice');
    if (invoice.status !== status)
      throw new StripeProblem(400, 'invoice_not_editable', `This invoice is ${invoice.status}, not ${status}.`);
    return invoice;
  };
  app.post('/v1/invoices', async (request) => {
    const body = invoiceBody.parse(request.body);
    findById(state.customers, body.customer, 'customer');
    const invoice = cycle.draft(body.customer, body.metadata);
    save();
    return present(invoice);
  });
  app.post('/v1/invoiceitems', async (request) => {
    const { customer, invoice: id, pricing, ...given } = invoiceItemBody.parse(request.body);
    const invoice = findInvoice(id, 'draft');
    if (invoice.customer !== customer)
      throw new StripeProblem(400, 'resource_missing', 'Not an invoice of that customer.');
    const price = findById(state.prices, pricing.price, 'price');
    if (price.recurring)
      throw new StripeProblem(
        400,
        'parameter_invalid',
        'The price specified is recurring; this field takes one-time prices.',
      );
    const line = cycle.addItem(invoice, price, { quantity: given.quantity, description: given.description });
    save();
    return {
      id: newId('ii'),
      object: 'invoiceitem',
      customer,
      invoice: id,
      amount: line.amount,
      quantity: line.quantity,
    };
  });
  app.post('/v1/invoices/:id/finalize', async (request) => {
    z.strictObject({ auto_advance: yes.optional() }).parse(request.body ?? {});
    const invoice = findInvoice(idOf(request), 'draft');
    await cycle.finalize(invoice);
    return present(invoice);
  });
  app.post('/v1/invoices/:id/pay', async (request) => {
    const invoice = findInvoice(idOf(request), 'open');
    if (!(await cycle.pay(invoice)))
      throw new StripeProblem(402, 'card_declined', 'Your card was declined.', 'card_error');
    return present(invoice);
  });
  app.get('/v1/invoices/:id/lines', async (request) => {
    const { starting_after, limit } = listQuery.parse(request.query);
    const { data } = findById(state.invoices, idOf(request), 'invoice').lines;
    return list(data.slice(data.findIndex(({ id }) => id === starting_after) + 1), limit);
  });
}

function registerReading(app: FastifyInstance, { state }: StripeSandbox): void {
  app.get('/v1/invoices', async (request) => {
    const { customer, status, limit } = listQuery.parse(request.query);
    const found = state.invoices.filter((one) => one.customer === customer && (!status || one.status === status));
    return list(found.toReversed().map(present), limit);
  });
  app.get('/v1/payment_intents', async (request) => {
    const { customer, limit } = listQuery.parse(request.query);
    return list(state.intents.filter((one) => one.customer === customer).toReversed(), limit);
  });
  app.get('/v1/payment_intents/:id', async (request) => findById(state.intents, idOf(request), 'payment_intent'));
  app.get('/v1/disputes', async (request) => {
    const { payment_intent, limit } = listQuery.parse(request.query);
    const found = state.disputes.filter((one) => !payment_intent || one.payment_intent === payment_intent);
    return list(found.toReversed(), limit);
  });
}
