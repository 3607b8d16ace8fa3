import { analyticsEndpoints, type MeetingFigures } from '@overture/contract/analytics';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { nameZone } from '../../lib/time-zones.ts';
import classes from './analytics.module.css';
import type { ChosenDays } from './range-field.tsx';
import { t } from './texts.ts';

/** What the cards of the overview are asked for. */
export type FiguresQuery = ChosenDays & {
  campaigns: number[] | undefined;
  sender_accounts?: number[] | undefined;
  campaign_statuses?: CampaignStatus[] | undefined;
};

const COUNTS = ['booked', 'moved', 'cancelled', 'no_show'] as const;

/** Meetings that leads booked and what became of them, in all and by person. Nothing before the first meeting. */
export function MeetingsCard({ query }: { query: FiguresQuery }) {
  const client = useQueryClient();
  const figures = useQuery({
    ...queryOptions(analyticsEndpoints.getMeetingFigures, { query }),
    placeholderData: keepPreviousData,
  });
  useLiveEvent('meetings_changed', () => void refetch(client, analyticsEndpoints.getMeetingFigures));
  const failure = queryFailure(figures, { title: t('meetings_failed'), compact: true });
  const meetings = figures.data?.meetings;
  if (!failure && !meetings?.has_meetings) return null;
  return (
    <section className={classes.card} aria-label={t('meetings')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('meetings')}</h3>
          <p>{t('meetings_text', { zone: nameZone(query.time_zone) })}</p>
        </div>
      </header>
      {failure ?? (meetings ? <Counts meetings={meetings} /> : null)}
    </section>
  );
}

function Counts({ meetings }: { meetings: MeetingFigures }) {
  const { people } = meetings;
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-4 m-0 py-3 px-4 border-t border-line">
        {COUNTS.map((name) => (
          <div key={name}>
            <dt className="text-ink-3 text-meta">{t(`meetings_${name}`)}</dt>
            <dd className="m-0 text-figure font-semibold leading-[1.25] number">{formatNumber(meetings[name])}</dd>
          </div>
        ))}
      </dl>
      {people.length === 0 ? null : (
        <div className="border-t border-line overflow-x-auto">
          <table className="w-full border-collapse text-table">
            <thead>
              <tr className="text-ink-3 text-meta">
                <th scope="col" className="py-2 ps-4 pe-2 font-medium text-start">
                  {t('meetings_person')}
                </th>
                {COUNTS.map((name) => (
                  <th key={name} scope="col" className="py-2 px-2 last:pe-4 font-medium text-end whitespace-nowrap">
                    {t(`meetings_${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.id} className="border-t border-line">
                  <th scope="row" className="min-w-24 py-2 ps-4 pe-2 font-normal text-start break-words">
                    {person.name}
                  </th>
                  {COUNTS.map((name) => (
                    <td key={name} className="py-2 px-2 last:pe-4 text-end number">
                      {formatNumber(person[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
