import type { LeadQuery, StoredLead } from '../../lead-database.port.ts';
import { type LeadEngine, readLeads } from './lead-people.api.ts';
import { readIds } from './lead-read.api.ts';

/** The first leads of a query, read before they are asked for; `is_all`: there are no others. */
export type LeadsAhead = { leads: StoredLead[]; is_all: boolean };

/** As many as are mostly added at once. */
const ROWS = 500;
/** Filters change again and again before somebody adds what they found. */
const PAUSE_IN_MS = 250;
/** What takes longer is left to whoever adds. */
const LIMIT_IN_MS = 2000;
/** People are looked at this long before they are added; what is loaded meanwhile by another process is not among them. */
const KEEP_IN_MS = 60_000;
/** Half a megabyte each. */
const MOST_KEPT = 12;

type Kept = {
  key: string;
  read: Promise<LeadsAhead | null>;
  until: number;
  stop: AbortController;
  /** Somebody adds: they wait for it. */
  is_wanted: boolean;
};

/**
 * Who looks at a preview mostly adds its first people next. They are read while the person looks, so that adding them asks the engine
 * nothing. Previews come first: each ends a reading of another query that is under way, and only the last one is read ahead, after a
 * pause. Where they follow one another without a pause, people are read when they are added.
 */
export function createReadAhead(use: () => LeadEngine) {
  const kept = new Map<string, Kept>();
  let timer: NodeJS.Timeout | undefined;
  /** What is being read. */
  let current: Kept | null = null;

  const read = async (query: LeadQuery, signal: AbortSignal): Promise<LeadsAhead> => {
    const options = { signal, timeout_in_ms: LIMIT_IN_MS };
    const ids = await readIds(use(), query, ROWS, options, 0);
    return { leads: await readLeads(use(), ids, options), is_all: ids.length < ROWS };
  };
  const drop = (entry: Kept): void => {
    entry.stop.abort(new Error('Nobody waits for what is read ahead.'));
    if (kept.get(entry.key) === entry) kept.delete(entry.key);
  };
  const begin = (query: LeadQuery): void => {
    const stop = new AbortController();
    // Nobody waits for it who could be told why it failed; who adds asks again and hears it.
    const reading = read(query, stop.signal).catch(() => {
      drop(entry);
      return null;
    });
    const entry: Kept = {
      key: keyOf(query),
      read: reading.finally(() => {
        if (current === entry) current = null;
      }),
      until: performance.now() + KEEP_IN_MS,
      stop,
      is_wanted: false,
    };
    kept.set(entry.key, entry);
    current = entry;
    dropOld(kept);
  };

  return {
    /** Somebody asks for a preview of this query. */
    pause(query: LeadQuery): void {
      clearTimeout(timer);
      if (current !== null && !current.is_wanted && current.key !== keyOf(query)) drop(current);
    },
    /** Somebody has got the preview of this query. */
    expect(query: LeadQuery): void {
      clearTimeout(timer);
      if (find(kept, query) === null) timer = setTimeout(() => begin(query), PAUSE_IN_MS).unref();
    },
    /** Null where nothing was read ahead, or too long ago. */
    async take(query: LeadQuery): Promise<LeadsAhead | null> {
      const entry = find(kept, query);
      if (entry === null) return null;
      entry.is_wanted = true;
      return entry.read;
    },
    /** People came in, or the engine goes: what was read is not what is there. */
    forget(): void {
      clearTimeout(timer);
      for (const entry of [...kept.values()]) drop(entry);
    },
  };
}

const keyOf = (query: LeadQuery): string => JSON.stringify([query.max_leads_per_company, query.filters]);

function find(kept: ReadonlyMap<string, Kept>, query: LeadQuery): Kept | null {
  const found = kept.get(keyOf(query));
  return found !== undefined && found.until > performance.now() ? found : null;
}

/** The oldest first, which is the order they came in. */
function dropOld(kept: Map<string, Kept>): void {
  for (const [key, { until }] of kept) if (kept.size > MOST_KEPT || until < performance.now()) kept.delete(key);
}
