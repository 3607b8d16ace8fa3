import { dateLocale } from '../../lib/format.ts';

const format = new Intl.DateTimeFormat(dateLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026` of `2026-11`. */
export const formatMonth = (month: string): string => format.format(new Date(`${month}-01T00:00:00Z`));
