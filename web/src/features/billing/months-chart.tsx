import '@mantine/charts/styles.css';
// The dots of the legend.
import '@mantine/core/styles/ColorSwatch.css';
import { BarChart } from '@mantine/charts';
import type { CreditMonth } from '@overture/contract/credit-history';
import { CREDIT_USES, type CreditUse } from '@overture/domain/money/credits';
import { dateLocale, formatNumber } from '../../lib/format.ts';
import { sumMonth } from './month-total.ts';
import { t } from './texts.ts';

const COLORS: Record<CreditUse, string> = {
  email: 'var(--accent-line)',
  phone: 'var(--blue-dot)',
  website: 'var(--grey-dot)',
  research: 'var(--green-dot)',
  snippets: 'var(--amber-dot)',
  replies: 'var(--red-dot)',
  sequences: 'var(--violet-dot)',
};

const format = new Intl.DateTimeFormat(dateLocale, { month: 'short', timeZone: 'UTC' });
const monthName = (month: string) => format.format(new Date(`${month}-01T00:00:00Z`));

/** A bar a month, its parts by what credits were used for; the list says the same in words. */
export function MonthsChart({ months }: { months: readonly CreditMonth[] }) {
  const shown = CREDIT_USES.filter((kind) => months.some((month) => month[kind] > 0));
  return (
    <>
      <ul className="visually-hidden">
        {months.map((month) => (
          <li key={month.month}>
            {t('chart_words', {
              month: monthName(month.month),
              count: sumMonth(month),
              credits: formatNumber(sumMonth(month)),
            })}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={t('chart')}>
        <BarChart
          h={220}
          data={months.map((month) => ({ ...month, month: monthName(month.month) }))}
          dataKey="month"
          type="stacked"
          series={shown.map((name) => ({ name, color: COLORS[name], label: t(name) }))}
          withLegend
          valueFormatter={(value) => formatNumber(value)}
          yAxisProps={{ allowDecimals: false, width: 44 }}
          barProps={{ isAnimationActive: false, maxBarSize: 36 }}
        />
      </div>
    </>
  );
}
