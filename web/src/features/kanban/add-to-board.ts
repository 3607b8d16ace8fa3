import { useSyncExternalStore } from 'react';

/** The leads to add to a board, from any list of leads; the dialog opens over the screen. */
export interface ChosenLeads {
  ids: readonly number[];
  /** Of the lead, or "3 leads". */
  name: string;
}

let chosen: ChosenLeads | undefined;
const listeners = new Set<() => void>();

/** Opens 'Add to Kanban Board' for leads, or closes it with `undefined`. */
export function chooseBoardFor(leads: ChosenLeads | undefined): void {
  chosen = leads;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChosenLeads(): ChosenLeads | undefined {
  return useSyncExternalStore(subscribe, () => chosen);
}
