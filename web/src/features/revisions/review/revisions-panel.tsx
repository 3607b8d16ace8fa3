import { type PublishedRevision, type RevisionCopy, revisionsEndpoints } from '@overture/contract/revisions';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { changeWords } from './change-words.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { countSentSince } from './revision-words.ts';
import { t } from './texts.ts';

interface RevisionsPanelProps {
  revision: RevisionCopy;
  onClose: () => void;
}

/** What was published, by whom, and the way back to it. */
export function RevisionsPanel({ revision, onClose }: RevisionsPanelProps) {
  const campaignId = revision.campaign.id;
  const query = useQuery(queryOptions(revisionsEndpoints.listRevisions, { params: { id: campaignId } }));
  const [restoring, setRestoring] = useState<PublishedRevision | undefined>();
  const revisions = query.data?.revisions;
  return (
    <>
      <SidePanel opened onClose={onClose} title={t('panel_title')}>
        <div className="flex flex-col gap-3" aria-live="polite">
          {query.isPending ? <Skeleton height={64} radius={10} /> : null}
          {queryFailure(query, { title: t('panel_failed') })}
          {revisions?.length === 0 ? (
            <EmptyState
              icon={<IconHistory size={24} aria-hidden />}
              title={t('panel_empty_title')}
              text={t('panel_empty_text')}
            />
          ) : null}
          {revisions && revisions.length > 0 ? (
            <>
              <p className="m-0 text-ink-3">{t('panel_text')}</p>
              {revision.is_open ? <p className="m-0 text-amber text-table">{t('restore_blocked')}</p> : null}
              <ol className="flex flex-col gap-2 m-0 p-0 list-none">
                {revisions.map((one) => (
                  <Entry
                    key={one.number}
                    one={one}
                    isRunning={one.number === revision.number}
                    isBlocked={revision.is_open}
                    onRestore={() => setRestoring(one)}
                  />
                ))}
              </ol>
            </>
          ) : null}
        </div>
      </SidePanel>
      {restoring ? (
        <RestoreDialog
          campaignId={campaignId}
          number={restoring.number}
          running={revision.number}
          sentSince={countSentSince(revisions ?? [], restoring.number)}
          onClose={() => setRestoring(undefined)}
        />
      ) : null}
    </>
  );
}

interface EntryProps {
  one: PublishedRevision;
  isRunning: boolean;
  isBlocked: boolean;
  onRestore: () => void;
}

function Entry({ one, isRunning, isBlocked, onRestore }: EntryProps) {
  const when = formatDateTime(one.published_at);
  const what =
    one.restored_number !== null
      ? [t('restored_of', { number: one.restored_number })]
      : one.changes.length === 0
        ? [t('first')]
        : [...new Set(one.changes.map(changeWords))];
  return (
    <li className="flex flex-col gap-1 p-3 border border-line rounded-card text-table">
      <span className="flex items-center gap-2 min-h-8">
        <strong className="font-medium">{t('revision', { number: one.number })}</strong>
        {isRunning ? <span className="text-green text-meta font-medium">{t('runs')}</span> : null}
        <span className="ms-auto">
          {isRunning ? null : (
            <AppButton size="small" disabled={isBlocked} onClick={onRestore}>
              {t('restore')}
            </AppButton>
          )}
        </span>
      </span>
      <ul className="m-0 p-0 list-none">
        {what.map((words) => (
          <li key={words} className="wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
      <span className="text-ink-3 text-meta number">
        {one.published_by ? t('by', { when, who: one.published_by }) : when}
        {one.sent > 0 ? ` · ${t('sent', { count: one.sent })}` : ''}
      </span>
    </li>
  );
}
