import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { page, renderNotice } from '../linkedin/routes/hosted-page.ts';
import { escapeHtml } from '../mail/mail-page.ts';
import { presentSession } from './stripe.routes.ts';
import type { StripeSandbox } from './stripe-sandbox.ts';
import { type Card, findById, type Session, type StripeCustomer, type StripeSubscription } from './stripe-world.ts';

const checkoutBody = z.object({ choice: z.enum(['pay', 'fail', 'confirm', 'close']) });
const portalBody = z.object({ choice: z.enum(['good', 'declined', 'confirm', 'cancel', 'resume', 'back']) });
const invoiceBody = z.object({ choice: z.enum(['pay', 'close']) });

const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;
const button = (choice: string, label: string, style = 'quiet'): string =>
  `<button name="choice" value="${choice}" class="${style}">${escapeHtml(label)}</button>`;

/** What a person sees at Stripe: a checkout, the portal, an invoice. */
export function registerStripePages(app: FastifyInstance, sandbox: StripeSandbox): void {
  registerCheckoutPage(app, sandbox);
  registerPortalPage(app, sandbox);
  registerInvoicePage(app, sandbox);
}

const send = (reply: FastifyReply, html: string) => reply.type('text/html').send(html);
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

function registerCheckoutPage(app: FastifyInstance, sandbox: StripeSandbox): void {
  const { state } = sandbox;
  app.get('/checkout/:id', async (request, reply) => {
    const session = findById(state.sessions, idOf(request), 'session');
    if (session.status !== 'open')
      return send(reply, renderNotice('All done here', 'This page has been paid already.'));
    return send(reply, renderCheckout(sandbox, session, null));
  });
  app.post('/checkout/:id', async (request, reply) => {
    const session = findById(state.sessions, idOf(request), 'session');
    const { choice } = checkoutBody.parse(request.body);
    if (session.status !== 'open' || choice === 'close') return reply.redirect(session.cancel_url);
    if (choice === 'fail') return send(reply, renderCheckout(sandbox, session, 'Your card was declined.'));
    await completeCheckout(sandbox, session, choice === 'confirm' ? 'confirm' : 'good');
    return reply.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id));
  });
}

function renderCheckout({ state }: StripeSandbox, session: Session, problem: string | null): string {
  const lines = session.line_items.map(({ price: id, quantity }) => {
    const price = findById(state.prices, id, 'price');
    const each = `${escapeHtml(price.product)} × ${quantity}`;
    return `<li>${each}: ${euros(price.unit_amount * quantity)}${price.recurring ? ' a month' : ''}</li>`;
  });
  return page(
    'Checkout',
    `<h1>Checkout</h1><p>This is the sandbox: no money moves. Choose what the card does.</p>
    ${problem ? `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>` : ''}<ul>${lines.join('')}</ul>
    <form method="post">${button('pay', 'Pay', '')}${button('confirm', 'Pay with 3-D Secure (each later payment must be confirmed)')}
    ${button('fail', 'Card is declined')}${button('close', 'Go back without paying')}</form>`,
  );
}

/** The card pays now, and is the customer's from here on. */
export async function completeCheckout(
  { state, cycle, events, save }: StripeSandbox,
  session: Session,
  card: Card,
): Promise<void> {
  const customer = findById(state.customers, session.customer, 'customer');
  const items = session.line_items.map(({ price, quantity }) => ({
    price: findById(state.prices, price, 'price'),
    quantity,
  }));
  session.status = 'complete';
  session.payment_status = 'paid';
  customer.card = 'good';
  if (session.mode === 'subscription') {
    session.subscription = (await cycle.subscribe(customer.id, items, session.subscription_metadata)).id;
  } else {
    const amount = items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
    session.payment_intent = cycle.charge(customer.id, amount, session.intent_metadata).id;
  }
  customer.card = card;
  save();
  await events.emit('checkout.session.completed', presentSession(session));
}

