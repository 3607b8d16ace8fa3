import type {
  CallFigures,
  CampaignAnalytics,
  MeetingFigures,
  OrganizationAnalytics,
  ReplyTypeFigures,
  SenderFigures,
} from '@overture/contract/analytics';
import { fillDays, MAX_ANALYTICS_DAYS } from '@overture/domain/campaign/analytics';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { countDays, type DateRange, isDateRangeValid, OPEN_RANGE, shiftDay } from '@overture/domain/time/date-presets';
import { localDay } from '@overture/domain/time/local-time';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { toZoneSpan } from '@overture/domain/time/zone-span';
import type { Context, ReplicaReadContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { findAccounts } from '../accounts/index.ts';
import * as rules from './analytics.rules.ts';
import * as store from './analytics.store.ts';
import { countCalls } from './call-figures.store.ts';
import { countMeetings, hasMeetings } from './meeting-figures.store.ts';
import { countReplyTypes } from './reply-types.store.ts';

type Tx = ReplicaReadContext;

export interface Days {
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** The days are those of this zone; left out, those of UTC. */
  time_zone?: string | null | undefined;
}

export interface OrganizationQuery extends Days {
  sender_accounts?: number[] | undefined;
  campaigns?: number[] | undefined;
  campaign_statuses?: CampaignStatus[] | undefined;
}

/** Figures of one campaign. Pipeline and A/B tests are over its whole life. @throws not_found, bad_request */
export async function getCampaignAnalytics(ctx: Context, id: number, days: Days): Promise<CampaignAnalytics> {
  return ctx.replicaRead(async (tx) => {
    const flow = orNotFound(await store.findFlow(tx, id));
    const range = await resolveRange(tx, days, id);
    const sums = await loadSums(tx, campaignScope(id), range, zoneOfDays(days));
    const inRange = await store.listStepSums(tx, id, toZoneSpan(range, zoneOfDays(days)));
    const ever = await store.listStepSums(tx, id, null);
    const states = await store.listLeadStates(tx, id);
    const tests = rules.presentAbTests(flow, ever);
    return {
      amount_of_prospects: states.reduce((total, row) => total + row.leads, 0),
      time_zone: zoneOfDays(days),
      ...rules.presentTotals(sums),
      average_reply_time: rules.averageReplyTime(inRange),
      metrics_per_step: rules.presentSteps(flow, inRange),
      pipeline: rules.presentPipeline(rules.presentSteps(flow, ever), states),
      ab_testing: { enabled: flow.some((node) => node.is_live && Boolean(node.message_b?.trim())), steps: tests },
    };
  });
}

/** Figures of a campaign by sender, step and variant. @throws not_found, bad_request */
export async function listSenderFigures(ctx: Context, id: number, days: Days): Promise<SenderFigures[]> {
  const { flow, sums } = await ctx.replicaRead(async (tx) => ({
    flow: orNotFound(await store.findFlow(tx, id)),
    sums: await store.listSenderSums(tx, id, toZoneSpan(await resolveRange(tx, days, id), zoneOfDays(days))),
  }));
  const accounts = await ctx.read((tx) => findAccounts(tx, [...new Set(sums.map(({ account_id }) => account_id))]));
  const shown = accounts.map(({ deleted_at, status, ...row }) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    picture_url: row.picture_url,
    account_type: row.account_type,
    status: deleted_at === null ? status : 'DELETED',
  }));
  return rules.presentSenders(flow, sums, shown).slice(0, LIST_LIMITS.accounts);
}

/** How many leads of a campaign say what. @throws not_found */
export async function listCampaignClasses(ctx: Context, id: number): Promise<store.ClassCount[]> {
  return ctx.replicaRead(async (tx) => {
    orNotFound(await store.findFlow(tx, id));
    return store.countClasses(tx, id);
  });
}

/** Figures of the organization's campaigns. @throws bad_request */
export async function getOrganizationAnalytics(ctx: Context, query: OrganizationQuery): Promise<OrganizationAnalytics> {
  return ctx.replicaRead(async (tx) => {
    const range = await resolveRange(tx, query, null);
    const time_zone = zoneOfDays(query);
    return { time_zone, ...rules.presentTotals(await loadSums(tx, organizationScope(query), range, time_zone)) };
  });
}

