import { digestToken } from '../crypto.ts';

/** Within a second a session that ended elsewhere is ended here too. */
const KEPT_IN_MS = 800;
const MOST = 10_000;

export interface RememberedSessions<Identity> {
  find(token: string, host: string | null): Promise<Identity | null>;
  /** After every write of this process: its changes to sessions, users and roles apply immediately. */
  forgetAll(): void;
}

/**
 * The session of a token, or the caller of a key, cached for a moment: a page that opens sends ten requests, and the database is asked once. Only live
 * sessions are cached.
 */
export function rememberSessions<Identity>(
  find: RememberedSessions<Identity>['find'],
  keptInMs = KEPT_IN_MS,
): RememberedSessions<Identity> {
  const known = new Map<string, { until: number; session: Promise<Identity | null> }>();
  return {
    find(token, host) {
      const key = `${digestToken(token)} ${host ?? ''}`;
      const now = performance.now();
      const found = known.get(key);
      if (found && found.until > now) return found.session;
      if (known.size >= MOST) known.clear();
      const asked = { until: now + keptInMs, session: find(token, host) };
      known.set(key, asked);
      const forget = (): void => {
        if (known.get(key) === asked) known.delete(key);
      };
      asked.session.then((session) => session ?? forget(), forget);
      return asked.session;
    },
    forgetAll: () => known.clear(),
  };
}
