import type { SendingWindow } from '@overture/domain/sending/sending-window';
import { t } from './texts.ts';

const DAY_KEYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Name of an ISO weekday (Monday 1). */
export function dayName(day: number): string {
  return t(DAY_KEYS[day - 1] ?? 'monday');
}

/** 'Monday to Friday 08:00 to 18:00 Europe/Amsterdam'. */
export function windowWords({ days, start, end }: SendingWindow, timezone: string): string {
  const zone = timezone.replaceAll('_', ' ');
  return `${daysWords([...days].sort((a, b) => a - b))} ${start} to ${end} ${zone}`;
}

function daysWords(days: readonly number[]): string {
  if (days.length === 7) return t('every_day');
  const isRun = days.length > 2 && days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
  if (isRun) return t('day_run', { from: dayName(days[0] ?? 1), to: dayName(days.at(-1) ?? 1) });
  const names = days.map(dayName);
  const last = names.pop();
  return names.length === 0 ? (last ?? '') : t('day_list', { names: names.join(', '), last: last ?? '' });
}
