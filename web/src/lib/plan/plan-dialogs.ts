import { useSyncExternalStore } from 'react';

/** Dialogs about plan and credits that any screen may open: they lie over the shell. */
export type PlanDialog = 'upgrade' | 'credits' | 'referral' | undefined;

let open: PlanDialog;
const listeners = new Set<() => void>();

/** Opens one of them, or closes the open one with `undefined`. */
export function setPlanDialog(dialog: PlanDialog): void {
  open = dialog;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePlanDialog(): PlanDialog {
  return useSyncExternalStore(subscribe, () => open);
}
