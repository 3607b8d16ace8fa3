import { type RevisionTrial, revisionsEndpoints } from '@overture/contract/revisions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { dateLocale, formatNumber } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { t } from './texts.ts';

type Day = RevisionTrial['days'][number];

const shortDay = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface TrialDaysProps {
  campaignId: number;
  choice: { moves_waiting: boolean; reopens: boolean };
  /** When the leads were counted: other counts, another forecast. */
  countedAt: number;
}

/** What leaves on each of the next days, now and once this is published. Counted after the rest is shown: it takes seconds for many leads. */
export function TrialDays({ campaignId, choice, countedAt }: TrialDaysProps) {
  const { moves_waiting, reopens } = choice;
  const query = useQuery({
    queryKey: ['revision-trial', campaignId, moves_waiting, reopens, countedAt],
    queryFn: () =>
      call(revisionsEndpoints.rehearseRevision, { params: { id: campaignId }, body: { moves_waiting, reopens } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const trial = query.data?.rehearsal;
  return (
    <section className="flex flex-col gap-2" aria-busy={query.isFetching}>
      <h3 className="m-0 text-table font-medium">{t('trial_title')}</h3>
      {query.isPending ? (
        <div role="status" aria-label={t('trial_counting')}>
          <Skeleton height={96} radius={10} />
        </div>
      ) : null}
      {queryFailure(query, { title: t('trial_failed'), compact: true })}
      {trial && trial.days.length === 0 ? <p className="m-0 text-ink-3 text-table">{t('trial_none')}</p> : null}
      {trial && trial.days.length > 0 ? <Bars trial={trial} /> : null}
    </section>
  );
}

const HEIGHT_IN_PX = 72;

function Bars({ trial: { days, leads_left_out } }: { trial: RevisionTrial }) {
  const most = Math.max(1, ...days.flatMap(({ before, after }) => [before, after]));
  return (
    <div className="p-3 border border-line rounded-card">
      <p className="flex gap-4 m-0 mb-2 text-ink-3 text-meta" aria-hidden>
        <span className="inline-flex items-center gap-1.5">
          <i className="size-2 rounded-[2px] bg-line-strong" />
          {t('trial_before')}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <i className="size-2 rounded-[2px] bg-accent" />
          {t('trial_after')}
        </span>
      </p>
      {/* It scrolls where it is narrow, for keyboards too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <ol aria-label={t('trial_title')} tabIndex={0} className="flex gap-1 m-0 p-0 overflow-x-auto list-none">
        {days.map((day) => (
          <DayBars key={day.date} day={day} most={most} />
        ))}
      </ol>
      {leads_left_out > 0 ? (
        <p className="m-0 mt-2 text-ink-3 text-meta">{t('trial_left_out', { count: formatNumber(leads_left_out) })}</p>
      ) : null}
    </div>
  );
}

/** What is anything at all can be seen. */
const heightOf = (value: number, most: number): number =>
  value === 0 ? 0 : Math.max(2, Math.round((value / most) * HEIGHT_IN_PX));

function DayBars({ day: { date, before, after }, most }: { day: Day; most: number }) {
  const words = t('trial_day', {
    day: shortDay.format(new Date(date)),
    before: formatNumber(before),
    after: formatNumber(after),
  });
  const bar = (value: number, tone: string) => (
    <span className={`w-2.5 rounded-t-[2px] ${tone}`} style={{ height: heightOf(value, most) }} />
  );
  return (
    <li className="flex flex-col flex-1 items-center gap-1 min-w-12" title={words}>
      <span className="visually-hidden">{words}</span>
      <span className="flex items-end gap-0.5" style={{ height: HEIGHT_IN_PX }} aria-hidden>
        {bar(before, 'bg-line-strong')}
        {bar(after, 'bg-accent')}
      </span>
      <span className="text-ink-3 text-meta number whitespace-nowrap" aria-hidden>
        {shortDay.format(new Date(date))}
      </span>
    </li>
  );
}
