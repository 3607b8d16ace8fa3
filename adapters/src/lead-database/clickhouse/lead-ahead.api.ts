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

export type ReadAhead = ReturnType<typeof createReadAhead>;

/**
 * Who looks at a preview mostly adds its first people next. They are read while the person looks, so that adding them asks the engine
 * nothing. One query at a time, the one that was previewed last: under a load that leaves no time for it, people are read when they are added.
 */
export function createReadAhead(use: () => LeadEngine) {
  const kept = new Map<string, { read: Promise<LeadsAhead | null>; until: number }>();
  let next: LeadQuery | null = null;
  let isAtWork = false;
  let stop = new AbortController();

  const read = async (query: LeadQuery, signal: AbortSignal): Promise<LeadsAhead> => {
    const ids = await readIds(use(), query, ROWS, { signal }, 0);
    return { leads: await readLeads(use(), ids, { signal }), is_all: ids.length < ROWS };
  };
  const readNext = async (): Promise<void> => {
    const query = next;
    next = null;
    if (query !== null) {
      const key = keyOf(query);
      // Nobody waits for it who could be told; who adds meanwhile asks again and hears why.
      const reading = read(query, stop.signal).catch(() => null);
      kept.set(key, { read: reading, until: performance.now() + KEEP_IN_MS });
      dropOld(kept);
      if ((await reading) === null && kept.get(key)?.read === reading) kept.delete(key);
    }
    isAtWork = next !== null;
    if (isAtWork) setTimeout(readNext, PAUSE_IN_MS).unref();
  };

  return {
    /** Somebody has seen the preview of this query. */
    expect(query: LeadQuery): void {
      if (find(kept, query) !== null) return;
      next = query;
      if (isAtWork) return;
      isAtWork = true;
      setTimeout(readNext, PAUSE_IN_MS).unref();
    },
    /** Null where nothing was read ahead, or too long ago. */
    take: async (query: LeadQuery): Promise<LeadsAhead | null> => find(kept, query)?.read ?? null,
    /** People came in, or the engine goes: what was read is not what is there. */
    forget(): void {
      stop.abort(new Error('The lead database has changed.'));
      stop = new AbortController();
      next = null;
      kept.clear();
    },
  };
}

const keyOf = (query: LeadQuery): string => JSON.stringify([query.max_leads_per_company, query.filters]);

function find<Kept extends { until: number }>(kept: ReadonlyMap<string, Kept>, query: LeadQuery): Kept | null {
  const found = kept.get(keyOf(query));
  return found !== undefined && found.until > performance.now() ? found : null;
}

/** The oldest first, which is the order they came in. */
function dropOld(kept: Map<string, { until: number }>): void {
  for (const [key, { until }] of kept) if (kept.size > MOST_KEPT || until < performance.now()) kept.delete(key);
}
