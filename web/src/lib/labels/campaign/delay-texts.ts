import { defineTexts } from '../../texts.ts';

const t = defineTexts({
  immediately: 'Immediately',
  days: '{count, plural, one {# day} other {# days}}',
  hours: '{count, plural, one {# hour} other {# hours}}',
});

/** Words of a delay: 'Immediately', '3 days', '36 hours'. */
export function describeDelay(hours: number): string {
  if (hours <= 0) return t('immediately');
  return hours % 24 === 0 ? t('days', { count: hours / 24 }) : t('hours', { count: hours });
}
