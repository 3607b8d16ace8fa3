import { digestToken } from '../crypto.ts';

/** Within a second a session that ended elsewhere is ended here too. */
const KEPT_IN_MS = 800;
/** Used later than this share of its time, an entry is asked for again beside the request: who keeps asking never waits for it. */
const RENEWED_AFTER = 0.75;
const MOST = 10_000;

export interface RememberedSessions<Identity> {
  find(token: string, host: string | null): Promise<Identity | null>;
  /**
   * After a write of this process by a caller of this organization: its changes to sessions, users and roles apply immediately. Others keep
   * their entries: one organization that writes all the time costs the others no query.
   */
  forgetOrganization(id: number): void;
  /** After a write that may concern any organization. */
  forgetAll(): void;
}

interface Entry<Identity> {
  until: number;
  renew_at: number;
  session: Promise<Identity | null>;
  /** Unknown while it is asked for. */
  organization_id: number | undefined;
  /** How many writes there had been when it was asked for. */
  writes: number;
  is_being_renewed: boolean;
}

const blank = { organization_id: undefined, is_being_renewed: false };

/**
 * The session of a token, or the caller of a key, cached for a moment: a page that opens sends ten requests, and the database is asked once. Only live
 * sessions are cached.
 */
export function rememberSessions<Identity extends { organization_id: number }>(
  find: RememberedSessions<Identity>['find'],
  keptInMs = KEPT_IN_MS,
): RememberedSessions<Identity> {
  const known = new Map<string, Entry<Identity>>();
  let writes = 0;
  const lastWrites = new Map<number, number>();
  const forgetAll = (): void => {
    known.clear();
    lastWrites.clear();
  };
  const ask = (key: string, token: string, host: string | null, now: number): Entry<Identity> => {
    const times = { until: now + keptInMs, renew_at: now + keptInMs * RENEWED_AFTER };
    const asked: Entry<Identity> = { ...blank, ...times, session: find(token, host), writes };
    const forget = (): unknown => known.get(key) === asked && known.delete(key);
    asked.session.then((session) => {
      if (session) asked.organization_id = session.organization_id;
      else forget();
    }, forget);
    return asked;
  };
  const isCurrent = (entry: Entry<Identity>): boolean =>
    entry.organization_id === undefined
      ? entry.writes === writes
      : entry.writes >= (lastWrites.get(entry.organization_id) ?? 0);
  const renew = (key: string, entry: Entry<Identity>, fresh: Entry<Identity>): void => {
    entry.is_being_renewed = true;
    fresh.session.then(
      (session) => {
        if (known.get(key) !== entry) return;
        if (session) known.set(key, fresh);
        else known.delete(key);
      },
      () => undefined, // the next request after its time asks again
    );
  };
  return {
    find(token, host) {
      const key = `${digestToken(token)} ${host ?? ''}`;
      const now = performance.now();
      const found = known.get(key);
      if (found && found.until > now && isCurrent(found)) {
        if (now > found.renew_at && !found.is_being_renewed) renew(key, found, ask(key, token, host, now));
        return found.session;
      }
      if (known.size >= MOST) known.clear();
      const asked = ask(key, token, host, now);
      known.set(key, asked);
      return asked.session;
    },
    forgetOrganization(id) {
      if (lastWrites.size >= MOST) forgetAll();
      writes += 1;
      lastWrites.set(id, writes);
    },
    forgetAll,
  };
}
