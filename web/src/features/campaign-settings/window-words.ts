import { parseHours, type SendingWindow, type WeekWindows, windowsOn } from '@overture/domain/sending/sending-window';
import { nameZone } from '../../lib/time-zones.ts';
import { t } from './texts.ts';

const DAY_KEYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Name of an ISO weekday (Monday 1). */
export function dayName(day: number): string {
  return t(DAY_KEYS[day - 1] ?? 'monday');
}

/** 'Monday to Friday 08:00 to 18:00 Europe/Amsterdam'. */
export function windowWords({ days, start, end }: SendingWindow, timezone: string): string {
  return `${daysWords([...days].sort((a, b) => a - b))} ${t('time_range', { start, end })} ${nameZone(timezone)}`;
}

function daysWords(days: readonly number[]): string {
  if (days.length === 7) return t('every_day');
  const isRun = days.length > 2 && days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
  if (isRun) return t('day_run', { from: dayName(days[0] ?? 1), to: dayName(days.at(-1) ?? 1) });
  return listWords(days.map(dayName));
}

function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : t('day_list', { names: words.slice(0, -1).join(', '), last });
}

interface CampaignHours {
  sending_window: SendingWindow;
  windows: WeekWindows | null;
  timezone: string;
}

/** All hours of a campaign: 'Monday to Thursday 09:00 to 12:00 and 13:00 to 17:00, Friday 09:00 to 12:00 Europe/Berlin'. */
export function hoursWords({ sending_window, windows, timezone }: CampaignHours): string {
  if (!windows || Object.keys(windows).length === 0) return windowWords(sending_window, timezone);
  const days = Object.keys(windows)
    .map(Number)
    .sort((a, b) => a - b);
  const groups = Map.groupBy(days, (day) =>
    listWords((windows[String(day)] ?? []).map((times) => t('time_range', { ...times }))),
  );
  const words = [...groups].map(([times, same]) => `${daysWords(same)} ${times}`);
  return `${words.join(', ')} ${nameZone(timezone)}`;
}

const SIX = 6 * 3_600_000;
const TWENTY_TWO = 22 * 3_600_000;

/** True if emails may leave at night or on a weekend. */
export function isUnusual(campaign: Pick<CampaignHours, 'sending_window' | 'windows'>): boolean {
  const hours = parseHours(campaign);
  return [1, 2, 3, 4, 5, 6, 7].some((day) =>
    windowsOn(hours, day).some(({ start, end }) => day > 5 || start < SIX || end > TWENTY_TWO),
  );
}
