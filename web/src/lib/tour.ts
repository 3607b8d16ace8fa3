import type { User } from '@overture/contract/auth';
import { useSyncExternalStore } from 'react';
import { readStored, storageOwner, writeStored } from './storage.ts';

/** The user's progress in the guided tour, and its examples. */
export interface TourProgress {
  /** Of the eleven steps, from 0; 11 once they are done. */
  step: number;
  search_id?: number;
  campaign_id?: number;
}

const NONE: TourProgress = { step: -1 };
let progress: TourProgress | undefined;
let owner = '';
const listeners = new Set<() => void>();

/** Starts or continues the tour, or ends it with `undefined`. It outlives the page. */
export function setTour(next: TourProgress | undefined): void {
  progress = next ?? NONE;
  writeStored('tour', next);
  for (const listener of listeners) listener();
}

function read(): TourProgress {
  if (owner !== storageOwner()) progress = undefined;
  owner = storageOwner();
  progress ??= readStored('tour', NONE);
  return progress;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined while no tour is under way. */
export function useTour(): TourProgress | undefined {
  const known = useSyncExternalStore(subscribe, read);
  return known.step >= 0 ? known : undefined;
}

/** The tour shows lists, research and campaigns, so it is offered where all of them are switched on. */
export function canTour(flags: User['organization']['branding_settings']): boolean {
  return (
    flags.lead_lists_enabled &&
    flags.lead_list_creation_enabled &&
    flags.ai_research_enabled &&
    flags.campaign_creation_enabled
  );
}
