import { dateLocale, formatExactPercent, formatNumber } from '../../../lib/format.ts';
import '@mantine/charts/styles.css';
// The dots of the legend.
import '@mantine/core/styles/ColorSwatch.css';
import { BarChart } from '@mantine/charts';
import type { Bucket, DailyMetric } from '@overture/domain/campaign/analytics';
import { t } from '../texts.ts';

const SERIES: { name: DailyMetric; color: string }[] = [
  { name: 'emails_sent', color: 'var(--accent-line)' },
  { name: 'linkedin_messages_sent', color: 'var(--blue-dot)' },
  { name: 'invites_sent', color: 'var(--grey-dot)' },
  { name: 'invites_accepted', color: 'var(--amber-dot)' },
  { name: 'replies', color: 'var(--green-dot)' },
  { name: 'interested', color: 'var(--red-dot)' },
];

const shortDay = (day: string) =>
  new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** What happened in each day or week; series without any are left out. */
export function SeriesChart({ buckets }: { buckets: readonly Bucket[] }) {
  const shown = SERIES.filter(({ name }) => buckets.some((bucket) => bucket[name] > 0));
  return (
    <BarChart
      h={260}
      data={buckets.map((bucket) => ({ ...bucket, day: shortDay(bucket.date) }))}
      dataKey="day"
      series={shown.map(({ name, color }) => ({ name, color, label: t(name) }))}
      type="stacked"
      withLegend
      // In the order of the bars, not by name.
      legendProps={{ itemSorter: null }}
      valueFormatter={(value) => formatNumber(value)}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      barProps={{ isAnimationActive: false, maxBarSize: 32 }}
    />
  );
}

/** The best campaigns by reply rate, best first (names are cut at 20 characters). */
export function TopChart({ campaigns }: { campaigns: readonly { name: string; reply_rate: number }[] }) {
  return (
    <BarChart
      h={Math.max(120, campaigns.length * 36 + 40)}
      data={campaigns.map(({ name, reply_rate }) => ({ name: cutName(name), reply_rate }))}
      dataKey="name"
      orientation="vertical"
      series={[{ name: 'reply_rate', color: 'var(--accent-line)', label: t('column_rate') }]}
      valueFormatter={formatExactPercent}
      yAxisProps={{ width: 175 }}
      barProps={{ isAnimationActive: false, maxBarSize: 18 }}
      withBarValueLabel
      valueLabelProps={{ position: 'right', fill: 'var(--text-2)', fontSize: 12 }}
    />
  );
}

function cutName(name: string): string {
  const signs = Array.from(name);
  return signs.length > 20 ? `${signs.slice(0, 20).join('')}…` : name;
}
