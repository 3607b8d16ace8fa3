import type { Campaign } from '@overture/contract/campaigns';
import { stepKind } from '@overture/domain/flow/step-types';
import { IconWand } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useIsFlowEditable, useWorkingCopy } from '../flow-canvas/index.ts';
import { isFlowEmpty } from './empty-flow.ts';

const SequenceDialog = lazyPart(() =>
  import('./sequence-dialog.tsx').then((file) => ({ default: file.SequenceDialog })),
);

/** Opens the dialog that writes the messages of a draft, or of a working copy. Hidden while a flow has steps and no message. */
export function WriteSequenceButton({ campaign, label }: { campaign: Campaign; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const isCopy = useWorkingCopy() !== undefined;
  const isEditable = useIsFlowEditable(campaign);
  const hasMessages = campaign.steps.some(({ step_type }) => stepKind(step_type).is_message);
  const isEmpty = !isCopy && isFlowEmpty(campaign);
  if (!isEditable || !(hasMessages || isEmpty)) return null;
  return (
    <>
      {isCopy ? (
        <AppButton kind="quiet" size="small" icon={<IconWand size={15} aria-hidden />} onClick={() => setOpen(true)}>
          {label}
        </AppButton>
      ) : (
        <IconButton label={label} onClick={() => setOpen(true)}>
          <IconWand size={18} aria-hidden />
        </IconButton>
      )}
      <Suspense fallback={null}>
        {isOpen ? <SequenceDialog campaign={campaign} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
