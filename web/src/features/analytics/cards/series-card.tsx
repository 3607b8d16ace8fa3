import { DAILY_METRICS, type DailyMetrics, groupDays } from '@overture/domain/campaign/analytics';
import { type DateRange, isGroupedByWeek } from '@overture/domain/time/date-presets';
import { IconDownload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { saveCsv } from '../../../lib/save-csv.ts';
import { nameZone } from '../../../lib/time-zones.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { WhenSeen } from '../../../ui/layout/when-seen.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import classes from '../analytics.module.css';
import { t } from '../texts.ts';

const SeriesChart = lazyPart(() => import('./series-chart.tsx').then((file) => ({ default: file.SeriesChart })));

interface SeriesCardProps {
  range: DateRange;
  zone: string;
  days: readonly DailyMetrics[] | undefined;
  /** Shows all days. Left out where these are all, or where nothing has been sent on any. */
  onShowAll?: (() => void) | undefined;
}

/** The series of a range as a chart, weekly above ten days, and as a file of days. */
export function SeriesCard({ range, zone, days, onShowAll }: SeriesCardProps) {
  const isQuiet = days?.every((day) => DAILY_METRICS.every((metric) => day[metric] === 0));
  return (
    <section className={classes.card} aria-label={t('activity')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('activity')}</h3>
          <p>{t(isGroupedByWeek(range) ? 'by_week' : 'by_day', { zone: nameZone(zone) })}</p>
        </div>
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          disabled={!days?.length}
          onClick={() => saveDays(days ?? [], zone)}
        >
          {t('download')}
        </AppButton>
      </header>
      {/* Not one picture: it holds bars that the arrow keys walk through, or a button where nothing happened. */}
      <figure className="min-h-[276px] m-0 pt-2 px-4 pb-4 data-fit:min-h-0" aria-label={t('chart')}>
        {days === undefined ? <Skeleton height={260} /> : null}
        {isQuiet ? <Quiet onShowAll={onShowAll} /> : null}
        {days && !isQuiet ? (
          <WhenSeen fallback={<Skeleton height={260} />}>
            <Suspense fallback={<Skeleton height={260} />}>
              <SeriesChart buckets={groupDays(range, days)} />
            </Suspense>
          </WhenSeen>
        ) : null}
      </figure>
    </section>
  );
}

function Quiet({ onShowAll }: Pick<SeriesCardProps, 'onShowAll'>) {
  if (!onShowAll) return <EmptyState compact title={t('empty')} text={t('empty_text')} />;
  const showAll = (
    <AppButton size="small" onClick={onShowAll}>
      {t('show_whole')}
    </AppButton>
  );
  return <EmptyState compact title={t('empty_days')} text={t('empty_days_text')} action={showAll} />;
}

function saveDays(days: readonly DailyMetrics[], zone: string) {
  saveCsv(
    'activity-by-day.csv',
    [`date (${zone})`, ...DAILY_METRICS],
    days.map((day) => [day.date, ...DAILY_METRICS.map((metric) => day[metric])]),
  );
}
