import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatNumber, locale } from '../../lib/format.ts';

const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const nameDay = (date: string) => format.format(new Date(`${date}T00:00:00Z`));

interface DaysCardProps {
  name: string;
  days: readonly { date: string; count: number }[];
}

/** A figure of a period with a bar for each day, on an axis of dates. */
export function DaysCard({ name, days }: DaysCardProps) {
  const total = formatNumber(days.reduce((sum, { count }) => sum + count, 0));
  return (
    <section className="grid content-start gap-2 p-4 border border-line rounded-card bg-surface" aria-label={name}>
      <h2 className="text-ink-3 text-meta">{name}</h2>
      <p className="text-figure font-semibold number">{total}</p>
      <div role="img" aria-label={`${name}: ${total}`}>
        <BarChart
          h={140}
          data={days.map(({ date, count }) => ({ date: nameDay(date), count }))}
          dataKey="date"
          series={[{ name: 'count', color: 'var(--accent-line)', label: name }]}
          valueFormatter={(value) => formatNumber(value)}
          xAxisProps={{ minTickGap: 24 }}
          yAxisProps={{ allowDecimals: false, width: 36 }}
          barProps={{ isAnimationActive: false, maxBarSize: 24 }}
        />
      </div>
    </section>
  );
}
