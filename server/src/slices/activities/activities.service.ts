import type { Activity, activityFiltersSchema } from '@overture/contract/analytics';
import { isDateRangeValid } from '@overture/domain/date-presets';
import { isConditionType, isStepType } from '@overture/domain/flow/step-types';
import { PAGE_SIZES } from '@overture/domain/limits';
import type { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { presentPersonSummary } from '../prospects/index.ts';
import { type ActivityQuery, type ActivityRow, pageActivities, placePage } from './activities.store.ts';

/** One page of what campaigns did, newest first (campaigns 2 Campaign activity). @throws bad_request */
export async function listActivities(
  ctx: Context,
  page: number,
  filters: z.output<typeof activityFiltersSchema> | undefined,
): Promise<{ activities: Activity[]; total_activities: number }> {
  const query = readQuery(page, filters ?? {});
  return ctx.transaction(async (tx) => {
    const { total, ...place } = await placePage(tx, query);
    // A page behind the last one is not looked for.
    const rows = total > query.offset ? await pageActivities(tx, { ...query, ...place }) : [];
    return { activities: rows.map(present), total_activities: total };
  });
}

function readQuery(page: number, filters: z.output<typeof activityFiltersSchema>): ActivityQuery {
  const { fromDate = null, toDate = null, actionType, campaignId, accountId, prospectId } = filters;
  if (fromDate && toDate && !isDateRangeValid({ start_date: fromDate, end_date: toDate })) {
    throw new ApiError('bad_request', { reason: 'The end date is before the start date.' });
  }
  const some = <Value>(list: Value[] | null | undefined) => (list?.length ? list : null);
  return {
    actions: some(actionType),
    from_day: fromDate,
    to_day: toDate,
    campaign_ids: some(campaignId),
    account_ids: some(accountId),
    prospect_id: prospectId ?? null,
    limit: PAGE_SIZES.activities,
    offset: (page - 1) * PAGE_SIZES.activities,
  };
}

function present(row: ActivityRow): Activity {
  const next = row.next_node_id !== null && row.next_type !== null ? nodeOf(row.next_node_id, row.next_type) : null;
  return {
    prospect: presentPersonSummary(row),
    ...nodeOf(row.node_id, row.action),
    scheduled_for: row.occurred_at.toISOString(),
    branch: branchOf(row.type),
    error: row.type === 'failed' ? (row.error ?? 'This step failed.') : null,
    bounce_reason: row.bounce_reason,
    note: row.type === 'failed' ? null : row.error,
    next_action: next ? { ...next, scheduled_for: row.next_at?.toISOString() ?? null } : null,
    campaign: { id: row.campaign_id, name: row.campaign_name },
  };
}

function nodeOf(id: number, type: string): Pick<Activity, 'step' | 'condition'> {
  return {
    step: isStepType(type) ? { id, step_type: type } : null,
    condition: isConditionType(type) ? { id, condition_type: type } : null,
  };
}

function branchOf(type: string): Activity['branch'] {
  if (type === 'answered_yes' || type === 'invite_accepted') return 'yes';
  return type === 'answered_no' ? 'no' : null;
}
