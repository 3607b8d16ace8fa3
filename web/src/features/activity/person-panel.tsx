import { type Activity, activitiesEndpoints } from '@overture/contract/analytics';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { ActionCell, formatName } from './activity-cells.tsx';
import { t } from './texts.ts';

// Few leads were called: the page does not carry it.
const CallTries = lazyPart(() => import('./call-tries.tsx').then((file) => ({ default: file.CallTries })));

/** The lead of a row: who it is, and what campaigns did for them. */
export function PersonPanel({ activity, onClose }: { activity: Activity | undefined; onClose: () => void }) {
  return (
    <SidePanel opened={activity !== undefined} onClose={onClose} title={activity ? formatName(activity) : ''}>
      {activity ? <PersonBody key={activity.prospect.id} activity={activity} /> : null}
    </SidePanel>
  );
}

function PersonBody({ activity: { prospect, campaign } }: { activity: Activity }) {
  const { page, setPage } = usePager(String(prospect.id));
  const history = useQuery({
    ...queryOptions(activitiesEndpoints.listActivities, { query: { page, filters: { prospectId: prospect.id } } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[110px_minmax(0,1fr)] gap-x-3 gap-y-1 m-0">
        <Fact name={t('job_title')} value={prospect.job_title} />
        <Fact name={t('company')} value={prospect.company.name} />
      </dl>
      <p className="flex gap-4">
        {prospect.linkedin_profile_url ? (
          <a href={prospect.linkedin_profile_url} target="_blank" rel="noreferrer noopener">
            {t('linkedin')}
          </a>
        ) : null}
        <AppLink to={pb.campaign(campaign.id)}>{t('open_campaign')}</AppLink>
      </p>
      <h3 className="text-section">{t('history')}</h3>
      {history.isPending ? <Skeleton height={120} /> : null}
      {queryFailure(history, { compact: true })}
      <ol className="flex flex-col gap-3 m-0 p-0 list-none">
        {history.data?.activities.map((entry) => (
          <li key={`${entry.step?.id ?? entry.condition?.id}.${entry.campaign.id}`}>
            <ActionCell activity={entry} />
            {entry.error || entry.bounce_reason ? (
              <p className="mt-1 text-red text-meta">{entry.error ?? entry.bounce_reason}</p>
            ) : null}
            <Note entry={entry} />
          </li>
        ))}
      </ol>
      <Pagination
        page={page}
        pageSize={PAGE_SIZES.activities}
        total={history.data?.total_activities}
        onChange={setPage}
      />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="m-0 wrap-anywhere">{value}</dd>
    </>
  );
}

function Note({ entry: { note, calls } }: { entry: Activity }) {
  if (calls.length > 0)
    return (
      <Suspense fallback={null}>
        <CallTries calls={calls} note={note} />
      </Suspense>
    );
  return note ? <p className="mt-1 text-ink-3 text-meta">{note}</p> : null;
}
