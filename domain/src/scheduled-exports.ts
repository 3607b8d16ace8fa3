import { type DateRange, shiftDay } from './time/date-presets.ts';
import { instantOfWall, localDay, startOfDay } from './time/local-time.ts';

export const SCHEDULED_EXPORT_KINDS = [
  'list_leads',
  'campaign_leads',
  'campaign_messages',
  'campaign_figures',
] as const;
export type ScheduledExportKind = (typeof SCHEDULED_EXPORT_KINDS)[number];

export const SCHEDULED_EXPORT_LABELS: Record<ScheduledExportKind, string> = {
  list_leads: 'Leads of a list',
  campaign_leads: 'Leads of a campaign',
  campaign_messages: 'Messages of a campaign',
  campaign_figures: 'Figures of all campaigns',
};

export const EXPORT_RHYTHMS = ['day', 'week', 'month'] as const;
export type ExportRhythm = (typeof EXPORT_RHYTHMS)[number];

export const SCHEDULED_EXPORT_LIMITS = { exports: 20, link_in_days: 7, leads: 1_000_000 } as const;

interface Rhythm {
  every: ExportRhythm;
  hour: number;
}

/** When an export is due next: each day, on Mondays, or on the first of a month, at an hour of the zone. Always after `now`. */
export function nextExport(now: Date, { every, hour }: Rhythm, zone: string): Date {
  for (let day = localDay(now, zone); ; day = shiftDay(day, 1)) {
    if (!isDay(day, every)) continue;
    const at = instantOfWall(`${day}T${String(hour).padStart(2, '0')}:00`, zone) ?? startOfDay(day, zone);
    if (at > now) return at;
  }
}

function isDay(day: string, every: ExportRhythm): boolean {
  if (every === 'week') return new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
  return every === 'day' || day.endsWith('-01');
}

/** The day, week or month that is over when an export is made. */
export function exportedDays(now: Date, every: ExportRhythm, zone: string): DateRange {
  const end_date = shiftDay(localDay(now, zone), -1);
  if (every === 'day') return { start_date: end_date, end_date };
  if (every === 'week') return { start_date: shiftDay(end_date, -6), end_date };
  // Made on the first of a month, or later where the program did not run: the month before.
  const first = `${localDay(now, zone).slice(0, 7)}-01`;
  const last = shiftDay(first, -1);
  return { start_date: `${last.slice(0, 7)}-01`, end_date: last };
}
