import { childrenOf, type Flow, type FlowNode, planDeletion } from '@overture/domain/flow/flow';
import { useState } from 'react';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';

interface DeleteStepDialogProps {
  node: FlowNode | undefined;
  flow: Flow;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (node: FlowNode) => void;
}

/** What deleting takes along, in words (domain/flow planDeletion). */
function consequence(flow: Flow, node: FlowNode): string {
  const plan = planDeletion(flow, node.id);
  if (node.kind === 'step') return plan.moved_up_id === null ? t('delete_step_last') : t('delete_step_text');
  if (plan.moved_up_id !== null) return t('delete_condition_joined');
  if (childrenOf(flow, node.id).length === 0) return t('delete_condition_bare');
  return t('delete_condition_all', { count: plan.removed_ids.length - 1 });
}

/** Asks before a step or condition goes. */
export function DeleteStepDialog({ node, flow, isPending, onClose, onConfirm }: DeleteStepDialogProps) {
  const [shown, setShown] = useState(node);
  // The words stay while the dialog closes.
  if (node !== undefined && node !== shown) setShown(node);
  return (
    <ConfirmDialog
      opened={node !== undefined}
      onClose={onClose}
      title={shown ? t('delete_title', { step: nodeKindLabel(shown.type) }) : ''}
      confirmLabel={t('delete')}
      danger
      pending={isPending}
      onConfirm={() => node && onConfirm(node)}
    >
      {shown ? consequence(flow, shown) : ''}
    </ConfirmDialog>
  );
}
