import type { SecurityEventKind, SecurityOutcome } from '@overture/domain/security/events';
import { isDateRangeValid } from '@overture/domain/time/date-presets';

/** Filters of the log. Null and empty days mean all. */
export interface LogFilters {
  kind: SecurityEventKind | null;
  outcome: SecurityOutcome | null;
  user_id: number | null;
  from_day: string;
  to_day: string;
}

export const noFilters: LogFilters = { kind: null, outcome: null, user_id: null, from_day: '', to_day: '' };

/** Active filters, for the badge: the two days are one. */
export function countActive({ kind, outcome, user_id, from_day, to_day }: LogFilters): number {
  return [kind, outcome, user_id, from_day || to_day].filter(Boolean).length;
}

/** False while the end is before the start. */
export function isApplicable({ from_day, to_day }: LogFilters): boolean {
  return !from_day || !to_day || isDateRangeValid({ start_date: from_day, end_date: to_day });
}

/** The filters as the call takes them. */
export function wireFilters(filters: LogFilters): Partial<LogFilters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== ''));
}
