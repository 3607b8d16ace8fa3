import { type PaidClients, refundedCredits } from './client-months.ts';
import type { ClientPlans, Extras } from './pricing.ts';
import { PLAN_INCLUDES } from './pricing.ts';

/** How long a plan continues after a failed payment. */
export const GRACE_IN_DAYS = 14;

const DAY_IN_MS = 24 * 3600 * 1000;

/** A subscription in our words; its provider has more of them. */
export type Subscription = {
  id: string;
  /** `incomplete`: its first payment is still due. `ended`: it is no longer paid. */
  status: 'active' | 'past_due' | 'incomplete' | 'ended';
  is_partner: boolean;
  extras: Extras;
  /** What an agency pays for its clients beside its own. */
  clients: ClientPlans;
  period_starts_at: Date;
  period_ends_at: Date;
  /** It was cancelled and runs until the period's end. */
  is_ending: boolean;
  /** Since when an invoice waits for its money; null while none does. */
  unpaid_since: Date | null;
  /** Where that invoice can be paid by hand. */
  unpaid_invoice_url: string | null;
};

/** Money that arrived. Amounts in cents. */
export type Payment = {
  id: string;
  /** cycle: a month of the plan with its credits; credits: bought once; clients: the first month of a client; other: a change within a month. */
  kind: 'cycle' | 'credits' | 'clients' | 'other';
  /** What it brings to who pays. */
  credits: number;
  /** What it brings to the clients of who pays. */
  clients: PaidClients;
  /** When the month begins that it pays; null for what is no month. */
  period_starts_at: Date | null;
  amount_in_cents: number;
  /** Money that went back: refunds, and disputes that were lost. */
  refunded_in_cents: number;
  /** The part of it that was lost in disputes. */
  lost_in_cents: number;
  paid_at: Date;
};

/** All that the provider knows of one customer now. */
export type Customer = { id: string; subscription: Subscription | null; payments: readonly Payment[] };

/** What an organization may do for what it pays. */
export type Entitlements = {
  active_subscription: boolean;
  /** Until when a plan whose payment failed continues; null while nothing is owed. */
  grace_until: Date | null;
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
};

export function entitlementsOf(subscription: Subscription | null): Entitlements {
  const isPaid = subscription?.status === 'active' || subscription?.status === 'past_due';
  if (!subscription || !isPaid)
    return { active_subscription: false, grace_until: null, extra_linkedin_accounts: 0, extra_email_accounts: 0 };
  const { unpaid_since, status, extras } = subscription;
  return {
    active_subscription: true,
    grace_until:
      status === 'past_due' && unpaid_since ? new Date(unpaid_since.getTime() + GRACE_IN_DAYS * DAY_IN_MS) : null,
    extra_linkedin_accounts: extras.linkedin_accounts,
    extra_email_accounts: extras.email_accounts,
  };
}

/** Credits that one paid month of the plan brings. */
export function monthlyCredits({ credits }: Pick<Extras, 'credits'>): number {
  return PLAN_INCLUDES.credits_per_month + credits;
}

/** What is on record of an organization's credits. */
export type Ledger = {
  balance: number;
  /** What is unspent of the last month's credits: they are spent first, and lapse when the next month is paid. */
  monthly_left: number;
  /** Payments that were entered, by id. */
  payments: ReadonlyMap<string, Pick<Payment, 'refunded_in_cents'>>;
};

/** One ledger entry; `key` identifies its cause and prevents a second entry. */
export type CreditEntry = {
  kind: 'grant' | 'take';
  credits: number;
  why: 'month' | 'lapse' | 'purchase' | 'refund';
  key: string;
};

/**
 * Missing ledger entries of a customer's payments. They are decided from all payments together, which makes lost,
 * repeated and reordered reports harmless: months expire one after another, and a refund removes credits down to zero.
 */
export function planCredits(ledger: Ledger, payments: readonly Payment[]): CreditEntry[] {
  const inOrder = payments.toSorted(byTime);
  const month = inOrder.findLast(({ id, kind }) => kind === 'cycle' && ledger.payments.has(id));
  const book = createBook(ledger, month?.id ?? null);
  for (const payment of inOrder) {
    const known = ledger.payments.get(payment.id);
    if (!known) book.enter(payment);
    book.refund(payment, known?.refunded_in_cents ?? 0);
  }
  return book.entries;
}

/** @param month the payment whose month's credits are being spent; null before the first */
function createBook(ledger: Ledger, month: string | null) {
  let { balance } = ledger;
  let monthly_left = Math.min(ledger.monthly_left, balance);
  let current = month;
  const entries: CreditEntry[] = [];
  function take(credits: number, why: CreditEntry['why'], key: string): void {
    const taken = Math.min(credits, balance);
    if (taken <= 0) return;
    entries.push({ kind: 'take', credits: taken, why, key });
    balance -= taken;
  }
  return {
    entries,
    enter({ id, kind, credits }: Payment): void {
      if (credits <= 0) return;
      if (kind === 'cycle') {
        take(monthly_left, 'lapse', `lapse:${id}`);
        monthly_left = credits;
        current = id;
      }
      const why = kind === 'cycle' ? 'month' : 'purchase';
      entries.push({ kind: 'grant', credits, why, key: `${why}:${id}` });
      balance += credits;
    },
    /** Of the month that is being spent first of its own credits; of anything else first of what was bought. */
    refund({ id, credits, amount_in_cents, refunded_in_cents }: Payment, known_in_cents: number): void {
      if (refunded_in_cents <= known_in_cents || amount_in_cents <= 0) return;
      const shareOf = (cents: number): number =>
        refundedCredits(credits, { refunded_in_cents: cents, amount_in_cents });
      const due = Math.min(shareOf(refunded_in_cents) - shareOf(known_in_cents), balance);
      const fact = `${id}:${refunded_in_cents}`;
      const ofMonth = id === current ? Math.min(due, monthly_left) : Math.max(0, due - (balance - monthly_left));
      // What a refund takes from another month is named after that month: what is left of it is known by these entries.
      const elsewhere = id === current ? 0 : ofMonth;
      take(due - elsewhere, 'refund', `refund:${fact}`);
      take(elsewhere, 'refund', `refund:${current}:${fact}`);
      monthly_left -= ofMonth;
    },
  };
}

function byTime(a: Payment, b: Payment): number {
  return a.paid_at.getTime() - b.paid_at.getTime() || (a.id < b.id ? -1 : 1);
}
