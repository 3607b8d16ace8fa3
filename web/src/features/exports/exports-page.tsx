import { type ScheduledExport, scheduledExportsEndpoints } from '@overture/contract/scheduled-exports';
import { IconCalendarDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { DeleteQuestion } from '../../lib/api/delete-question.tsx';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { exportTitle } from '../../lib/labels/organization/scheduled-export.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MailedLink } from './mailed-link.tsx';
import { t } from './texts.ts';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx').then((file) => ({ default: file.ExportDialog })));

/** Exports by email: the mailed link that was opened, and what is scheduled. */
export function ExportsPage({ link }: { link: number | undefined }) {
  const query = useQuery(queryOptions(scheduledExportsEndpoints.listScheduledExports));
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<ScheduledExport | null>(null);
  const { exports: scheduled, time_zone, max_exports = 0 } = query.data ?? {};
  const addButton = (
    <AddButton
      isSecond={link !== undefined}
      count={scheduled?.length}
      max={max_exports}
      onClick={() => setAdding(true)}
    />
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={time_zone === undefined ? t('subtitle_loading') : t('subtitle', { zone: time_zone })}
        actions={scheduled?.length === 0 ? undefined : addButton}
      />
      <div className="flex flex-col gap-4 px-gutter pb-8">
        {link === undefined ? null : <MailedLink id={link} />}
        {queryFailure(query)}
        {query.isPending ? <Skeleton height={160} radius={12} /> : null}
        {query.data ? <ExportList {...query.data} addButton={addButton} onDelete={setDeleted} /> : null}
      </div>
      <Suspense fallback={null}>{isAdding ? <ExportDialog onClose={() => setAdding(false)} /> : null}</Suspense>
      {deleted ? (
        <DeleteQuestion
          endpoint={scheduledExportsEndpoints.deleteScheduledExport}
          input={{ params: { id: deleted.id } }}
          title={t('delete_title')}
          confirmLabel={t('delete_confirm')}
          deleted={t('deleted')}
          failed={t('delete_failed')}
          onClose={() => setDeleted(null)}
        >
          {t('delete_text')}
        </DeleteQuestion>
      ) : null}
    </>
  );
}

interface AddButtonProps {
  /** A mailed link comes first. */
  isSecond: boolean;
  /** Undefined until it is known. */
  count: number | undefined;
  max: number;
  onClick: () => void;
}

function AddButton({ isSecond, count, max, onClick }: AddButtonProps) {
  return (
    <AppButton
      kind={isSecond ? 'secondary' : 'primary'}
      icon={<IconPlus size={16} aria-hidden />}
      disabled={count === undefined || count >= max}
      onClick={onClick}
    >
      {t('add')}
    </AppButton>
  );
}

interface ExportListProps {
  exports: readonly ScheduledExport[];
  time_zone: string;
  max_exports: number;
  addButton: ReactNode;
  onDelete: (scheduled: ScheduledExport) => void;
}

function ExportList({ exports: scheduled, time_zone, max_exports, addButton, onDelete }: ExportListProps) {
  if (scheduled.length === 0)
    return (
      <EmptyState icon={<IconCalendarDown size={24} />} title={t('empty')} text={t('empty_text')} action={addButton} />
    );
  return (
    <>
      {scheduled.length >= max_exports ? (
        <p className="m-0 text-ink-3 text-table">{t('full', { count: max_exports })}</p>
      ) : null}
      <ul
        aria-label={t('title')}
        className="max-w-[860px] m-0 p-0 border border-line rounded-card bg-surface list-none"
      >
        {scheduled.map((one) => (
          <ExportLine key={one.id} scheduled={one} zone={time_zone} onDelete={() => onDelete(one)} />
        ))}
      </ul>
    </>
  );
}

interface LineProps {
  scheduled: ScheduledExport;
  zone: string;
  onDelete: () => void;
}

function ExportLine({ scheduled, zone, onDelete }: LineProps) {
  const { every, hour, delivery, next_at, stopped } = scheduled;
  const title = exportTitle(scheduled);
  return (
    <li className="flex items-center gap-3 py-2.5 px-4 border-b border-line last:border-b-0">
      <div className="flex-1 min-w-0">
        <p className="m-0 font-medium truncate">{title}</p>
        <p className="m-0 text-ink-3 text-table">
          {t('line', { every: t(`every_${every}`), hour: `${String(hour).padStart(2, '0')}:00` })}
          {delivery === 'webhook' ? <> · {t('by_webhook')}</> : null}
          {next_at === null ? null : <> · {t('next', { next: formatDateTime(next_at, zone) })}</>}
        </p>
        {stopped === null ? null : (
          <p className="m-0 mt-1 text-table">
            <StatusChip tone="amber">{t('stopped')}</StatusChip> {stopped}
          </p>
        )}
      </div>
      <IconButton label={t('delete', { name: title })} onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
