import { analyticsEndpoints, type CallFigures } from '@overture/contract/analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { callOutcomeLabel } from '../../lib/labels/inbox/call-outcome.ts';
import { nameZone } from '../../lib/time-zones.ts';
import classes from './analytics.module.css';
import type { FiguresQuery } from './meetings-card.tsx';
import { t } from './texts.ts';

/** Calls that were recorded: how many reached the lead, at which hours, and what each person recorded. Nothing before the first call. */
export function CallsCard({ query }: { query: FiguresQuery }) {
  const figures = useQuery({
    ...queryOptions(analyticsEndpoints.getCallFigures, { query }),
    placeholderData: keepPreviousData,
  });
  const failure = queryFailure(figures, { title: t('calls_failed'), compact: true });
  const calls = figures.data?.calls;
  if (!failure && !calls?.calls) return null;
  return (
    <section className={classes.card} aria-label={t('calls')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('calls')}</h3>
          <p>{t('calls_text', { zone: nameZone(query.time_zone) })}</p>
        </div>
      </header>
      {failure ?? (calls ? <Counts figures={calls} /> : null)}
    </section>
  );
}

type Counted = Pick<CallFigures, 'calls' | 'connected'>;

const rateOf = ({ calls, connected }: Counted): string => formatPercent(calls === 0 ? 0 : (connected / calls) * 100);

function Counts({ figures }: { figures: CallFigures }) {
  const counts = [
    { label: t('calls_all'), value: formatNumber(figures.calls) },
    { label: t('calls_connected'), value: formatNumber(figures.connected) },
    { label: t('calls_rate'), value: rateOf(figures) },
  ];
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-4 m-0 py-3 px-4 border-t border-line">
        {counts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-ink-3 text-meta">{label}</dt>
            <dd className="m-0 text-figure font-semibold leading-[1.25] number">{value}</dd>
          </div>
        ))}
      </dl>
      <Hours hours={figures.hours} />
      <People people={figures.people} />
    </>
  );
}

/** A bar an hour: as high as the calls are many, filled as far as they reached the lead. */
function Hours({ hours }: Pick<CallFigures, 'hours'>) {
  const most = Math.max(...hours.map(({ calls }) => calls));
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? 0];
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index).map(
    (hour) => hours.find((one) => one.hour === hour) ?? { hour, calls: 0, connected: 0 },
  );
  return (
    <div className="py-3 px-4 border-t border-line">
      <h4 className="m-0 mb-2 text-ink-2 text-meta font-medium">{t('calls_hours')}</h4>
      <ul className="flex items-end gap-1 m-0 p-0 list-none">
        {all.map((one) => (
          <li
            key={one.hour}
            className="flex flex-1 flex-col items-center gap-1 min-w-0 max-w-12"
            title={describeHour(one)}
          >
            <span aria-hidden className="flex items-end w-full h-16">
              <span
                className="flex items-end w-full rounded-[3px] bg-accent-soft overflow-hidden"
                style={{ height: `${Math.max(2, (one.calls / most) * 100)}%` }}
              >
                <span
                  className="w-full bg-accent"
                  style={{ height: `${one.calls === 0 ? 0 : (one.connected / one.calls) * 100}%` }}
                />
              </span>
            </span>
            <span className="text-ink-3 text-meta number">
              <span aria-hidden>{one.hour}</span>
              <span className="visually-hidden">{describeHour(one)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const describeHour = (one: CallFigures['hours'][number]): string =>
  t('calls_hour', { hour: String(one.hour), count: one.calls, shown: formatNumber(one.calls), rate: rateOf(one) });

function People({ people }: Pick<CallFigures, 'people'>) {
  return (
    <div className="border-t border-line overflow-x-auto">
      <table className="w-full border-collapse text-table">
        <thead>
          <tr className="text-ink-3 text-meta">
            <th scope="col" className="py-2 ps-4 pe-2 font-medium text-start">
              {t('calls_person')}
            </th>
            <th scope="col" className="py-2 px-2 font-medium text-end whitespace-nowrap">
              {t('calls_all')}
            </th>
            <th scope="col" className="py-2 px-2 font-medium text-end whitespace-nowrap">
              {t('calls_rate')}
            </th>
            <th scope="col" className="py-2 ps-2 pe-4 font-medium text-start">
              {t('calls_outcomes')}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id ?? 'gone'} className="border-t border-line">
              <th scope="row" className="min-w-24 py-2 ps-4 pe-2 font-normal text-start break-words">
                {person.name ?? t('calls_left')}
              </th>
              <td className="py-2 px-2 text-end number">{formatNumber(person.calls)}</td>
              <td className="py-2 px-2 text-end number">{rateOf(person)}</td>
              <td className="min-w-48 py-2 ps-2 pe-4 text-ink-2">
                {person.outcomes
                  .map(({ outcome, calls }) => `${callOutcomeLabel(outcome)} ${formatNumber(calls)}`)
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
