/** How far the research of a list is, as this page has seen it. */
export interface Run {
  /** Cells that wait or run. */
  loading: number;
  /** Cells of the run, as many as were ever seen waiting. */
  total: number;
  /** Instant in milliseconds at which it was first seen. */
  since: number;
  /** Cells a second since then; 0 while too little time has passed to say. */
  rate: number;
}

/** Updates the run with its number of loading cells; a higher number means that another run was added. */
export function followCells(known: Run | undefined, loading: number, now: number): Run {
  if (known === undefined) return { loading, total: loading, since: now, rate: 0 };
  const total = known.total + Math.max(0, loading - known.loading);
  const seconds = (now - known.since) / 1000;
  return { loading, total, since: known.since, rate: seconds >= 1 ? Math.round((total - loading) / seconds) : 0 };
}
