import { type Import, searchesEndpoints } from '@overture/contract/searches';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './undo/texts.ts';
import { canUndo, UndoImport } from './undo/undo-import.tsx';

const LIVE_IN_MS = 2000;

/** Every import into a list, with what became of it and whether it can be undone. */
export function ImportsDialog({ searchId, onClose }: { searchId: number; onClose: () => void }) {
  const query = useQuery({
    ...queryOptions(searchesEndpoints.listSearchImports, { params: { id: searchId } }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isMoving) ? LIVE_IN_MS : false),
  });
  return (
    <Dialog opened onClose={onClose} title={t('imports')} size="large">
      {query.isError ? queryFailure(query, { compact: true }) : null}
      {query.isPending ? <Skeleton height={56} /> : null}
      {query.data?.imports.length === 0 ? <EmptyState title={t('none')} /> : null}
      <ul className="flex flex-col m-0 p-0 list-none divide-y divide-line">
        {query.data?.imports.map((item) => (
          <ImportLine key={item.id} item={item} />
        ))}
      </ul>
    </Dialog>
  );
}

const isMoving = ({ status, undo_state }: Import) =>
  undo_state === 'running' || status === 'queued' || status === 'running';

function ImportLine({ item }: { item: Import }) {
  const counts = { added: item.added_prospects, updated: item.updated_prospects, rows: item.total_rows };
  const shown = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, formatNumber(count)]));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-table">
      <span className="flex flex-1 flex-col gap-1 min-w-0 basis-60">
        <span className="font-medium truncate" title={item.file_name}>
          {item.file_name}
        </span>
        <span className="text-ink-3 text-meta">
          <DateText value={item.created_at} format={formatDateTime} /> ·{' '}
          {t('counts', shown as typeof shown & { added: string; updated: string; rows: string })}
        </span>
        <span className="text-ink-3 text-meta" role="status">
          {describeUndo(item)}
        </span>
      </span>
      {canUndo(item) ? <UndoImport importId={item.id} onBegun={() => undefined} /> : null}
    </li>
  );
}

function describeUndo(item: Import): string {
  const undone = { count: item.undone_prospects, shown: formatNumber(item.undone_prospects) };
  if (item.undo_state === 'running') return t('running', undone);
  const kept = { count: item.kept_prospects, shown: formatNumber(item.kept_prospects) };
  if (item.undo_state === 'done') return [t('undone', undone), ...(kept.count > 0 ? [t('kept', kept)] : [])].join('. ');
  if (item.undo_state === 'failed') return item.error ?? t('undo_failed');
  if (canUndo(item)) return t('until', { date: formatDateTime(item.undo_until ?? '') });
  if (item.undo_until !== null) return t('over');
  return item.finished_at === null ? '' : t('before');
}
