import { countDays, type DateRange } from '../time/date-presets.ts';
import { PRICES } from './pricing.ts';

/** What the operator assumes an organization costs, in cents: 1,000 leads found, a sender a month, an email address found. */
const ASSUMED = { thousand_prospects: 400, sender_account: 500, email: 5 } as const;
const DAYS_A_MONTH = 30;

export interface CostFacts {
  has_plan: boolean;
  /** The plan of the partner costs nothing; its extras do. */
  is_partner: boolean;
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
  total_prospects_found: number;
  active_sender_accounts: number;
  /** Leads whose address was looked up and found. */
  prospects_with_emails: number;
}

/** Amounts in euros. */
export interface AdminCosts {
  revenue: { total_revenue: number; base_revenue: number; extra_linkedin_revenue: number; extra_email_revenue: number };
  costs: { total_costs: number; search_costs: number; sender_accounts_costs: number; email_credits_costs: number };
  margin: number;
  metrics: Omit<CostFacts, 'has_plan' | 'is_partner'>;
}

/** Months of a range: parts of one below 30 days, begun ones beyond. */
function countMonths(range: DateRange): number {
  const days = countDays(range);
  return days < DAYS_A_MONTH ? days / DAYS_A_MONTH : Math.ceil(days / DAYS_A_MONTH);
}

/** An estimate from the current records; today's plan counts for the whole range. */
export function estimateCosts({ has_plan, is_partner, ...metrics }: CostFacts, range: DateRange): AdminCosts {
  const months = countMonths(range);
  const monthly = (euros: number) => Math.round(euros * 100 * months);
  const base = has_plan ? monthly(is_partner ? PRICES.partner_plan : PRICES.base_plan) : 0;
  const linkedin = has_plan ? monthly(PRICES.extra_linkedin_account * metrics.extra_linkedin_accounts) : 0;
  const email = has_plan ? monthly(PRICES.extra_email_account * metrics.extra_email_accounts) : 0;
  const search = Math.round((metrics.total_prospects_found * ASSUMED.thousand_prospects) / 1000);
  const senders = Math.round(metrics.active_sender_accounts * ASSUMED.sender_account * months);
  const emails = metrics.prospects_with_emails * ASSUMED.email;
  const [revenue, costs] = [base + linkedin + email, search + senders + emails];
  return {
    revenue: {
      total_revenue: revenue / 100,
      base_revenue: base / 100,
      extra_linkedin_revenue: linkedin / 100,
      extra_email_revenue: email / 100,
    },
    costs: {
      total_costs: costs / 100,
      search_costs: search / 100,
      sender_accounts_costs: senders / 100,
      email_credits_costs: emails / 100,
    },
    margin: (revenue - costs) / 100,
    metrics,
  };
}
