import { FINDER_LIMITS } from '@overture/domain/limits';
import type { SessionContext } from '../../kernel/slice.ts';
import { makeSearchable, type SearchableName } from './lead-finder.rules.ts';

const MAX_TITLES = 5_000;
/** A load of many people changes the list within the hour. */
const KEPT_FOR_IN_MS = 3_600_000;
/** While the lead database is away, each letter that is typed would ask it. */
const PAUSE_IN_MS = 15_000;

type Context = Pick<SessionContext, 'ports' | 'clock' | 'log'>;

/**
 * The frequent job titles of the lead database, read once an hour for everybody. None while the database is away: people type their
 * titles without the list, and the finder says what is wrong.
 */
export function createTitleList(): (ctx: Context) => Promise<readonly SearchableName[]> {
  let titles: Promise<readonly SearchableName[]> = Promise.resolve([]);
  let readAgainAt = 0;
  return ({ ports, clock, log }) => {
    const now = clock.now().getTime();
    if (now < readAgainAt) return titles;
    readAgainAt = now + KEPT_FOR_IN_MS;
    const before = titles;
    titles = ports.lead_database
      .listCommonTitles(MAX_TITLES)
      .then((names) =>
        names.filter(({ length }) => length <= FINDER_LIMITS.max_tag_length).map((name) => makeSearchable({ name })),
      )
      .catch((err: unknown) => {
        log.warn({ err }, 'job titles of the lead database not read, retrying later');
        readAgainAt = now + PAUSE_IN_MS;
        return before;
      });
    return titles;
  };
}