function registerPortalPage(app: FastifyInstance, sandbox: StripeSandbox): void {
  const { state, cycle, events, save } = sandbox;
  const find = (request: FastifyRequest) => {
    const portal = state.portals[idOf(request)];
    return portal && { ...portal, customer: findById(state.customers, portal.customer, 'customer') };
  };
  app.get('/portal/:id', async (request, reply) => {
    const portal = find(request);
    return portal ? send(reply, renderPortal(sandbox, portal.customer)) : reply.code(404).send();
  });
  app.post('/portal/:id', async (request, reply) => {
    const portal = find(request);
    if (!portal) return reply.code(404).send();
    const { choice } = portalBody.parse(request.body);
    if (choice === 'back') return reply.redirect(portal.return_url);
    if (choice === 'cancel' || choice === 'resume') {
      const subscription = currentOf(sandbox, portal.customer);
      if (subscription) {
        subscription.cancel_at_period_end = choice === 'cancel';
        await events.emit('customer.subscription.updated', subscription);
      }
    } else {
      portal.customer.card = choice;
      for (const invoice of state.invoices)
        if (invoice.customer === portal.customer.id && invoice.status === 'open') await cycle.pay(invoice);
    }
    save();
    return send(reply, renderPortal(sandbox, portal.customer));
  });
}

function currentOf({ state }: StripeSandbox, { id }: StripeCustomer): StripeSubscription | undefined {
  return state.subscriptions.findLast(({ customer, status }) => customer === id && status !== 'canceled');
}

function renderPortal(sandbox: StripeSandbox, customer: StripeCustomer): string {
  const invoices = sandbox.state.invoices.filter((one) => one.customer === customer.id).toReversed();
  const rows = invoices.map(
    ({ id, created, amount_due, status }) =>
      `<li><a href="../invoices/${id}">${new Date(created * 1000).toISOString().slice(0, 10)}</a>: ${euros(amount_due)}, ${status}</li>`,
  );
  const subscription = currentOf(sandbox, customer);
  const change = subscription?.cancel_at_period_end
    ? button('resume', 'Keep the subscription')
    : button('cancel', "Cancel at the period's end");
  return page(
    'Billing',
    `<h1>Billing of ${escapeHtml(customer.name)}</h1><p>This is the sandbox. The card on file is “${customer.card ?? 'none'}”.</p>
    <p>Subscription: ${subscription ? subscription.status : 'none'}</p><ul>${rows.slice(0, 24).join('')}</ul>
    <form method="post">${button('good', 'Use a card that pays', '')}${button('declined', 'Use a card that is declined')}
    ${button('confirm', 'Use a card that must be confirmed')}${subscription ? change : ''}${button('back', 'Back to Overture')}</form>`,
  );
}

function registerInvoicePage(app: FastifyInstance, { state, cycle, save }: StripeSandbox): void {
  app.get('/invoices/:id', async (request, reply) => {
    const invoice = findById(state.invoices, idOf(request), 'invoice');
    const lines = invoice.lines.data.map(
      ({ description, amount }) => `<li>${escapeHtml(description)}: ${euros(amount)}</li>`,
    );
    const choices = invoice.status === 'open' ? button('pay', 'Pay this invoice', '') : '<p>Paid.</p>';
    return send(
      reply,
      page('Invoice', `<h1>Invoice</h1><ul>${lines.join('')}</ul><form method="post">${choices}</form>`),
    );
  });
  app.post('/invoices/:id', async (request, reply) => {
    const invoice = findById(state.invoices, idOf(request), 'invoice');
    const { choice } = invoiceBody.parse(request.body);
    if (choice === 'pay' && invoice.status === 'open') {
      findById(state.customers, invoice.customer, 'customer').card = 'good';
      await cycle.pay(invoice);
      save();
    }
    return send(reply, renderNotice('Thank you', 'This invoice is paid.'));
  });
}
