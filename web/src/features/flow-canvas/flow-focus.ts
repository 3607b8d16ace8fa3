import type { FlowNode } from '@overture/domain/flow/flow';

/** Gives a node of the flow the focus; false when it is not shown. */
export function focusNode(within: ParentNode, id: number | null): boolean {
  const card = within.querySelector<HTMLElement>(`[data-flow-node="${id}"]`);
  card?.focus({ preventScroll: true });
  return card !== null;
}

/** Where the focus goes when a node is gone: to the one above it, at the start to what stands there now. */
export function focusAbove(gone: FlowNode): void {
  if (focusNode(document, gone.parent_id)) return;
  document.querySelector<HTMLElement>('[data-flow-node], [data-flow-add]')?.focus({ preventScroll: true });
}
