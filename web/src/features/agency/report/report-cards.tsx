import type { ClientReport } from '@overture/contract/agency-reports';
import { nameChange, REPORT_FIGURE_LABELS, REPORT_FIGURES } from '@overture/domain/campaign/month-report';
import { shiftMonth } from '@overture/domain/money/agency-bills';
import { placeOfZone } from '@overture/domain/time/zone-place';
import { formatDate, formatExactPercent, formatNumber } from '../../../lib/format.ts';
import { defineTexts } from '../../../lib/texts.ts';
import { Sparkline } from '../../../ui/display/spark.tsx';
import { formatMonth } from '../format-month.ts';
import { t } from './texts.ts';

const figureLabel = defineTexts({ ...REPORT_FIGURE_LABELS });

const dayOf = (date: string): string => formatDate(`${date}T00:00:00Z`, 'UTC');

/** Each figure of the month with its days, and what it was before. */
export function ReportCards({ report }: { report: ClientReport }) {
  const monthBefore = formatMonth(shiftMonth(report.month, -1));
  const about = t(report.is_over ? 'whole' : 'so_far', {
    from: dayOf(report.range.start_date),
    day: dayOf(report.range.end_date),
    zone: placeOfZone(report.time_zone),
    month: monthBefore,
  });
  return (
    <section aria-label={t('activity')} className="max-w-240">
      <h2 className="text-section">{t('activity')}</h2>
      <p className="mt-1 mb-3 text-ink-3 text-table">{about}</p>
      <dl className="grid gap-3 m-0 grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] sm:grid-cols-3">
        {REPORT_FIGURES.map((figure) => (
          <Card
            key={figure}
            label={figureLabel(figure)}
            now={report.figures[figure]}
            before={report.figures_before[figure]}
            monthBefore={monthBefore.split(' ')[0] ?? monthBefore}
            days={report.days.map((day) => day[figure])}
          />
        ))}
      </dl>
    </section>
  );
}

interface CardProps {
  label: string;
  now: number;
  before: number;
  monthBefore: string;
  days: readonly number[];
}

function Card({ label, now, before, monthBefore, days }: CardProps) {
  const change = nameChange(now, before, formatExactPercent);
  return (
    <div className="grid gap-1 p-4 border border-line rounded-card bg-surface">
      <dt className="text-ink-3 text-table">{label}</dt>
      <dd className="flex items-end justify-between gap-2 m-0 text-title font-semibold number">
        {formatNumber(now)}
        <span className="flex-none max-sm:hidden">
          <Sparkline values={days} label={t('by_day', { name: label, total: formatNumber(now) })} />
        </span>
      </dd>
      <dd className="m-0 text-ink-3 text-meta number">
        {t('before', { month: monthBefore, count: formatNumber(before) })}
        {change ? ` (${change})` : ''}
      </dd>
    </div>
  );
}
