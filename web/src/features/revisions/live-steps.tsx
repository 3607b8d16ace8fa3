import type { Campaign } from '@overture/contract/campaigns';
import { Suspense, useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StepsTab, WorkingCopyContext } from '../flow-canvas/index.ts';
import { RevisionBar } from './revision-bar.tsx';
import { t } from './texts.ts';
import { useRevision } from './use-revision.ts';

const StepPanel = lazyPart(() =>
  import('../message-editor/step-panel.tsx').then((file) => ({ default: file.StepPanel })),
);

interface LiveStepsProps {
  campaign: Campaign;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
}

/** The steps of a campaign that was started: as they run, or as its working copy has them, on the same canvas. */
export function LiveSteps({ campaign, openId, onOpen }: LiveStepsProps) {
  const { query, copy } = useRevision(campaign.id);
  const [isEditing, setEditing] = useState(false);
  const revision = query.data?.revision;
  const isShown = isEditing && revision !== undefined;
  const shown = isShown ? revision.campaign : campaign;
  return (
    <WorkingCopyContext value={isShown ? copy : undefined}>
      <RevisionBar campaign={campaign} revision={revision} isEditing={isShown} onEdit={setEditing} onStep={onOpen} />
      {queryFailure(query, { title: t('failed'), compact: true })}
      <StepsTab campaign={shown} openId={openId} onOpen={onOpen} />
      <Suspense fallback={null}>
        {openId === undefined ? null : (
          <StepPanel key={`${openId}${isShown}`} campaign={shown} nodeId={openId} onClose={() => onOpen(undefined)} />
        )}
      </Suspense>
    </WorkingCopyContext>
  );
}
