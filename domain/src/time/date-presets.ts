export const DATE_PRESETS = ['today', 'yesterday', '7_days', '30_days', '90_days', 'custom'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

export const ADMIN_DATE_PRESETS = ['7_days', '30_days', '90_days', '1_year'] as const;
export type AdminDatePreset = (typeof ADMIN_DATE_PRESETS)[number];

export const DATE_PRESET_LABELS: Record<DatePreset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7_days': 'Past 7 days',
  '30_days': 'Past 30 days',
  '90_days': 'Past 90 days',
  custom: 'Custom range',
};

export const ADMIN_DATE_PRESET_LABELS: Record<AdminDatePreset, string> = {
  '7_days': '7 days',
  '30_days': '30 days',
  '90_days': '90 days',
  '1_year': '1 year',
};

/** What each screen opens with. */
export const DEFAULT_DATE_PRESETS = {
  dashboard: '30_days',
  campaign_analytics: '7_days',
  activity: '7_days',
  admin_analytics: '7_days',
  admin_costs: '30_days',
} as const satisfies Record<string, DatePreset | AdminDatePreset>;

/** Calendar days, both included, as YYYY-MM-DD. */
export type DateRange = { start_date: string; end_date: string };

const DAY_IN_MS = 86_400_000;
const SPANS: Partial<Record<DatePreset | AdminDatePreset, number>> = {
  '7_days': 7,
  '30_days': 30,
  '90_days': 90,
  '1_year': 365,
};

/**
 * Range of a preset seen from `today` (YYYY-MM-DD in the reader's zone). 'N days' ends today and counts it.
 * Answers null for 'custom', which has no range of its own.
 */
export function resolveDatePreset(preset: DatePreset | AdminDatePreset, today: string): DateRange | null {
  if (preset === 'custom') return null;
  if (preset === 'today') return { start_date: today, end_date: today };
  if (preset === 'yesterday') {
    const yesterday = shiftDay(today, -1);
    return { start_date: yesterday, end_date: yesterday };
  }
  return { start_date: shiftDay(today, 1 - (SPANS[preset] ?? 1)), end_date: today };
}

/** A day moved by a number of days, as YYYY-MM-DD. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_IN_MS).toISOString().slice(0, 10);
}

/** Days in a range, both ends counted. */
export function countDays(range: DateRange): number {
  return Math.round((Date.parse(range.end_date) - Date.parse(range.start_date)) / DAY_IN_MS) + 1;
}

/** Bounds of a range that is open: before and after every day that anything happened on. */
export const OPEN_RANGE: DateRange = { start_date: '0001-01-01', end_date: '9998-12-31' };
/** Longer ranges are read by the month, and by the day at their edges only. */
const MAX_DAYS_READ_SINGLY = 62;

/**
 * Where sums of a range are read: the whole months within it (first days of the first and the last one), and the days before
 * and behind them. No months in ranges of up to 62 days.
 */
export function splitMonths(range: DateRange): { months: DateRange | null; days: DateRange[] } {
  const { start_date, end_date } = range;
  const first = start_date.endsWith('-01') ? start_date : firstOfNextMonth(start_date);
  const after = `${shiftDay(end_date, 1).slice(0, 7)}-01`;
  if (countDays(range) <= MAX_DAYS_READ_SINGLY || first >= after) return { months: null, days: [range] };
  const edges = [
    { start_date, end_date: shiftDay(first, -1) },
    { start_date: after, end_date },
  ];
  return {
    months: { start_date: first, end_date: `${shiftDay(after, -1).slice(0, 7)}-01` },
    days: edges.filter((days) => days.start_date <= days.end_date),
  };
}

/** The longest month has 31 days: 31 days after the first of one, the next has begun and has not ended. */
function firstOfNextMonth(day: string): string {
  return `${shiftDay(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}

/** True for YYYY-MM-DD naming a day that exists. */
function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** True when a range can be asked for: both days exist and the end is not before the start. */
export function isDateRangeValid(range: DateRange): boolean {
  return isCalendarDay(range.start_date) && isCalendarDay(range.end_date) && range.end_date >= range.start_date;
}

/** Analytics group days into weeks when the range exceeds ten days. */
export function isGroupedByWeek(range: DateRange): boolean {
  return countDays(range) > 10;
}
