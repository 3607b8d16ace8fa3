import type { adminFiguresEndpoints } from '@overture/contract/admin-figures';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { fillDays } from '@overture/domain/campaign/analytics';
import { type AdminCosts, estimateCosts } from '@overture/domain/money/admin-costs';
import { countDays, type DateRange, isDateRangeValid, shiftDay } from '@overture/domain/time/date-presets';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { listAccountSummaries } from '../accounts/index.ts';
import { getOrganizationAnalytics } from '../dashboard/index.ts';
import * as store from './figures.store.ts';
import { getOrganization } from './organizations.service.ts';

type Endpoints = typeof adminFiguresEndpoints;
type Answer<Name extends keyof Endpoints> = EndpointOutput<Endpoints[Name]>;

export interface Days {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

const MAX_DAYS = 3660;
const DAYS_LEFT_OUT = 30;

/** @throws bad_request */
function parseRange(ctx: Pick<SystemContext, 'clock'>, { start_date, end_date }: Days): DateRange {
  const end = end_date ?? ctx.clock.now().toISOString().slice(0, 10);
  const range = { start_date: start_date ?? shiftDay(end, 1 - DAYS_LEFT_OUT), end_date: end };
  if (!isDateRangeValid(range)) throw new ApiError('bad_request', { reason: 'The end date is before the start date.' });
  if (countDays(range) > MAX_DAYS) throw new ApiError('bad_request', { reason: 'Choose at most ten years.' });
  return range;
}

/** @throws not_found, bad_request */
export async function getSearchAnalytics(
  ctx: SystemContext,
  id: number,
  days: Days,
): Promise<Answer<'getAdminSearchAnalytics'>> {
  const range = parseRange(ctx, days);
  await getOrganization(ctx, id);
  const [listed, imported] = await ctx.systemTransaction(async (tx) => [
    await store.countListedByDay(tx, id, range),
    await store.countImportedByDay(tx, id, range),
  ]);
  const csv = fillDays(range, imported, { count: 0 });
  const all = fillDays(range, listed, { count: 0 });
  // An import may end on another day than it began: what is left of a day is never below none.
  const found = all.map(({ date, count }, index) => ({ date, count: Math.max(0, count - (csv[index]?.count ?? 0)) }));
  return { search_prospects: found, csv_prospects: csv };
}

/** @throws not_found, bad_request */
export async function getCampaignAnalytics(
  ctx: SystemContext,
  id: number,
  days: Days,
): Promise<Answer<'getAdminCampaignAnalytics'>> {
  const range = parseRange(ctx, days);
  await getOrganization(ctx, id);
  const figures = await getOrganizationAnalytics(ctx.forOrganization(id), range);
  const leads = await ctx.systemTransaction((tx) => store.countCampaignLeads(tx, id, range));
  return {
    ...leads,
    prospects_replied: figures.amount_of_replies,
    total_emails_sent: figures.amount_of_emails_sent,
    total_linkedin_invites: figures.amount_of_invites_sent,
    total_linkedin_messages: figures.amount_of_linkedin_messages_sent,
    daily_metrics: figures.daily_metrics,
  };
}

/** @throws not_found, bad_request */
export async function getCosts(ctx: SystemContext, id: number, days: Days): Promise<AdminCosts> {
  const range = parseRange(ctx, days);
  const facts = await ctx.systemTransaction((tx) => store.findCostFacts(tx, id, range));
  return estimateCosts(orNotFound(facts), range);
}

/** @throws not_found */
export async function listSenders(ctx: SystemContext, id: number): Promise<Answer<'listAdminSenders'>> {
  await getOrganization(ctx, id);
  return { linked_accounts: await ctx.forOrganization(id).transaction(listAccountSummaries) };
}
