import { writeFileSync } from 'node:fs';
import Holidays from 'date-holidays';

/**
 * Writes `domain/src/sending/holiday-table.ts`: the public holidays that hold for a whole country, of the years to come. The library
 * is far too large for the product; its table is a few kilobytes. Run with `node tools/make-holidays.ts` when the last year comes near.
 */
const COUNTRIES = ['AU', 'BE', 'CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL', 'PL', 'US'];
const YEARS = Array.from({ length: 10 }, (_, index) => 2026 + index);

function daysOf(country: string, year: number): string {
  const days = new Holidays(country).getHolidays(year).flatMap(({ type, date }) => {
    const day = date.slice(0, 10);
    return type === 'public' && day.startsWith(String(year)) ? [day.slice(5).replace('-', '')] : [];
  });
  return [...new Set(days)].sort().join(' ');
}

const entries = COUNTRIES.map((country) => {
  const years = YEARS.map((year) => `    ${year}: '${daysOf(country, year)}',`).join('\n');
  return `  ${country}: {\n${years}\n  },`;
});
const text = `/** Made by tools/make-holidays.ts from date-holidays (data CC-BY-SA-3.0): days as MMDD, by country and year. */
export const HOLIDAYS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
${entries.join('\n')}
};
`;
writeFileSync(new URL('../domain/src/sending/holiday-table.ts', import.meta.url), text);
