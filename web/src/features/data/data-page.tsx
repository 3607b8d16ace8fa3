import { type OrganizationArchive, organizationArchivesEndpoints } from '@overture/contract/organization-archives';
import { IconDatabaseExport, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatBytes, formatDate, formatNumber } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useStepUp } from '../security/index.ts';
import { MoveInLink } from '../tool-imports/index.ts';
import { t } from './texts.ts';

const CreateArchiveDialog = lazyPart(() =>
  import('./create-archive-dialog.tsx').then((file) => ({ default: file.CreateArchiveDialog })),
);

const ImportsSection = lazyPart(() =>
  import('./imports/imports-section.tsx').then((file) => ({ default: file.ImportsSection })),
);

const REFRESHED_EVERY_MS = 2000;
const isBeingMade = ({ state }: OrganizationArchive): boolean => state === 'waiting' || state === 'working';

/** Archives of the organization: made, followed and downloaded here. */
export function DataPage() {
  const list = useQuery({
    ...queryOptions(organizationArchivesEndpoints.listArchives),
    refetchInterval: ({ state }) => (state.data?.archives.some(isBeingMade) ? REFRESHED_EVERY_MS : false),
  });
  const [isCreating, setCreating] = useState(false);
  const archives = list.data?.archives;
  const create = (
    <AppButton
      kind="primary"
      icon={<IconDatabaseExport size={16} aria-hidden />}
      disabled={archives?.some(isBeingMade)}
      onClick={() => setCreating(true)}
    >
      {t('create')}
    </AppButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <MoveInLink />
            {archives?.length ? create : null}
          </>
        }
      />
      {queryFailure(list, { fallback: t('loading_failed') })}
      {archives?.length === 0 ? (
        <EmptyState icon={<IconDatabaseExport size={22} />} title={t('empty')} text={t('empty_text')} action={create} />
      ) : null}
      <ul aria-label={t('list')} className="flex flex-col gap-3 m-0 px-gutter pb-6 list-none max-w-[760px]">
        {archives?.map((archive) => (
          <li key={archive.id} className="p-4 border border-line rounded-card bg-surface">
            <Archive archive={archive} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        <ImportsSection />
        {isCreating ? <CreateArchiveDialog onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </>
  );
}

function Archive({ archive }: { archive: OrganizationArchive }) {
  return (
    <div className="flex flex-col gap-2">
      {isBeingMade(archive) ? <Progress archive={archive} /> : <Result archive={archive} />}
      <p className="m-0 text-ink-3 text-meta">
        {archive.created_by === null
          ? t('made', { date: formatDate(archive.created_at) })
          : t('made_by', { date: formatDate(archive.created_at), name: archive.created_by })}
        {', '}
        {t(archive.has_secrets ? 'with_secrets' : 'without_secrets')}
      </p>
    </div>
  );
}

function Progress({ archive }: { archive: OrganizationArchive }) {
  const stop = useMutation({
    ...mutationOptions(organizationArchivesEndpoints.stopArchive),
    onSuccess: () => toast.success(t('stopped_toast')),
    onError: (error) => toast.error(errorMessage(error, t('stop_failed'))),
  });
  const { state, rows_done, rows_total } = archive;
  return (
    <>
      <ProgressLine
        label={t(state === 'waiting' ? 'waiting' : 'making')}
        done={rows_done}
        total={rows_total ?? undefined}
        count={rows_total === null ? '' : t('rows', { done: formatNumber(rows_done), total: formatNumber(rows_total) })}
        onStop={() => stop.mutate({ params: { id: archive.id } })}
      />
      <p className="m-0 text-ink-3 text-table">{t('making_text')}</p>
    </>
  );
}

const TONES = { ready: 'green', failed: 'red', stopped: 'grey', expired: 'grey' } as const;

function Result({ archive }: { archive: OrganizationArchive }) {
  const state = archive.state as keyof typeof TONES;
  const { size_in_bytes, expires_at, error } = archive;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusChip tone={TONES[state]}>{t(`state_${state}`)}</StatusChip>
      {state === 'ready' && size_in_bytes !== null && expires_at !== null ? (
        <span className="text-table">
          {t('ready', { size: formatBytes(size_in_bytes), date: formatDate(expires_at) })}
        </span>
      ) : null}
      {state === 'expired' ? <span className="text-ink-3 text-table">{t('expired_note')}</span> : null}
      {error === null ? null : <span className="text-table">{error}</span>}
      {state === 'ready' ? <DownloadButton id={archive.id} /> : null}
    </div>
  );
}

function DownloadButton({ id }: { id: number }) {
  const stepUp = useStepUp();
  const download = useMutation({
    ...mutationOptions(organizationArchivesEndpoints.prepareArchiveDownload),
    onSuccess: ({ download_url }) => {
      saveFile('archive.zip', download_url);
      toast.success(t('download_started'));
    },
    onError: (error) => {
      if (!stepUp.ask(error, start)) toast.error(errorMessage(error, t('download_failed')));
    },
  });
  function start() {
    download.mutate({ params: { id } });
  }
  return (
    <span className="ms-auto">
      <AppButton icon={<IconDownload size={16} aria-hidden />} loading={download.isPending} onClick={start}>
        {t('download')}
      </AppButton>
      {stepUp.dialog}
    </span>
  );
}
