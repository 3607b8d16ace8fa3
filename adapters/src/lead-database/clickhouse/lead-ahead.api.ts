import type { LeadQuery, StoredLead } from '../lead-database.port.ts';
import { type LeadEngine, readLeads } from './lead-people.api.ts';
import { readIds } from './lead-read.api.ts';

/** The first leads of a query, read before they are asked for; `is_all`: there are no others. */
export type LeadsAhead = { leads: StoredLead[]; is_all: boolean };

/** As many as are mostly added at once. */
const ROWS = 500;
/** Filters change again and again before somebody adds what they found. */
const PAUSE_IN_MS = 250;
/** People are looked at this long before they are added; what is loaded meanwhile by another process is not among them. */
const KEEP_IN_MS = 60_000;
/** Half a megabyte each. */
const MOST_KEPT = 12;

type Kept = { read: Promise<LeadsAhead | null>; until: number };

/**
 * Who looks at a preview mostly adds its first people next. They are read while the person looks, so that adding them asks the engine
 * nothing. Previews come first: each ends a reading that is under way, and only the last one is read ahead, after a pause. Where they follow
 * one another without a pause, people are read when they are added.
 */
export function createReadAhead(use: () => LeadEngine) {
  const kept = new Map<string, Kept>();
  let timer: NodeJS.Timeout | undefined;
  let reading = new AbortController();

  const read = async (query: LeadQuery, signal: AbortSignal): Promise<LeadsAhead> => {
    const ids = await readIds(use(), query, ROWS, { signal }, 0);
    return { leads: await readLeads(use(), ids, { signal }), is_all: ids.length < ROWS };
  };
  const begin = (query: LeadQuery): void => {
    const key = keyOf(query);
    const entry: Kept = {
      // Nobody waits for it who could be told why it failed; who adds asks again and hears it.
      read: read(query, reading.signal).catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
        return null;
      }),
      until: performance.now() + KEEP_IN_MS,
    };
    kept.set(key, entry);
    dropOld(kept);
  };
  const pause = (): void => {
    clearTimeout(timer);
    reading.abort(new Error('Nobody waits for what is read ahead.'));
    reading = new AbortController();
  };

  return {
    /** Somebody asks for a preview. */
    pause,
    /** Somebody has got the preview of this query. */
    expect(query: LeadQuery): void {
      pause();
      if (find(kept, query) === null) timer = setTimeout(() => begin(query), PAUSE_IN_MS).unref();
    },
    /** Null where nothing was read ahead, or too long ago. */
    take: async (query: LeadQuery): Promise<LeadsAhead | null> => find(kept, query)?.read ?? null,
    /** People came in, or the engine goes: what was read is not what is there. */
    forget(): void {
      pause();
      kept.clear();
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
