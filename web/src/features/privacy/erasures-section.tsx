import { type ErasureJob, erasuresEndpoints } from '@overture/contract/erasures';
import { CRM_LABELS } from '@overture/domain/crm';
import { IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { t } from './texts.ts';

const REFRESHED_EVERY_MS = 2000;
const isOpen = ({ finished_at }: ErasureJob): boolean => finished_at === null;

/** Who was erased, in numbers, and how often one of them was kept out since. */
export function ErasuresSection() {
  const list = useQuery({
    ...queryOptions(erasuresEndpoints.listErasures),
    refetchInterval: ({ state }) => (state.data?.erasures.some(isOpen) ? REFRESHED_EVERY_MS : false),
  });
  const { data } = list;
  return (
    <PrivacySection
      id="privacy-erasures"
      title={t('erasures')}
      text={
        <>
          {t('erasures_text')}
          {data && data.erased_people > 0
            ? ` ${t('erased_total', { count: data.erased_people, shown: formatNumber(data.erased_people) })}`
            : null}
        </>
      }
      query={list}
      fallback={t('loading_failed')}
    >
      {data?.erasures.length === 0 ? (
        <EmptyState compact icon={<IconUserX size={22} />} title={t('empty')} text={t('empty_text')} />
      ) : null}
      <ul aria-label={t('list')} className="flex flex-col gap-3 m-0 p-0 list-none">
        {data?.erasures.map((job) => (
          <li key={job.id} className="flex flex-col gap-2 p-4 border border-line rounded-card bg-surface">
            <Job job={job} />
          </li>
        ))}
      </ul>
      {data && data.skips.length > 0 ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 m-0 text-table">
          <dt className="w-full text-ink-3">{t('skipped')}</dt>
          {data.skips.map(({ way, skipped }) => (
            <dd key={way} className="m-0">
              {t(`way_${way}`)}: {formatNumber(skipped)}
            </dd>
          ))}
        </dl>
      ) : null}
    </PrivacySection>
  );
}

function CrmLine({ sums: { crm, waiting, deleted, failed, error } }: { sums: ErasureJob['crm'][number] }) {
  const words = (count: number) => ({ name: CRM_LABELS[crm], shown: formatNumber(count) });
  return (
    <p className="m-0 text-table">
      {[
        deleted > 0 ? t('crm_deleted', words(deleted)) : null,
        waiting > 0 ? t('crm_waiting', words(waiting)) : null,
        failed > 0 ? t('crm_failed', { ...words(failed), reason: error ?? '' }) : null,
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}

function Job({ job }: { job: ErasureJob }) {
  const { erased, total, handed_over } = job;
  return (
    <>
      {isOpen(job) ? (
        <ProgressLine
          label={t('progress')}
          done={erased}
          total={total}
          count={t('done_count', { erased: formatNumber(erased), total: formatNumber(total) })}
        />
      ) : (
        <p className="m-0 font-medium">{t('finished', { count: erased, shown: formatNumber(erased) })}</p>
      )}
      {handed_over > 0 ? (
        <p className="m-0 text-table">{t('handed_over', { count: handed_over, shown: formatNumber(handed_over) })}</p>
      ) : null}
      {job.crm.map((sums) => (
        <CrmLine key={sums.crm} sums={sums} />
      ))}
      <p className="m-0 text-ink-3 text-meta">
        {job.created_by === null
          ? t('made', { date: formatDate(job.created_at) })
          : t('made_by', { date: formatDate(job.created_at), name: job.created_by.name })}
        {', '}
        {t(`origin_${job.origin}`)}
      </p>
    </>
  );
}
