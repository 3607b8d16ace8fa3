import { shiftDay } from '../time/date-presets.ts';
import { localDay, startOfDay } from '../time/local-time.ts';

/** Bounds of research columns that run for leads added later. */
export const AUTOMATIC_RESEARCH = {
  max_leads_per_day: 10_000,
  /** What the dialog suggests: a mistake in it costs this much a day at most. */
  suggested_leads_per_day: 100,
  /** A lead may come to pass the filters for so long after it was added. */
  days: 30,
  /** Leads that one check starts at most. */
  leads_per_check: 500,
} as const;

interface DailyCount {
  leads_per_day: number;
  /** `YYYY-MM-DD` by the clock of the organization; null before the first lead. */
  day: string | null;
  /** Leads that were started on that day. */
  day_leads: number;
}

/** Today's count of leads. `left` is never negative, also after the number for a day was lowered. */
export function countToday(now: Date, { leads_per_day, day, day_leads }: DailyCount, zone: string) {
  const today = localDay(now, zone);
  const leads = day === today ? day_leads : 0;
  return { today, leads, left: Math.max(0, leads_per_day - leads), tomorrow: startOfDay(shiftDay(today, 1), zone) };
}
