import { useSyncExternalStore } from 'react';

/** The lead to add to a board, from any list of leads; the dialog opens over the screen. */
interface ChosenLead {
  id: number;
  name: string;
}

let chosen: ChosenLead | undefined;
const listeners = new Set<() => void>();

/** Opens 'Add to Kanban Board' for a lead, or closes it with `undefined`. */
export function chooseBoardFor(lead: ChosenLead | undefined): void {
  chosen = lead;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChosenLead(): ChosenLead | undefined {
  return useSyncExternalStore(subscribe, () => chosen);
}
