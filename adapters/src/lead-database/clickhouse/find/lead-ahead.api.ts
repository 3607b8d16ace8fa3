import type { LeadQuery, StoredLead } from '../../lead-database.port.ts';
import { type LeadEngine, loadLeads } from './lead-people.api.ts';
import { loadIds } from './lead-read.api.ts';

/** The first leads of a query, read before they are asked for; `is_all`: there are no others. */
export type LeadsAhead = { leads: StoredLead[]; is_all: boolean };

/** The usual number of leads added first. */
const ROWS = 500;
/** Filters usually change several times before leads are added. */
const PAUSE_IN_MS = 250;
/** A slower query is not prefetched; adding leads runs it then. */
const LIMIT_IN_MS = 2000;
/** How old a prefetch may be; leads loaded since by another process are missing from it. */
const KEEP_IN_MS = 60_000;
/** Half a megabyte each. */
const MOST_KEPT = 12;

type Kept = {
  key: string;
  read: Promise<LeadsAhead | null>;
  until: number;
  stop: AbortController;
  /** A user adds leads and waits for them. */
  is_wanted: boolean;
};

type Readings = {
  use: () => LeadEngine;
  kept: Map<string, Kept>;
  /** What is being read. */
  current: Kept | null;
};

/**
 * After a preview, users usually add its first leads. They are prefetched while the user looks, and adding them then
 * needs no query. Previews have priority: each aborts the prefetch of another query, and only the last preview is
 * prefetched, after a pause. If previews follow without a pause, leads are loaded when added.
 */
export function createReadAhead(use: () => LeadEngine) {
  const readings: Readings = { use, kept: new Map(), current: null };
  let timer: NodeJS.Timeout | undefined;
  return {
    /** A preview of this query was requested. */
    pause(query: LeadQuery): void {
      clearTimeout(timer);
      const { current } = readings;
      if (current !== null && !current.is_wanted && current.key !== keyOf(query)) drop(readings, current);
    },
    /** A preview of this query was delivered. */
    expect(query: LeadQuery): void {
      clearTimeout(timer);
      if (find(readings, query) === null) timer = setTimeout(() => begin(readings, query), PAUSE_IN_MS).unref();
    },
    /** Null where nothing was read ahead, or too long ago. */
    async take(query: LeadQuery): Promise<LeadsAhead | null> {
      const entry = find(readings, query);
      if (entry === null) return null;
      entry.is_wanted = true;
      return entry.read;
    },
    /** People came in, or the engine goes: what was read is not what is there. */
    forget(): void {
      clearTimeout(timer);
      for (const entry of [...readings.kept.values()]) drop(readings, entry);
    },
  };
}

function begin(readings: Readings, query: LeadQuery): void {
  const stop = new AbortController();
  // No caller waits for this failure; adding leads runs the query again and reports its error.
  const reading = loadFirst(readings.use, query, stop.signal).catch(() => {
    drop(readings, entry);
    return null;
  });
  const entry: Kept = {
    key: keyOf(query),
    read: reading.finally(() => {
      if (readings.current === entry) readings.current = null;
    }),
    until: performance.now() + KEEP_IN_MS,
    stop,
    is_wanted: false,
  };
  readings.kept.set(entry.key, entry);
  readings.current = entry;
  dropOld(readings.kept);
}

async function loadFirst(use: () => LeadEngine, query: LeadQuery, signal: AbortSignal): Promise<LeadsAhead> {
  const options = { signal, timeout_in_ms: LIMIT_IN_MS };
  const ids = await loadIds(use(), query, ROWS, options, 0);
  return { leads: await loadLeads(use(), ids, options), is_all: ids.length < ROWS };
}

function drop({ kept }: Readings, entry: Kept): void {
  entry.stop.abort(new Error('The prefetch was canceled.'));
  if (kept.get(entry.key) === entry) kept.delete(entry.key);
}

const keyOf = (query: LeadQuery): string =>
  JSON.stringify([query.max_leads_per_company, query.loaded_after, query.filters]);

function find({ kept }: Readings, query: LeadQuery): Kept | null {
  const found = kept.get(keyOf(query));
  return found !== undefined && found.until > performance.now() ? found : null;
}

/** The oldest first, which is the order they came in. */
function dropOld(kept: Map<string, Kept>): void {
  for (const [key, { until }] of kept) if (kept.size > MOST_KEPT || until < performance.now()) kept.delete(key);
}
