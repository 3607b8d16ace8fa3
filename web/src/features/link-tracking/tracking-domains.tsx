import { linkTrackingEndpoints, type TrackingDomain } from '@overture/contract/link-tracking';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../ui/inputs/copy-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { t } from './texts.ts';

const AddDomainDialog = lazyPart(() =>
  import('./add-domain-dialog.tsx').then((file) => ({ default: file.AddDomainDialog })),
);
const RemoveDomainDialog = lazyPart(() =>
  import('./remove-domain-dialog.tsx').then((file) => ({ default: file.RemoveDomainDialog })),
);

/** Hosts that links of follow-up emails lead through, with their records. */
export function TrackingDomains() {
  const query = useQuery(queryOptions(linkTrackingEndpoints.listTrackingDomains));
  const [opened, setOpened] = useState<'add' | TrackingDomain | null>(null);
  const close = () => setOpened(null);
  const domains = query.data?.tracking_domains;
  return (
    <section className="flex flex-col gap-3 max-w-[760px]" aria-label={t('title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="m-0 text-body font-medium">{t('title')}</h2>
        <AppButton size="small" icon={<IconPlus size={15} aria-hidden />} onClick={() => setOpened('add')}>
          {t('add')}
        </AppButton>
      </div>
      <p className="m-0 text-ink-2">
        {t('about')} {t('consent')}
      </p>
      {queryFailure(query, { compact: true })}
      {query.isPending ? <Skeleton width={220} /> : null}
      {domains?.length === 0 ? <p className="m-0 text-ink-3">{t('none')}</p> : null}
      {domains && domains.length > 0 ? (
        <ul className="m-0 p-0 border border-line rounded-card list-none overflow-hidden">
          {domains.map((domain) => (
            <DomainLine key={domain.id} domain={domain} onRemove={() => setOpened(domain)} />
          ))}
        </ul>
      ) : null}
      <Suspense fallback={null}>
        {opened === 'add' ? <AddDomainDialog onClose={close} /> : null}
        {opened !== null && opened !== 'add' ? <RemoveDomainDialog domain={opened} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}

function stateOf({ problem, failing_since }: TrackingDomain): {
  word: 'working' | 'waiting' | 'failing';
  tone: StatusTone;
} {
  if (problem === null) return { word: 'working', tone: 'green' };
  return failing_since === null ? { word: 'waiting', tone: 'amber' } : { word: 'failing', tone: 'red' };
}

function DomainLine({ domain, onRemove }: { domain: TrackingDomain; onRemove: () => void }) {
  const client = useQueryClient();
  const check = useMutation({
    ...mutationOptions(linkTrackingEndpoints.checkTrackingDomain),
    async onSuccess({ tracking_domain }) {
      await refetch(client, linkTrackingEndpoints.listTrackingDomains);
      if (tracking_domain.problem === null) toast.success(t('now_working', { host: tracking_domain.host }));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  const { host, checked_at, problem } = domain;
  const { word, tone } = stateOf(domain);
  return (
    <li className="flex flex-col gap-2 py-2.5 px-4 border-b border-line last:border-b-0 text-table">
      <div className="flex flex-wrap items-center gap-3">
        <span className="flex-[1_1_12rem] min-w-0 wrap-anywhere">
          <span className="font-medium">{host}</span>{' '}
          <span className="text-ink-3">{t('for_domain', { domain: domain.domain })}</span>
        </span>
        <span title={checked_at === null ? undefined : t('checked', { time: formatDateTime(checked_at) })}>
          <StatusChip tone={tone}>{t(word)}</StatusChip>
        </span>
        <AppButton size="small" loading={check.isPending} onClick={() => check.mutate({ params: { id: domain.id } })}>
          {t('check')}
        </AppButton>
        <ActionMenu
          label={t('options_of', { name: host })}
          entries={[
            {
              id: 'remove',
              label: t('remove'),
              icon: <IconTrash size={16} aria-hidden />,
              danger: true,
              onSelect: onRemove,
            },
          ]}
        />
      </div>
      {problem === null ? null : <Problem domain={domain} problem={problem} />}
    </li>
  );
}

/** The record to publish, and what was found instead of it. */
function Problem({ domain, problem }: { domain: TrackingDomain; problem: NonNullable<TrackingDomain['problem']> }) {
  const { record, detail, failing_since, host } = domain;
  return (
    <div className="flex flex-col gap-2">
      <p className="m-0 text-ink-3">{t('record')}</p>
      <ul className="flex flex-col gap-1 m-0 p-0 list-none">
        <RecordPart label={t('record_name')} value={record.name} copyLabel={t('copy_name')} />
        <RecordPart label={record.type} value={record.value} copyLabel={t('copy_value')} />
      </ul>
      <p className="m-0 text-ink-2 wrap-anywhere">{t(problem, { host, detail: detail ?? '' })}</p>
      {failing_since === null ? null : (
        <p className="m-0 text-amber">{t('failing_since', { time: formatAgo(failing_since) })}</p>
      )}
    </div>
  );
}

function RecordPart({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) {
  return (
    <li className="flex items-center gap-3">
      <span className="w-14 shrink-0 text-ink-3">{label}</span>
      <code className="min-w-0 font-mono text-[12px] wrap-anywhere">{value}</code>
      <CopyButton value={value} label={copyLabel} />
    </li>
  );
}
