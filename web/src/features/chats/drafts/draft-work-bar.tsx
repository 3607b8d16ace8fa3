import { waitingDraftsEndpoints } from '@overture/contract/waiting-drafts';
import { IconSettings } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useThrottled } from '../../../lib/throttle.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from './texts.ts';

// Loaded on demand: few open it, and not often.
const DraftSettingsDialog = lazyPart(() =>
  import('./draft-settings-dialog.tsx').then((file) => ({ default: file.DraftSettingsDialog })),
);

/** Milliseconds between two counts during a burst of replies. */
const PAUSE_IN_MS = 1500;

function useDraftWork() {
  const client = useQueryClient();
  const update = useThrottled(() => void refetch(client, waitingDraftsEndpoints.getDraftWork), PAUSE_IN_MS);
  useLiveEvent('chat_updated', update);
  useLiveEvent('chat_message', update);
  return useQuery({ ...queryOptions(waitingDraftsEndpoints.getDraftWork), retry: false });
}

/** How many drafts wait; nothing while there are none. */
export function DraftCount() {
  const work = useDraftWork().data;
  return work?.waiting ? <span className="text-ink-3 number">{formatNumber(work.waiting)}</span> : null;
}

/** What the drafts of today took, and where they are set up. */
export function DraftWorkBar() {
  const query = useDraftWork();
  const work = query.data;
  const [isOpen, setOpen] = useState(false);
  const missing = work?.not_written.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const failure = queryFailure(query, { fallback: t('work_failed'), compact: true });
  if (failure) return <div className="flex-none border-b border-line">{failure}</div>;
  return (
    <div className="flex flex-none items-center gap-2 min-h-10 ps-4 pe-2 border-b border-line text-ink-3 text-meta">
      <span className="flex-1 min-w-0">
        {work
          ? t('work_line', {
              started: formatNumber(work.started),
              per_day: formatNumber(work.per_day),
              credits: t('credits', { count: work.credits }),
            })
          : null}
        {missing > 0 ? ` · ${t('work_not_written', { count: missing })}` : null}
      </span>
      <IconButton size="small" label={t('settings')} disabled={!work} onClick={() => setOpen(true)}>
        <IconSettings size={16} aria-hidden />
      </IconButton>
      {isOpen && work ? (
        <Suspense fallback={null}>
          <DraftSettingsDialog work={work} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
