import { useSyncExternalStore } from 'react';
import type { Path } from './navigation/paths.ts';

export interface RunningJob {
  /** Stable across pages: `import-12`. */
  id: string;
  label: string;
  done: number;
  total?: number | undefined;
  /** In words: "12,480 rows". */
  count?: string | undefined;
  /** A second, formatted. */
  rate?: string | undefined;
  state: 'running' | 'finished' | 'stopped' | 'failed';
  /** Where its result is looked at. */
  to?: Path | undefined;
  onStop?: (() => void) | undefined;
}

let jobs: readonly RunningJob[] = [];
const listeners = new Set<() => void>();

function change(next: readonly RunningJob[]) {
  jobs = next;
  for (const listener of listeners) listener();
}

/** Shows a long job in the tray of the shell, or updates it; it stays there when the page is left. */
export function showJob(job: RunningJob): void {
  change(
    jobs.some((known) => known.id === job.id)
      ? jobs.map((known) => (known.id === job.id ? job : known))
      : [...jobs, job],
  );
}

export function dismissJob(id: string): void {
  change(jobs.filter((job) => job.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Jobs in the tray, oldest first. */
export function useJobs(): readonly RunningJob[] {
  return useSyncExternalStore(subscribe, () => jobs);
}
