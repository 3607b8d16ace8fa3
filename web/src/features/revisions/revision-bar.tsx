import type { Campaign } from '@overture/contract/campaigns';
import type { RevisionCopy } from '@overture/contract/revisions';
import { isPlanOver } from '@overture/domain/access/permissions';
import { placeOfZone } from '@overture/domain/time/zone-place';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { serverNow } from '../../lib/api/server-clock.ts';
import { useUser } from '../../lib/api/session.ts';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WriteSequenceButton } from '../sequence-writing/index.ts';
import { t } from './texts.ts';
import { useUnschedule } from './use-revision.ts';

const ReviewDialog = lazyPart(() =>
  import('./review/review-dialog.tsx').then((file) => ({ default: file.ReviewDialog })),
);
const DiscardDialog = lazyPart(() =>
  import('./review/discard-dialog.tsx').then((file) => ({ default: file.DiscardDialog })),
);
const RevisionsPanel = lazyPart(() =>
  import('./review/revisions-panel.tsx').then((file) => ({ default: file.RevisionsPanel })),
);

interface RevisionBarProps {
  campaign: Campaign;
  revision: RevisionCopy | undefined;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Opens a step of the working copy. */
  onStep: (id: number) => void;
}

type BarDialog = 'review' | 'discard' | 'history';

const bar =
  'flex flex-wrap shrink-0 items-center gap-x-3 gap-y-2 min-h-12 py-2 px-(--gutter) border-b border-line bg-raised data-editing:bg-accent-soft';

/** What runs, and the way into its working copy; while editing, what that is and the way out of it. */
export function RevisionBar({ campaign, revision, isEditing, onEdit, onStep }: RevisionBarProps) {
  const [dialog, setDialog] = useState<BarDialog | undefined>();
  const close = () => setDialog(undefined);
  const leave = () => {
    close();
    onEdit(false);
  };
  return (
    <section aria-label={t('region')} className={bar} data-editing={isEditing || undefined}>
      <Words campaign={campaign} revision={revision} isEditing={isEditing} />
      <Buttons campaign={campaign} revision={revision} isEditing={isEditing} onEdit={onEdit} onDialog={setDialog} />
      <Suspense fallback={null}>
        {dialog === 'discard' && revision ? (
          <DiscardDialog campaignId={campaign.id} revision={revision} onClose={close} onDone={leave} />
        ) : null}
        {dialog === 'review' && revision ? (
          <ReviewDialog
            campaign={campaign}
            revision={revision}
            onClose={close}
            onPublished={() => onEdit(false)}
            onStep={(id) => {
              close();
              onStep(id);
            }}
          />
        ) : null}
        {dialog === 'history' && revision ? <RevisionsPanel revision={revision} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}

interface ButtonsProps extends Omit<RevisionBarProps, 'onStep'> {
  onDialog: (dialog: BarDialog) => void;
}

function Buttons({ campaign, revision, isEditing, onEdit, onDialog }: ButtonsProps) {
  const unschedule = useUnschedule(campaign.id);
  return (
    <span className="flex flex-wrap items-center gap-2 ms-auto">
      {revision?.timed ? (
        <AppButton
          kind="quiet"
          size="small"
          loading={unschedule.isPending}
          onClick={() => unschedule.mutate(revision.version)}
        >
          {t('unschedule')}
        </AppButton>
      ) : null}
      {isEditing ? (
        <>
          {revision ? <WriteSequenceButton campaign={revision.campaign} label={t('write_sequence')} /> : null}
          {revision?.is_open ? (
            <AppButton kind="quiet" size="small" onClick={() => onDialog('discard')}>
              {t('discard')}
            </AppButton>
          ) : null}
          <AppButton size="small" onClick={() => onEdit(false)}>
            {t('stop')}
          </AppButton>
          {/* A schedule must be canceled first: its button is here then. */}
          {revision?.timed ? null : (
            <AppButton kind="primary" size="small" disabled={!revision?.is_open} onClick={() => onDialog('review')}>
              {t('review')}
            </AppButton>
          )}
        </>
      ) : (
        <>
          <IconButton label={t('history')} onClick={() => onDialog('history')}>
            <IconHistory size={18} aria-hidden />
          </IconButton>
          <AppButton
            size="small"
            icon={<IconPencil size={15} aria-hidden />}
            disabled={revision === undefined}
            onClick={() => onEdit(true)}
          >
            {revision?.is_open ? t('resume_editing') : t('edit')}
          </AppButton>
        </>
      )}
    </span>
  );
}

function Words({ campaign, revision, isEditing }: Omit<RevisionBarProps, 'onEdit' | 'onStep'>) {
  const { organization } = useUser();
  if (revision === undefined) return <p className="m-0 text-ink-3 text-table max-sm:min-h-15">{t('loading')}</p>;
  const { number, is_open } = revision;
  const { status } = campaign;
  const running = isPlanOver(organization) ? 'over' : 'ACTIVE';
  const state = status === 'PAUSED' || status === 'COMPLETED' ? status : running;
  const title = t(`${isEditing ? 'editing' : 'running'}_${state}`, { number });
  return (
    <p
      className="flex flex-wrap content-start items-baseline gap-x-2 m-0 text-table max-sm:min-h-15"
      role={isEditing ? 'status' : undefined}
    >
      <span className="font-medium">{title}</span>
      <span className="text-ink-3">
        {is_open ? (
          <SavedWords revision={revision} isEditing={isEditing} />
        ) : (
          t(isEditing ? 'nothing_yet' : 'running_text')
        )}
      </span>
      <TimeWords revision={revision} zone={campaign.timezone} isEditing={isEditing} />
    </p>
  );
}

/** When the changes are published on schedule, or why they were not. */
function TimeWords({ revision, zone, isEditing }: { revision: RevisionCopy; zone: string; isEditing: boolean }) {
  const { timed, not_published: missed } = revision;
  const time = missed ?? timed;
  if (!time) return null;
  const isToCome = new Date(time.at) > serverNow();
  const given = { when: formatDateTime(time.at, zone), zone: placeOfZone(zone) };
  if (missed)
    return (
      <span className="text-amber" role="status">
        {t(isToCome ? 'not_to_be_published' : 'not_published', { ...given, reason: missed.reason })}
      </span>
    );
  const words = timed?.by ? t('timed_by', { ...given, who: timed.by }) : t('timed', given);
  return (
    <span className="text-accent" role="status">
      {isToCome ? words : t('timed_now', given)}
      {isEditing && isToCome ? `. ${t('timed_edit')}` : null}
    </span>
  );
}

function SavedWords({ revision, isEditing }: { revision: RevisionCopy; isEditing: boolean }) {
  const { name } = useUser();
  const { edited_at, edited_by: who } = revision;
  const when = edited_at ? formatTime(edited_at) : '';
  if (isEditing) return who && who !== name ? t('saved_by', { when, who }) : t('saved', { when });
  return who && who !== name ? t('waiting_changes', { who }) : t('waiting_changes_mine');
}
