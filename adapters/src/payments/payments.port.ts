import type { IncomingHttpHeaders } from 'node:http';
import type { Customer } from '@overture/domain/money/payments';
import type { ClientPlans, Extras } from '@overture/domain/money/pricing';

/** Where the browser goes after a page of the provider. */
export type ReturnUrls = { success_url: string; cancel_url: string };

export type PlanOrder = { is_partner: boolean; extras: Extras; clients: ClientPlans; affiliate_id: string | null };

/** The first month of a client that comes within a month of its agency. `key` names it: asked for twice it is charged once. */
export type ClientMonthOrder = { key: string; client: string; packs: number };

/** An event and its customer, who is fetched again before anything is trusted. A dispute names its payment only. */
export type PaymentEvent = { id: string; type: string; customer_id: string | null; payment_id: string | null };

/**
 * Subscriptions and single payments at a provider that keeps cards, pages and invoices. Prices come from domain/money/pricing.
 * @throws ProviderError auth_expired, rate_limited, rejected, not_found, unavailable, unknown_outcome (repeat with the same facts)
 */
export type PaymentsPort = {
  is_configured: boolean;
  /** Whether the provider answers and takes our key; changes nothing. */
  check(): Promise<void>;
  /** A customer for an organization, the same one however often it is asked for. Answers its id. */
  createCustomer(given: { organization_id: number; name: string; email: string }): Promise<string>;
  /** A page where the plan is ordered; an open one of the same order is handed out again. Answers its address. */
  createPlanCheckout(customer_id: string, order: PlanOrder, urls: ReturnUrls): Promise<string>;
  /** A page where credits are bought once. */
  createCreditsCheckout(customer_id: string, credits: number, urls: ReturnUrls): Promise<string>;
  /** A page with card, invoices and cancellation. */
  createPortal(customer_id: string, return_url: string): Promise<string>;
  /** Everything known of the customer now: the newest subscription that counts, and the newest hundred payments. */
  readCustomer(customer_id: string): Promise<Customer>;
  /** Lets a subscription end with its period, or takes that back. */
  setEnding(subscription_id: string, is_ending: boolean): Promise<void>;
  /** Accounts are charged from today by the day; credits with the next period. */
  changeExtras(subscription_id: string, extras: Extras): Promise<void>;
  /**
   * Sets what is paid for an agency's clients: accounts from today by the day; clients and credits with the next period, because credits
   * are charged whole. Set twice it is set once.
   */
  setClients(subscription_id: string, clients: ClientPlans): Promise<void>;
  /**
   * Charges a client's first month in full, immediately. Returns its invoice, which stays open when the card is
   * declined, and the page for paying it by hand.
   */
  chargeClientMonth(customer_id: string, order: ClientMonthOrder): Promise<{ id: string; url: string | null }>;
  /** The customer of a payment; null for none. */
  findCustomer(payment_id: string): Promise<string | null>;
  webhooks: {
    /** Where the provider calls us. */
    path: string;
    /**
     * @param body as it arrived, byte for byte
     * @throws ProviderError rejected for what is not signed by the provider, or too old
     */
    parse(body: Buffer, headers: IncomingHttpHeaders): PaymentEvent;
    /** Asks the provider to call an address, with all that is to be heard; answers whether its signing secret is still to be copied from its pages. */
    register(url: string): Promise<boolean>;
  };
};
