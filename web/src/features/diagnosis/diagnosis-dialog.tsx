import { type Diagnosis, type DiagnosisCause, diagnosisEndpoints } from '@overture/contract/diagnosis';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { formatDateTime, formatUntil } from '../../lib/format.ts';
import { shownLanguage } from '../../lib/language/language.ts';
import { sayText } from '../../lib/language/said.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { findCurePath } from './cure-paths.ts';
import type { DiagnosisProps, DiagnosisSubject } from './diagnose.tsx';
import { t } from './texts.ts';

const tones: Record<Diagnosis['state'], StatusTone> = {
  running: 'blue',
  waiting: 'amber',
  stopped: 'red',
  finished: 'green',
};

/** Why a campaign or a sender sends nothing now: the first cause, and the button that leads to what removes it. */
export function DiagnosisDialog({ of, name, onClose, onCure }: DiagnosisProps) {
  const query = useDiagnosis(of);
  const go = useGo();
  const diagnosis = query.data?.diagnosis;
  function cure(cause: DiagnosisCause) {
    const path = findCurePath({ ...cause, ...of });
    onClose();
    if (cause.cure !== null && onCure?.(cause.cure)) return;
    if (path !== null) go(path);
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title', { name })}
      footer={
        <>
          <AppButton
            icon={<IconRefresh size={15} aria-hidden />}
            loading={query.isFetching && !query.isPending}
            disabled={query.isPending}
            onClick={() => void query.refetch()}
          >
            {t('again')}
          </AppButton>
          <AppButton onClick={onClose}>{t('close')}</AppButton>
        </>
      }
    >
      <div className="min-h-28" aria-live="polite" aria-busy={query.isFetching}>
        {query.isPending ? <Loading /> : null}
        {query.isError && diagnosis === undefined ? (
          <ErrorState
            compact
            title={t('failed')}
            message={errorMessage(query.error, t('failed'))}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : null}
        {diagnosis ? <Found diagnosis={diagnosis} onCure={cure} /> : null}
      </div>
    </Dialog>
  );
}

function useDiagnosis(of: DiagnosisSubject) {
  const options = { staleTime: 0, refetchOnMount: 'always' as const };
  const isCampaign = 'campaign_id' in of;
  const id = isCampaign ? of.campaign_id : of.account_id;
  const campaign = useQuery({
    ...queryOptions(diagnosisEndpoints.diagnoseCampaign, { params: { id } }),
    ...options,
    enabled: isCampaign,
  });
  const sender = useQuery({
    ...queryOptions(diagnosisEndpoints.diagnoseSender, { params: { id } }),
    ...options,
    enabled: !isCampaign,
  });
  return isCampaign ? campaign : sender;
}

function Loading() {
  return (
    <div className="flex flex-col gap-3" role="status" aria-label={t('loading')}>
      <Skeleton width={90} height={22} />
      <Skeleton width="90%" />
      <Skeleton width="60%" />
    </div>
  );
}

interface FoundProps {
  diagnosis: Diagnosis;
  onCure: (cause: DiagnosisCause) => void;
}

function Found({ diagnosis: { state, cause, others, checked_at }, onCure }: FoundProps) {
  return (
    <>
      <StatusChip tone={tones[state]}>{t(`state_${state}`)}</StatusChip>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 mt-3">
        <div className="flex-1 min-w-60">
          <p className="text-section wrap-anywhere">{describeCause(cause)}</p>
          <Details cause={cause} />
        </div>
        <CureButton cause={cause} kind="primary" onCure={onCure} />
      </div>
      {others.length > 0 ? (
        <section className="mt-5" aria-labelledby="other-causes">
          <h3 id="other-causes" className="text-ink-3 text-meta">
            {t('others')}
          </h3>
          <ul className="m-0 p-0 list-none">
            {others.map((one) => (
              <li
                key={`${one.code}:${describeCause(one)}`}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 border-b border-line text-table last:border-b-0"
              >
                <div className="flex-1 min-w-60">
                  <p className="wrap-anywhere">{describeCause(one)}</p>
                  <Details cause={one} />
                </div>
                <CureButton cause={one} kind="quiet" onCure={onCure} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="mt-4 text-ink-3 text-meta">{t('checked', { time: formatDateTime(checked_at) })}</p>
    </>
  );
}

function describeCause(cause: DiagnosisCause): string {
  const { campaign_name } = cause;
  if (shownLanguage === 'en' || campaign_name === null) return sayText(cause);
  return `${sayText(cause)} (${campaign_name})`;
}

/** Until when, and for how many leads. */
function Details({ cause: { until, leads, cure } }: { cause: DiagnosisCause }) {
  const parts = [
    ...(leads === null ? [] : [t('leads', { count: leads })]),
    ...(until === null ? [] : [t('until', { time: formatDateTime(until), distance: formatUntil(until) })]),
    ...(cure === 'ask_operator' ? [t('operator')] : []),
  ];
  return parts.length === 0 ? null : <p className="mt-0.5 text-ink-2 text-meta number">{parts.join(' · ')}</p>;
}

interface CureButtonProps {
  cause: DiagnosisCause;
  kind: 'primary' | 'quiet';
  onCure: (cause: DiagnosisCause) => void;
}

function CureButton({ cause, kind, onCure }: CureButtonProps) {
  if (cause.cure === null || cause.cure === 'ask_operator') return null;
  return (
    <AppButton kind={kind} size="small" onClick={() => onCure(cause)}>
      {t(`cure_${cause.cure}`)}
    </AppButton>
  );
}
