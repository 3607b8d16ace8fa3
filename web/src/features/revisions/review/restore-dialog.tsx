import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { ImpactView } from './impact-view.tsx';
import { Counting, useImpact } from './review-dialog.tsx';
import { t } from './texts.ts';
import { useRestore } from './use-publish.ts';

interface RestoreDialogProps {
  campaignId: number;
  number: number;
  running: number;
  /** Messages that left with the words of later revisions. */
  sentSince: number;
  onClose: () => void;
}

/** Before an earlier revision runs again: whom that touches, and what cannot come back. */
export function RestoreDialog({ campaignId, number, running, sentSince, onClose }: RestoreDialogProps) {
  const query = useImpact(campaignId, number, running);
  const restore = useRestore(campaignId, onClose);
  const impact = query.data?.impact;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={t('restore_title', { number })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            loading={restore.isPending}
            disabled={impact === undefined || impact.problems.length > 0 || impact.changes.length === 0}
            onClick={() => restore.mutate({ number, running })}
          >
            {t('restore')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4" aria-live="polite">
        <p className="m-0 text-ink-2">
          {t('restore_text', { next: running + 1 })} {sentSince > 0 ? t('restore_sent', { count: sentSince }) : null}
        </p>
        {query.isPending ? <Counting /> : null}
        {queryFailure(query, { title: t('count_failed'), compact: true })}
        {impact ? <ImpactView impact={impact} movesWaiting /> : null}
      </div>
    </Dialog>
  );
}
