import type { Readable } from 'node:stream';
import type { Activity, activityFiltersSchema } from '@overture/contract/analytics';
import { describeCall } from '@overture/domain/calls/call-outcomes';
import { isConditionType, isStepType, nodeKind } from '@overture/domain/flow/step-types';
import { fullName } from '@overture/domain/leads/full-name';
import { PAGE_SIZES } from '@overture/domain/limits';
import { isDateRangeValid, OPEN_RANGE } from '@overture/domain/time/date-presets';
import { formatInstant } from '@overture/domain/time/local-time';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { toZoneSpan } from '@overture/domain/time/zone-span';
import type { z } from 'zod';
import { loadPage, type PageRequest } from '../../kernel/api-keys/cursor.ts';
import type { Context } from '../../kernel/context.ts';
import { streamCsv } from '../../kernel/csv-pages.ts';
import { ApiError } from '../../kernel/errors.ts';
import {
  type ActivityPlace,
  type ActivityQuery,
  type ActivityRow,
  locatePage,
  pageActivities,
} from './activities.store.ts';
import { presentPersonSummary } from './person-summary.store.ts';

type Filters = z.output<typeof activityFiltersSchema>;

const HEADING = ['Lead', 'Job title', 'Company', 'Action', 'Result', 'Time', 'Next action', 'Next time', 'Campaign'];

/** All that campaigns did, newest first, as a file that is read while it is sent. @throws bad_request */
export function openActivities(ctx: Context, filters: Filters | undefined): Readable {
  const query = parseQuery(filters ?? {});
  return streamCsv<ActivityRow>(
    HEADING,
    (after, limit) =>
      ctx.transaction((tx) => pageActivities(tx, query, { limit, offset: 0, after: after && placeOfActivity(after) })),
    (row) => toCells(row, filters?.timeZone ?? DEFAULT_TIME_ZONE),
  );
}

function toCells(row: ActivityRow, zone: string): string[] {
  const activity = present(row);
  const { prospect, campaign, next_action } = activity;
  return [
    fullName(prospect),
    prospect.job_title ?? '',
    prospect.company.name ?? '',
    toLabel(activity),
    toResult(activity, zone),
    formatInstant(row.occurred_at, zone) ?? '',
    next_action ? toLabel(next_action) : '',
    formatInstant(row.next_at, zone) ?? '',
    campaign.name,
  ];
}

function toLabel({ step, condition }: Pick<Activity, 'step' | 'condition'>): string {
  const type = step?.step_type ?? condition?.condition_type;
  return type === undefined ? '' : nodeKind(type).label;
}

/** Of a call with several tries each one has a line, and so has the reason why the step ended without another one. */
function toResult({ error, bounce_reason, branch, note, calls }: Activity, zone: string): string {
  if (error !== null) return `Failed: ${error}`;
  if (bounce_reason !== null) return `Bounced: ${bounce_reason}`.replace(/: $/, '');
  const last = calls.at(-1);
  if (last && calls.length > 1) {
    const tries = calls.map((call) => `${formatInstant(new Date(call.recorded_at), zone)} ${describeCall(call)}`);
    return [...tries, ...(note === null || note === describeCall(last) ? [] : [note])].join('\n');
  }
  const answer = branch === null ? '' : branch === 'yes' ? 'Yes' : 'No';
  return [answer, note].filter(Boolean).join(': ');
}

/** One page of what campaigns did, newest first. @throws bad_request, cursor_invalid */
export async function listActivities(
  ctx: Context,
  request: PageRequest,
  filters: Filters | undefined,
): Promise<{ activities: Activity[]; total_activities: number; next_cursor: string | null }> {
  const query = parseQuery(filters ?? {});
  const limit = PAGE_SIZES.activities;
  const isNumbered = request.cursor === undefined;
  return ctx.replicaRead(async (tx) => {
    const offset = isNumbered ? (request.page - 1) * limit : 0;
    const { total, offset: skipped, ...days } = await locatePage(tx, query, { limit, offset });
    const located = isNumbered ? { ...query, ...days } : query;
    const { rows, next_cursor } = await loadPage(tx, request, {
      list: 'activities',
      page_size: limit,
      // A page behind the last one is not looked for.
      read: async (range) =>
        total > offset ? pageActivities(tx, located, { ...range, offset: isNumbered ? skipped : 0 }) : [],
      placeOf: placeOfActivity,
    });
    return { activities: rows.map(present), total_activities: total, next_cursor };
  });
}

const placeOfActivity = ({ cursor, campaign_lead_id, node_id }: ActivityRow): ActivityPlace => [
  cursor,
  campaign_lead_id,
  node_id,
];

function parseQuery(filters: Filters): ActivityQuery {
  const { fromDate = null, toDate = null, actionType, campaignId, accountId, prospectId } = filters;
  if (fromDate && toDate && !isDateRangeValid({ start_date: fromDate, end_date: toDate })) {
    throw new ApiError('bad_request', { reason: 'The end date is before the start date.' });
  }
  const some = <Value>(list: Value[] | null | undefined) => (list?.length ? list : null);
  return {
    actions: some(actionType),
    ...toDays(fromDate, toDate, filters.timeZone ?? DEFAULT_TIME_ZONE),
    campaign_ids: some(campaignId),
    account_ids: some(accountId),
    prospect_id: prospectId ?? null,
  };
}

function toDays(from_day: string | null, to_day: string | null, zone: string) {
  if (zone === DEFAULT_TIME_ZONE || (from_day === null && to_day === null)) return { from_day, to_day, span: null };
  const { start_date, end_date } = OPEN_RANGE;
  const span = toZoneSpan({ start_date: from_day ?? start_date, end_date: to_day ?? end_date }, zone);
  return {
    from_day: from_day && span.cover.start_date,
    to_day: to_day && span.cover.end_date,
    span,
  };
}

function present(row: ActivityRow): Activity {
  const next = row.next_node_id !== null && row.next_type !== null ? toNode(row.next_node_id, row.next_type) : null;
  const last = row.calls.at(-1);
  return {
    prospect: presentPersonSummary(row),
    ...toNode(row.node_id, row.action),
    scheduled_for: row.occurred_at.toISOString(),
    branch: toBranch(row.type),
    error: row.type === 'failed' ? (row.error ?? 'This step failed.') : null,
    bounce_reason: row.bounce_reason,
    note: row.type === 'failed' ? null : (row.error ?? (last ? describeCall(last) : null)),
    calls: row.calls.map((call) => ({ ...call, recorded_at: new Date(call.recorded_at).toISOString() })),
    next_action: next ? { ...next, scheduled_for: row.next_at?.toISOString() ?? null } : null,
    campaign: { id: row.campaign_id, name: row.campaign_name },
  };
}

function toNode(id: number, type: string): Pick<Activity, 'step' | 'condition'> {
  return {
    step: isStepType(type) ? { id, step_type: type } : null,
    condition: isConditionType(type) ? { id, condition_type: type } : null,
  };
}

function toBranch(type: string): Activity['branch'] {
  if (type === 'answered_yes' || type === 'invite_accepted') return 'yes';
  return type === 'answered_no' ? 'no' : null;
}
