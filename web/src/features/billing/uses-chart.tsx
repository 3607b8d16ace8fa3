import '@mantine/charts/styles.css';
// The dots of the legend.
import '@mantine/core/styles/ColorSwatch.css';
import { BarChart } from '@mantine/charts';
import { CREDIT_USES, type CreditUse } from '@overture/domain/money/credits';
import { formatNumber } from '../../lib/format.ts';
import { sumUses } from './sum-uses.ts';
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

/** A month or a day: its name, and what was used. */
export type NamedUses = Record<CreditUse, number> & { name: string };

/** A bar for each month or day, its parts by what credits were used for; the list says the same in words. */
export function UsesChart({ uses }: { uses: readonly NamedUses[] }) {
  const shown = CREDIT_USES.filter((kind) => uses.some((one) => one[kind] > 0));
  return (
    <>
      <ul className="visually-hidden">
        {uses.map((one) => (
          <li key={one.name}>
            {t('chart_words', { month: one.name, count: sumUses(one), credits: formatNumber(sumUses(one)) })}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={t('chart')}>
        <BarChart
          h={220}
          data={[...uses]}
          dataKey="name"
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
