import { type DateRange, shiftDay } from './time/date-presets.ts';
import { instantOfWall, localDay, startOfDay } from './time/local-time.ts';

export const SCHEDULED_EXPORT_KINDS = [
  'list_leads',
  'campaign_leads',
  'campaign_messages',
  'campaign_figures',
  'activities',
  'credits',
  'suppressions',
] as const;
export type ScheduledExportKind = (typeof SCHEDULED_EXPORT_KINDS)[number];

export const SCHEDULED_EXPORT_LABELS: Record<ScheduledExportKind, string> = {
  list_leads: 'Leads of a list',
  campaign_leads: 'Leads of a campaign',
  campaign_messages: 'Messages of a campaign',
  campaign_figures: 'Figures of all campaigns',
  activities: 'Activity of all campaigns',
  credits: 'Credit history',
  suppressions: 'Suppression list',
};

/** The field that names what is exported; null where it is everything. */
export const EXPORT_SUBJECTS = {
  list_leads: 'search_id',
  campaign_leads: 'campaign_id',
  campaign_messages: 'campaign_id',
  campaign_figures: null,
  activities: null,
  credits: null,
  suppressions: null,
} as const satisfies Record<ScheduledExportKind, 'search_id' | 'campaign_id' | null>;

/** True where the file shows the day, week or month before; the others show what is there when it is made. */
export const showsDays = (kind: ScheduledExportKind): boolean => kind === 'campaign_figures' || kind === 'activities';

/** A link by email, or the event `export.ready` for the webhooks that receive it. */
export const EXPORT_DELIVERIES = ['email', 'webhook'] as const;
export type ExportDelivery = (typeof EXPORT_DELIVERIES)[number];

/** @param name of the list or campaign; empty where there is none */
export const describeExport = ({ kind, name }: { kind: ScheduledExportKind; name: string }): string =>
  name === '' ? SCHEDULED_EXPORT_LABELS[kind] : `${SCHEDULED_EXPORT_LABELS[kind]}: ${name}`;

export const EXPORT_RHYTHMS = ['day', 'week', 'month'] as const;
export type ExportRhythm = (typeof EXPORT_RHYTHMS)[number];

export const SCHEDULED_EXPORT_LIMITS = { exports: 20, link_in_days: 7, leads: 1_000_000 } as const;

interface Rhythm {
  every: ExportRhythm;
  hour: number;
}

/** When an export is due next: each day, on Mondays, or on the first of a month, at an hour of the zone. Always after `now`. */
export function nextExport(now: Date, rhythm: Rhythm, zone: string): Date {
  return findExport(localDay(now, zone), now, rhythm, zone);
}

/** The same after one was made: on a later day, because late, or in another zone, the next hour would show the same days again. */
export function exportAfter(made: Date, rhythm: Rhythm, zone: string): Date {
  return findExport(shiftDay(localDay(made, zone), 1), made, rhythm, zone);
}

function findExport(from: string, now: Date, { every, hour }: Rhythm, zone: string): Date {
  for (let day = from; ; day = shiftDay(day, 1)) {
    if (!isDay(day, every)) continue;
    const at = instantOfWall(`${day}T${String(hour).padStart(2, '0')}:00`, zone) ?? startOfDay(day, zone);
    if (at > now) return at;
  }
}

function isDay(day: string, every: ExportRhythm): boolean {
  if (every === 'week') return weekday(day) === MONDAY;
  return every === 'day' || day.endsWith('-01');
}

const MONDAY = 1;
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The day, week or month that is over when an export is made. */
export function exportedDays(now: Date, every: ExportRhythm, zone: string): DateRange {
  const today = localDay(now, zone);
  const yesterday = shiftDay(today, -1);
  if (every === 'day') return { start_date: yesterday, end_date: yesterday };
  // Made on a Monday or the first of a month, or later where the program did not run: the week or month before.
  if (every === 'week') {
    const monday = shiftDay(today, -((weekday(today) + 7 - MONDAY) % 7));
    return { start_date: shiftDay(monday, -7), end_date: shiftDay(monday, -1) };
  }
  const first = `${today.slice(0, 7)}-01`;
  const last = shiftDay(first, -1);
  return { start_date: `${last.slice(0, 7)}-01`, end_date: last };
}
