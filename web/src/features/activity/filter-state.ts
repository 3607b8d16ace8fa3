import type { ActivityFilters } from '@overture/contract/analytics';
import type { NodeType } from '@overture/domain/flow/step-types';
import {
  type DatePreset,
  type DateRange,
  DEFAULT_DATE_PRESETS,
  isDateRangeValid,
  resolveDatePreset,
} from '@overture/domain/time/date-presets';

/** Filters of the list. An empty list means all. */
export interface ActivityFilterState {
  actions: readonly NodeType[];
  campaigns: readonly number[];
  senders: readonly number[];
  preset: DatePreset;
  /** The days of 'Custom range'. */
  custom: DateRange;
}

/** What the page opens with and Reset goes back to: everything of the last 7 days. */
export function defaultFilters(today: string): ActivityFilterState {
  const preset = DEFAULT_DATE_PRESETS.activity;
  return { actions: [], campaigns: [], senders: [], preset, custom: resolveDatePreset(preset, today)! };
}

/** Active filters, for the badge: each kind that is narrowed, the period when it is not the usual one. */
export function countActive(filters: ActivityFilterState): number {
  const lists = [filters.actions, filters.campaigns, filters.senders].filter((list) => list.length > 0).length;
  return lists + (filters.preset === DEFAULT_DATE_PRESETS.activity ? 0 : 1);
}

/** True when the filters can be asked for: a custom range needs an end that is not before its start. */
export function isApplicable(filters: ActivityFilterState): boolean {
  return filters.preset !== 'custom' || isDateRangeValid(filters.custom);
}

export function wireFilters(filters: ActivityFilterState, today: string, timeZone: string): ActivityFilters {
  const { start_date, end_date } = resolveDatePreset(filters.preset, today) ?? filters.custom;
  return {
    fromDate: start_date,
    toDate: end_date,
    timeZone,
    ...(filters.actions.length > 0 ? { actionType: [...filters.actions] } : {}),
    ...(filters.campaigns.length > 0 ? { campaignId: [...filters.campaigns] } : {}),
    ...(filters.senders.length > 0 ? { accountId: [...filters.senders] } : {}),
  };
}
