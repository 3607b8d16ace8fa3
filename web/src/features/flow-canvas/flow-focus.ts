import type { FlowNode } from '@overture/domain/flow/flow';
import { type RefObject, useEffect, useRef } from 'react';

/** Gives a node of the flow the focus; false when it is not shown. */
export function focusNode(within: ParentNode, id: number | null): boolean {
  const card = within.querySelector<HTMLElement>(`[data-flow-node="${id}"]`);
  card?.focus({ preventScroll: true });
  return card !== null;
}

/**
 * Gives the focus on when the node put into the answer is deleted: once the dialog that asked is closed, which keeps it until then, and once
 * the flow lacks the node, to which the dialog gives it back.
 */
export function useFocusAfterDelete(flow: readonly FlowNode[], isAsking: boolean): RefObject<FlowNode | undefined> {
  const deleted = useRef<FlowNode | undefined>(undefined);
  useEffect(() => {
    const { current } = deleted;
    if (isAsking || current === undefined || flow.some(({ id }) => id === current.id)) return;
    focusAbove(current);
    deleted.current = undefined;
  }, [isAsking, flow]);
  return deleted;
}

/** To the node above; at the start to the node now there. */
function focusAbove(deleted: FlowNode): void {
  if (focusNode(document, deleted.parent_id)) return;
  document.querySelector<HTMLElement>('[data-flow-node], [data-flow-add]')?.focus({ preventScroll: true });
}
