import type { Import } from '@overture/contract/searches';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { formatBytes, formatNumber } from '../../../lib/format.ts';
import { dismissJob, type RunningJob, showJob } from '../../../lib/jobs.ts';
import { usePathname } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { describeProgress } from './describe-import.ts';
import { type Followed, followImport, readFollowed } from './followed-imports.ts';
import { importsQuery, isUnderWay, mergeProgress, refetchLists } from './imports-cache.ts';
import { t } from './texts.ts';
import { forgetUpload, isWatched, stopUpload, type Upload, useUploads } from './uploads.ts';
import { stopImport } from './use-stop-import.ts';

/** Rendered once in the shell: uploads and running imports appear in the tray of jobs on every screen. */
export function ImportWatcher() {
  const client = useQueryClient();
  const { data } = useQuery(importsQuery);
  const uploads = useUploads();
  const pathname = usePathname();
  const announced = useRef(new Set<string>());
  useLiveEvent('import_progress', ({ import_id, search_id: _, status, undo_state, ...counts }) => {
    const states = { status: status as Import['status'], undo_state: undo_state as Import['undo_state'] };
    mergeProgress(client, import_id, { ...states, ...counts });
    if (status === 'finished' || status === 'failed' || status === 'cancelled') void refetchLists(client);
  });
  useEffect(() => {
    for (const item of data?.imports ?? []) showImport(client, item, readFollowed(), pathname);
  }, [client, data, pathname]);
  useEffect(() => {
    for (const item of uploads) {
      if (announced.current.has(item.id)) continue;
      if (item.state !== 'sending') announced.current.add(item.id);
      showUpload(client, item);
    }
  }, [client, uploads]);
  return null;
}

/** An import that had ended before this page opened is not announced. */
function showImport(client: QueryClient, item: Import, followed: Followed, pathname: string) {
  if (item.undo_state) return showUndo(item);
  const id = `import-${item.id}`;
  const isRunning = isUnderWay(item);
  if (!isRunning && !followed.has(item.id)) return;
  const first = followed.get(item.id) ?? { since: Date.now(), rows: item.total_rows };
  followed.set(item.id, first);
  if (!isRunning) followed.delete(item.id);
  // Its list shows it itself, above the table.
  if (isRunning && pathname === pb.search(item.search_id)) return dismissJob(id);
  const progress = describeProgress(item);
  showJob({
    id,
    ...progress,
    count: item.error ?? progress.count,
    rate: isRunning ? describeRate(item, first) : undefined,
    state: isRunning ? 'running' : endOf(item.status),
    to: pb.search(item.search_id, { import: item.id }),
    onStop: isRunning ? () => void stopImport(client, item.id) : undefined,
  });
}

/** Imports whose undoing this page has seen under way. */
const undoing = new Set<number>();

function showUndo(item: Import) {
  const isRunning = item.undo_state === 'running';
  if (isRunning) undoing.add(item.id);
  else if (!undoing.delete(item.id)) return;
  const { undone_prospects: count, added_prospects: total } = item;
  showJob({
    id: `undo-${item.id}`,
    label: t('undoing', { name: item.file_name }),
    done: count,
    total: Math.max(count, total, 1),
    count: item.error ?? t('undone_count', { count, shown: formatNumber(count) }),
    state: isRunning ? 'running' : item.undo_state === 'done' ? 'finished' : 'failed',
    to: pb.search(item.search_id),
  });
}

/** Rows a second of a file. */
function describeRate(item: Import, first: { since: number; rows: number }): string | undefined {
  const seconds = (Date.now() - first.since) / 1000;
  const rate = seconds >= 1 ? Math.round((item.total_rows - first.rows) / seconds) : 0;
  return item.kind === 'csv' && rate > 0 ? formatNumber(rate) : undefined;
}

function endOf(status: Import['status']): RunningJob['state'] {
  if (status === 'finished') return 'finished';
  return status === 'cancelled' ? 'stopped' : 'failed';
}

function showUpload(client: QueryClient, item: Upload) {
  if (item.state === 'sending') {
    // Small files are done before a user could read a bar.
    if (item.bytes_total < 1024 * 1024) return;
    const sizes = { sent: formatBytes(item.bytes_sent), total: formatBytes(item.bytes_total) };
    const isSent = item.bytes_sent >= item.bytes_total;
    showJob({
      id: item.id,
      label: isSent ? t('running', { name: item.file_name }) : t('sending', { name: item.file_name }),
      done: item.bytes_sent,
      // The upload is complete; the server doesn't say how long it will check the file.
      total: isSent ? undefined : item.bytes_total,
      count: t('sending_count', sizes),
      state: 'running',
      onStop: () => stopUpload(item.id),
    });
    return;
  }
  notifyEnd(client, item);
}

/** The end of an upload, once: leads may have come, and the tray says so where no dialog does. */
function notifyEnd(client: QueryClient, item: Upload) {
  dismissJob(item.id);
  if (item.state === 'answered') {
    const { import_id, total_rows } = item.answer ?? {};
    if (import_id !== undefined && total_rows === undefined) followImport(import_id);
    void client.invalidateQueries({ queryKey: importsQuery.queryKey });
    void refetchLists(client);
  }
  if (isWatched(item.id)) return;
  if (item.state === 'failed') {
    const head = { id: item.id, label: item.file_name, done: 0, total: 1, to: pb.search(item.search_id) };
    showJob({ ...head, count: item.problem, state: 'failed' });
  } else if (item.answer?.total_rows !== undefined) {
    const { import_id, added_prospects: added = 0, total_rows: total } = item.answer;
    showJob({
      id: item.id,
      label: item.file_name,
      done: total,
      total,
      count: t('imported', { added: formatNumber(added), total: formatNumber(total) }),
      state: 'finished',
      to: pb.search(item.search_id, { import: import_id }),
    });
  }
  forgetUpload(item.id);
}
