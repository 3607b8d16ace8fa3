import { isProviderError } from '@overture/adapters/kit/errors';
import type { PlanOrder } from '@overture/adapters/payments/payments.port';
import type { SubscriptionState } from '@overture/contract/payments';
import { isHiddenForWhitelabel } from '@overture/domain/access/permissions';
import { isEmailAccount } from '@overture/domain/accounts';
import { type Extras, PAID_BILLING, priceClientPlans, priceMonth } from '@overture/domain/money/pricing';
import { isPartnerEmail } from '@overture/domain/money/sender-slots';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { listAccounts } from '../accounts/index.ts';
import { urlOfRequest } from '../brand-hosts/index.ts';
import { findUser } from '../users/index.ts';
import { countClientPlans } from './clients.store.ts';
import { type PaymentContext, syncCustomerSoon } from './customers.service.ts';
import * as store from './payments.store.ts';

type Ctx = PaymentContext;

/** What is paid for and until when, as on record. */
export async function getSubscription(ctx: Pick<Ctx, 'transaction'>): Promise<SubscriptionState> {
  return present(await ctx.transaction((tx) => store.getPlan(tx)));
}

/** @throws payments_managed, already_subscribed, payments_unavailable */
export async function orderPlan(
  ctx: Ctx,
  given: Extras & { affiliate_id: string | null },
): Promise<{ payment_link: string }> {
  const { affiliate_id, ...extras } = given;
  const plan = await openPlan(ctx);
  if (store.isRunning(plan)) throw new ApiError('already_subscribed');
  const clients = await ctx.transaction((tx) => countClientPlans(tx));
  const order: PlanOrder = { is_partner: await isPartner(ctx), extras, clients, affiliate_id };
  const home = await urlOfRequest(ctx.system);
  const payment_link = await asked(ctx, async () =>
    ctx.ports.payments.createPlanCheckout(await getCustomer(ctx, plan), order, {
      success_url: `${home}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${home}/settings/billing`,
    }),
  );
  return { payment_link };
}

/** @throws payments_managed, no_subscription (credits are for who has a plan), payments_unavailable */
export async function orderCredits(ctx: Ctx, credits: number): Promise<{ payment_link: string }> {
  const plan = await openPlan(ctx);
  if (!store.isRunning(plan)) throw new ApiError('no_subscription');
  const billing = `${await urlOfRequest(ctx.system)}/settings/billing`;
  const payment_link = await asked(ctx, async () =>
    ctx.ports.payments.createCreditsCheckout(await getCustomer(ctx, plan), credits, {
      success_url: `${billing}?bought=${credits}`,
      cancel_url: billing,
    }),
  );
  return { payment_link };
}

export async function openPortal(ctx: Ctx): Promise<{ customer_portal_link: string }> {
  const { customer_id } = await openPlan(ctx);
  if (customer_id === null) throw new ApiError('no_subscription');
  const url = `${await urlOfRequest(ctx.system)}/settings/billing`;
  return { customer_portal_link: await asked(ctx, () => ctx.ports.payments.createPortal(customer_id, url)) };
}

/** Lets the subscription end with its period, or takes that back. */
export async function setEnding(ctx: Ctx, isEnding: boolean): Promise<void> {
  const subscription_id = requireRunning(await openPlan(ctx));
  await asked(ctx, () => ctx.ports.payments.setEnding(subscription_id, isEnding));
  await syncCustomerSoon(ctx.system, ctx.organization.id);
}

/** @throws extras_in_use where more senders are connected than would be paid for */
export async function changeExtras(ctx: Ctx, extras: Extras): Promise<SubscriptionState> {
  const subscription_id = requireRunning(await openPlan(ctx));
  await requireUnused(ctx, extras);
  await asked(ctx, () => ctx.ports.payments.changeExtras(subscription_id, extras));
  return confirmPayment(ctx);
}

/** Reads at the provider what was just paid. */
export async function confirmPayment(ctx: Ctx): Promise<SubscriptionState> {
  await openPlan(ctx);
  if (!(await syncCustomerSoon(ctx.system, ctx.organization.id))) throw new ApiError('payments_unavailable');
  return getSubscription(ctx);
}

async function requireUnused(ctx: Ctx, extras: Extras): Promise<void> {
  const accounts = await ctx.transaction((tx) => listAccounts(tx, tx.organization.id));
  const countExtras = (isKind: (type: string) => boolean): number =>
    accounts.filter((account) => !account.is_base_account && isKind(account.account_type)).length;
  for (const [what, paid, count] of [
    ['LinkedIn', extras.linkedin_accounts, countExtras((type) => type === 'LINKEDIN')],
    ['email', extras.email_accounts, countExtras(isEmailAccount)],
  ] as const)
    if (count > paid) throw new ApiError('extras_in_use', { what, count: String(count) });
}

/** @throws payments_managed without billing, forbidden for a white-label client: its agency pays */
async function openPlan(ctx: Ctx): Promise<store.PlanRow> {
  const plan = await ctx.transaction((tx) => store.getPlan(tx));
  if (isHiddenForWhitelabel({ ...ctx.user, organization: plan })) throw new ApiError('forbidden');
  if (ctx.config.BILLING !== PAID_BILLING || !ctx.ports.payments.is_configured) throw new ApiError('payments_managed');
  return plan;
}

function requireRunning(plan: store.PlanRow): string {
  if (!store.isRunning(plan) || plan.subscription_id === null) throw new ApiError('no_subscription');
  return plan.subscription_id;
}

/** The organization's customer, made when it first pays. */
async function getCustomer(ctx: Ctx, plan: store.PlanRow): Promise<string> {
  if (plan.customer_id !== null) return plan.customer_id;
  const { email } = await loadPerson(ctx);
  const facts = { organization_id: ctx.organization.id, name: plan.name, email };
  const id = await ctx.ports.payments.createCustomer(facts);
  return ctx.transaction((tx) => store.saveCustomerId(tx, id));
}

async function isPartner(ctx: Ctx): Promise<boolean> {
  const { email, verified_at } = await loadPerson(ctx);
  return verified_at !== null && isPartnerEmail(email, ctx.config.PARTNER_EMAIL_DOMAIN);
}

async function loadPerson(ctx: Ctx) {
  return ctx.transaction(async (tx) => orNotFound(await findUser(tx, ctx.user.id)));
}

/** @throws payments_unavailable; what the provider said is in the log */
async function asked<Result>({ log }: Pick<Ctx, 'log'>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isProviderError(error)) throw error;
    log.warn({ kind: error.kind, reason: error.reason }, 'payment request failed');
    throw new ApiError('payments_unavailable');
  }
}

function present(plan: store.PlanRow): SubscriptionState {
  const { is_partner, is_ending, unpaid_invoice_url, extra_credits, extra_linkedin_accounts, extra_email_accounts } =
    plan;
  const extras = {
    linkedin_accounts: extra_linkedin_accounts,
    email_accounts: extra_email_accounts,
    credits: extra_credits,
  };
  const clients = store.paidClients(plan);
  return {
    status: plan.status ?? 'none',
    is_partner,
    extra_linkedin_accounts,
    extra_email_accounts,
    extra_credits,
    price: priceMonth(extras, { isPartner: is_partner }),
    clients: { ...clients, price: priceClientPlans(clients) },
    period_ends_at: plan.period_ends_at?.toISOString() ?? null,
    is_ending,
    grace_until: plan.subscription_grace_until?.toISOString() ?? null,
    unpaid_invoice_url,
  };
}