/** Meetings that leads booked, and what became of them. @throws bad_request */
export async function getMeetingFigures(ctx: Context, query: OrganizationQuery): Promise<MeetingFigures> {
  return ctx.replicaRead(async (tx) => {
    const time_zone = zoneOfDays(query);
    const span = toZoneSpan(await resolveRange(tx, query, null), time_zone);
    const has_meetings = await hasMeetings(tx);
    return { has_meetings, time_zone, ...(await countMeetings(tx, span, organizationScope(query))) };
  });
}

/** What the replies of leads say, over all campaigns or some. @throws bad_request */
export async function getReplyTypeFigures(ctx: Context, query: OrganizationQuery): Promise<ReplyTypeFigures> {
  return ctx.replicaRead(async (tx) => {
    const time_zone = zoneOfDays(query);
    const span = toZoneSpan(await resolveRange(tx, query, null), time_zone);
    return { time_zone, classes: await countReplyTypes(tx, span, organizationScope(query)) };
  });
}

/** Calls that were recorded, by hour and by person. @throws bad_request */
export async function getCallFigures(ctx: Context, query: OrganizationQuery): Promise<CallFigures> {
  return ctx.replicaRead(async (tx) => {
    const time_zone = zoneOfDays(query);
    const span = toZoneSpan(await resolveRange(tx, query, null), time_zone);
    return { time_zone, ...(await countCalls(tx, { ...span, zone: time_zone }, organizationScope(query))) };
  });
}

export const zoneOfDays = ({ time_zone }: Days): string => time_zone ?? DEFAULT_TIME_ZONE;

export function campaignScope(id: number): store.Scope {
  return { campaign_ids: [id], account_ids: null, statuses: null };
}

export function organizationScope(query: OrganizationQuery): store.Scope {
  const some = <Value>(list: Value[] | undefined) => (list?.length ? list : null);
  return {
    campaign_ids: some(query.campaigns),
    account_ids: some(query.sender_accounts),
    statuses: some(query.campaign_statuses),
  };
}

/** The days asked for, open on the side that was left out; null when none are. @throws bad_request */
export function givenRange({ start_date, end_date }: Days): DateRange | null {
  if (start_date === undefined && end_date === undefined) return null;
  const range = { start_date: start_date ?? OPEN_RANGE.start_date, end_date: end_date ?? OPEN_RANGE.end_date };
  if (!isDateRangeValid(range)) throw new ApiError('bad_request', { reason: 'The end date is before the start date.' });
  return start_date === undefined || end_date === undefined ? range : requireSpan(range);
}

function requireSpan(range: DateRange): DateRange {
  if (countDays(range) > MAX_ANALYTICS_DAYS) throw new ApiError('bad_request', { reason: 'Choose at most ten years.' });
  return range;
}

/** Where a day is left out: from the first fact on, and until today. */
async function resolveRange(tx: Tx, days: Days, campaignId: number | null): Promise<DateRange> {
  const given = givenRange(days);
  if (given && days.start_date && days.end_date) return given;
  const zone = zoneOfDays(days);
  const today = localDay(tx.clock.now(), zone);
  const span = localDays(await store.findUtcDays(tx, campaignId), zone) ?? { start_date: today, end_date: today };
  if (given === null) return span;
  if (days.start_date) return requireSpan({ ...given, end_date: today < days.start_date ? days.start_date : today });
  return requireSpan({ ...given, start_date: span.start_date < given.end_date ? span.start_date : given.end_date });
}

/** The days of a zone that hold these of UTC: the first and the last may be without facts. */
function localDays(range: DateRange | null, zone: string): DateRange | null {
  if (range === null || zone === DEFAULT_TIME_ZONE) return range;
  const end = new Date(Date.parse(`${shiftDay(range.end_date, 1)}T00:00:00Z`) - 1);
  return { start_date: localDay(new Date(`${range.start_date}T00:00:00Z`), zone), end_date: localDay(end, zone) };
}

async function loadSums(tx: Tx, scope: store.Scope, range: DateRange, zone: string): Promise<store.DaySums[]> {
  return fillDays(range, await store.listDays(tx, scope, range, zone), rules.NO_FACTS);
}
