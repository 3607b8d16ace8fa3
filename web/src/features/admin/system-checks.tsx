import { adminSystemEndpoints, CHECK_AREAS } from '@overture/contract/admin-system';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

type Finding = EndpointOutput<typeof adminSystemEndpoints.checkSystem>['findings'][number];

const TONES = { pass: 'green', warn: 'amber', fail: 'red', unknown: 'grey' } as const;
/** What is wrong comes first. */
const ORDER: Finding['status'][] = ['fail', 'warn', 'unknown', 'pass'];

/** What `overture doctor` says: asked for by a person, since it calls everything outside. */
export function SystemChecks() {
  const found = useQuery({ ...queryOptions(adminSystemEndpoints.checkSystem), enabled: false, staleTime: Infinity });
  const count = (status: Finding['status']) => found.data?.findings.filter((one) => one.status === status).length ?? 0;
  return (
    <section
      className="grid content-start gap-3 p-4 min-w-0 border border-line rounded-card bg-surface"
      aria-label={t('checks')}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1 min-w-0">
          <h2 className="text-section">{t('checks')}</h2>
          <p className="text-ink-3 text-table" role="status">
            {found.data
              ? t('checks_summary', {
                  pass: count('pass'),
                  warn: count('warn'),
                  fail: count('fail'),
                  unknown: count('unknown'),
                })
              : t('checks_text')}
          </p>
        </div>
        <AppButton loading={found.isFetching} onClick={() => void found.refetch()}>
          {found.data ? t('checks_again') : t('checks_run')}
        </AppButton>
      </div>
      {found.error && !found.isFetching ? queryFailure(found) : null}
      {found.isFetching && !found.data ? <Skeleton height={120} /> : null}
      {found.data ? <Areas findings={found.data.findings} /> : null}
    </section>
  );
}

function Areas({ findings }: { findings: Finding[] }) {
  return CHECK_AREAS.map((area) => {
    const here = ORDER.flatMap((status) => findings.filter((one) => one.area === area && one.status === status));
    if (here.length === 0) return null;
    return (
      <div key={area} className="grid gap-1 min-w-0">
        <h3 className="text-ink-3 text-table">{t(`area_${area}`)}</h3>
        <ul className="grid m-0 p-0 list-none">
          {here.map((one) => (
            <li key={one.title} className="flex items-start gap-3 py-2 min-w-0 border-b border-line last:border-b-0">
              <span className="flex-none w-26">
                <StatusChip tone={TONES[one.status]}>{t(`check_${one.status}`)}</StatusChip>
              </span>
              <div className="grid gap-1 min-w-0 flex-1">
                <p className="wrap-anywhere">
                  <span className="font-medium">{one.title}</span> <span className="text-ink-2">{one.text}</span>
                </p>
                {one.advice ? <p className="wrap-anywhere text-ink-3 text-table">{one.advice}</p> : null}
              </div>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
