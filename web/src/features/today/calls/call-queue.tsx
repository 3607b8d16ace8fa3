import { IconPhoneOff } from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../../ui/layout/page-header.tsx';
import { t } from '../texts.ts';
import type { TodayFilters } from '../today-filters.tsx';
import { CallCardView } from './call-card.tsx';
import { useUndoKey } from './use-call-keys.ts';
import { type CallQueueState, useCallQueue } from './use-call-queue.ts';

interface CallQueueProps {
  /** The call that was chosen in the list. */
  first: number | undefined;
  /** Of the list: the calls after the first are of the same campaign or owner. */
  filters: TodayFilters;
  onBack: () => void;
}

/** One call after the other, until the list is asked for. */
export function CallQueue({ first, filters, onBack }: CallQueueProps) {
  const queue = useCallQueue(first, filters);
  useUndoKey(queue.undoLast);
  return (
    <>
      <PageHeader
        title={t('kind_call')}
        actions={
          <AppButton icon={<BackArrow />} onClick={onBack}>
            {t('back')}
          </AppButton>
        }
      />
      <section className="flex flex-col gap-3 w-[min(1080px,100%)] mx-auto px-gutter pb-6" aria-live="polite">
        <CardInHand queue={queue} />
        {queue.last ? (
          <p
            className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 rounded-control bg-sunken text-table"
            role="status"
          >
            {t('recorded', { outcome: queue.last.label, name: queue.last.call.prospect.name })}
            <AppButton size="small" disabled={queue.isBusy} onClick={queue.undoLast}>
              {t('undo')}
            </AppButton>
          </p>
        ) : null}
      </section>
    </>
  );
}

function CardInHand({ queue }: { queue: CallQueueState }) {
  if (queue.failure && queue.call === undefined)
    return <ErrorState title={t('load_failed')} onRetry={queue.next} retrying={queue.isBusy} compact />;
  if (queue.call === undefined)
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={320} radius={12} />
      </div>
    );
  if (queue.call) return <CallCardView key={`${queue.call.id}:${queue.call.token}`} call={queue.call} queue={queue} />;
  const opens = queue.opens_at && t('no_calls_opens', { time: formatDateTime(queue.opens_at) });
  return <EmptyState icon={<IconPhoneOff size={22} />} title={t('no_calls')} text={opens ?? t('no_calls_text')} />;
}
