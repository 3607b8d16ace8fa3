import { Switch } from '@mantine/core';
import type { Campaign } from '@overture/contract/campaigns';
import { type RevisionCopy, type RevisionImpact, revisionsEndpoints } from '@overture/contract/revisions';
import { sumCredits } from '@overture/domain/money/credits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { readFlow } from '../../flow-canvas/index.ts';
import { FlowDoubts, LookupAgreement } from '../../node-kinds/index.ts';
import { ImpactView } from './impact-view.tsx';
import { type ChosenTime, PublishTime } from './publish-time.tsx';
import { t } from './texts.ts';
import { TrialDays } from './trial-days.tsx';
import { usePublish, useSchedule } from './use-publish.ts';

/** Leads that a change affects, counted each time the dialog opens. */
export function useImpact(campaignId: number, number: number | null, version: number) {
  return useQuery({
    queryKey: ['revision-impact', campaignId, number, version],
    queryFn: () => call(revisionsEndpoints.previewRevision, { params: { id: campaignId }, body: { number } }),
    gcTime: 0,
    staleTime: 0,
  });
}

interface ReviewDialogProps {
  campaign: Campaign;
  revision: RevisionCopy;
  onClose: () => void;
  onPublished: () => void;
  onStep: (id: number) => void;
}

/** Review before publishing, now or at a time. */
function useReview({
  campaign,
  revision,
  onDone,
}: Pick<ReviewDialogProps, 'campaign' | 'revision'> & { onDone(): void }) {
  const query = useImpact(campaign.id, null, revision.version);
  const [choice, setChoice] = useState<Choice>({ moves_waiting: true, reopens: false });
  const [looksUp, setLooksUp] = useState(true);
  const [hasMoved, setMoved] = useState(false);
  const [time, setTime] = useState<ChosenTime>('now');
  const onMoved = () => {
    setMoved(true);
    void query.refetch();
  };
  const publish = usePublish(campaign.id, { onDone, onMoved });
  const schedule = useSchedule(campaign.id, { onDone, onMoved });
  function send() {
    const impact = query.data?.impact;
    if (impact === undefined) return;
    const agreed = looksUp ? sumCredits(impact.lookups) : 0;
    const agreement = impact.lookups.length === 0 ? {} : { lookup_credits: agreed };
    const body = { version: revision.version, ...choice, ...agreement, seen: seenOf(impact) };
    if (time === 'now') publish.mutate(body);
    else if (time !== null) schedule.mutate({ ...body, at: time.toISOString() });
  }
  const isSending = publish.isPending || schedule.isPending;
  return { query, choice, setChoice, looksUp, setLooksUp, hasMoved, time, setTime, isSending, send };
}

/** Before a working copy is published: what changes, for whom, and from when on. */
export function ReviewDialog({ campaign, revision, onClose, onPublished, onStep }: ReviewDialogProps) {
  const { query, choice, setChoice, looksUp, setLooksUp, hasMoved, time, setTime, isSending, send } = useReview({
    campaign,
    revision,
    onDone: () => {
      onClose();
      onPublished();
    },
  });
  const impact = query.data?.impact;
  const isReady = impact !== undefined && !query.isFetching && impact.problems.length === 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={t('review_title', { number: revision.number + 1 })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" loading={isSending} disabled={!isReady || time === null} onClick={send}>
            {t(time === 'now' ? 'publish' : 'publish_then')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4" aria-live="polite" aria-busy={query.isFetching}>
        {hasMoved ? (
          <p className="m-0 text-amber text-table" role="status">
            {t('counts_changed')}
          </p>
        ) : null}
        {query.isPending ? <Counting /> : null}
        {queryFailure(query, { title: t('count_failed'), compact: true })}
        {impact ? (
          <>
            <ImpactView impact={impact} movesWaiting={choice.moves_waiting} onStep={onStep} />
            {impact.problems.length === 0 ? (
              <TrialDays campaignId={campaign.id} choice={choice} countedAt={query.dataUpdatedAt} />
            ) : null}
            <FlowDoubts flow={readFlow(revision.campaign)} title={t('doubts')} />
            <LookupAgreement lookups={impact.lookups} isAgreed={looksUp} onChange={setLooksUp} />
            <Choices impact={impact} choice={choice} isOver={campaign.status === 'COMPLETED'} onChange={setChoice} />
            {revision.timed === null && impact.problems.length === 0 ? (
              <PublishTime zone={campaign.timezone} onChange={setTime} />
            ) : null}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

interface Choice {
  moves_waiting: boolean;
  reopens: boolean;
}

interface ChoicesProps {
  impact: RevisionImpact;
  choice: Choice;
  /** The campaign is completed. */
  isOver: boolean;
  onChange: (choice: Choice) => void;
}

/** What is asked: leads who wait get the new delay unless told otherwise; who is through comes back only if told so. */
function Choices({ impact, choice, isOver, onChange }: ChoicesProps) {
  const reopenable = impact.changes.reduce((sum, change) => sum + change.reopenable, 0);
  return (
    <>
      {hasDelay(impact) ? (
        <Switch
          label={t('move_waiting')}
          description={t('move_waiting_text')}
          checked={choice.moves_waiting}
          onChange={(event) => onChange({ ...choice, moves_waiting: event.currentTarget.checked })}
        />
      ) : null}
      {reopenable > 0 ? (
        <Switch
          label={t('reopen', { count: reopenable })}
          description={isOver ? `${t('reopen_text')} ${t('reopen_resumes')}` : t('reopen_text')}
          checked={choice.reopens}
          onChange={(event) => onChange({ ...choice, reopens: event.currentTarget.checked })}
        />
      ) : null}
    </>
  );
}

export function Counting() {
  return (
    <div role="status" aria-label={t('counting')} className="flex flex-col gap-2">
      <Skeleton height={44} radius={10} />
      <Skeleton height={44} radius={10} />
    </div>
  );
}

const hasDelay = ({ changes }: RevisionImpact): boolean => changes.some(({ kind }) => kind === 'delay');

const seenOf = ({ changes }: RevisionImpact) =>
  changes.map(({ kind, node_id, not_there_yet, waiting, past }) => ({ kind, node_id, not_there_yet, waiting, past }));
