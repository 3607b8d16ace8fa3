import { useMatches } from '@mantine/core';
import type { Campaign } from '@overture/contract/campaigns';
import { canEditLive } from '@overture/domain/campaign/live-edits';
import type { FlowNode, Position } from '@overture/domain/flow/flow';
import { IconLock } from '@tabler/icons-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { PageSpinner } from '../../ui/feedback/spinner.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useWasOpened } from '../../ui/overlays/use-was-opened.ts';
import { StepList } from './canvas/step-list.tsx';
import classes from './flow.module.css';
import { type FlowActions, FlowContext, FlowDataContext, OpenNodeContext } from './flow-context.ts';
import { useFocusAfterDelete } from './flow-focus.ts';
import { parseFlow } from './read-flow.ts';
import { t } from './texts.ts';
import { useFlowChanges } from './use-flow-changes.ts';
import { useStableFlow } from './use-stable-flow.ts';
import { useIsFlowEditable } from './working-copy.ts';

const canvasPart = () => import('./canvas/flow-canvas.tsx');
const FlowCanvas = lazyPart(() => canvasPart().then((file) => ({ default: file.FlowCanvas })));
const FlowDialogs = lazyPart(() => import('./steps/flow-dialogs.tsx').then((file) => ({ default: file.FlowDialogs })));

/** Loads the canvas beside the campaign instead of after it; narrow screens draw none. */
export function loadCanvas(): void {
  if (!window.matchMedia('(min-width: 48em)').matches) return;
  // Drawing it asks again and shows what failed.
  void canvasPart().catch(() => undefined);
}

interface StepsTabProps {
  campaign: Campaign;
  openId: number | undefined;
  onOpen: (id: number) => void;
}

/** The steps of a campaign: canvas on wide screens, list on narrow ones, and the drawer and dialog that change them. */
export function StepsTab({ campaign, openId, onOpen }: StepsTabProps) {
  const narrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  const flow = useStableFlow(useMemo(() => parseFlow(campaign), [campaign]));
  const isEditable = useIsFlowEditable(campaign);
  const changes = useFlowChanges(campaign);
  const [position, setPosition] = useState<Position | undefined>();
  const [deleting, setDeleting] = useState<FlowNode | undefined>();
  const deleted = useFocusAfterDelete(flow, deleting !== undefined);
  const areDialogsNeeded = useWasOpened((position ?? deleting) !== undefined);
  const setDelay = changes.delay.mutate;
  const onDelay = useCallback((node: FlowNode, hours: number) => setDelay({ node, hours }), [setDelay]);
  const actions = useMemo<FlowActions>(
    () => ({
      isEditable,
      onOpen: (node) => onOpen(node.id),
      onAdd: setPosition,
      onDelete: setDeleting,
      onDelay,
    }),
    [isEditable, onOpen, onDelay],
  );
  const data = useMemo(
    () => ({ flow, attachments: new Map(campaign.steps.map(({ id, attachments }) => [id, attachments.length])) }),
    [flow, campaign.steps],
  );
  return (
    <FlowContext.Provider value={actions}>
      <FlowDataContext value={data}>
        <OpenNodeContext value={openId}>
          {narrow ? (
            <StepList />
          ) : (
            <Suspense fallback={<PageSpinner label={t('canvas')} />}>
              <FlowCanvas />
            </Suspense>
          )}
        </OpenNodeContext>
      </FlowDataContext>
      {isEditable || narrow || canEditLive(campaign.status) ? null : <LockedNotice />}
      {areDialogsNeeded ? (
        <Suspense fallback={null}>
          <FlowDialogs
            campaign={campaign}
            flow={flow}
            changes={changes}
            position={position}
            onPosition={setPosition}
            deleting={deleting}
            onDeleting={setDeleting}
            onOpen={onOpen}
            onDeleted={(node) => {
              deleted.current = node;
            }}
          />
        </Suspense>
      ) : null}
    </FlowContext.Provider>
  );
}

function LockedNotice() {
  return (
    <div className={classes.noticePlace}>
      <p className={classes.notice}>
        <IconLock size={14} aria-hidden />
        {t('locked')}
      </p>
    </div>
  );
}
