import type { WebSocket } from '@fastify/websocket';
import type { SystemContext } from '../context.ts';
import type { Listener } from '../listen.ts';

/** The database reports deleted sessions, deleted by any process (trigger `sessions_ended`). */
export const sessionsChannel = 'overture_sessions';
/** Sessions that run out are noticed within this time, in memory; all of them are asked for again at each ping. */
const lookEveryMs = 1000;
const sessionsPerQuestion = 5000;

export interface SessionClient {
  socket: WebSocket;
  session_id: number;
  /** When the session ends if it is not used until then; undefined before the first check. */
  ends_at?: Date;
}

/** When each of the sessions ends; those that have ended are missing. */
export type ListSessionEnds = (ids: number[]) => Promise<Map<number, Date>>;

export interface SessionWatch {
  /** Asks for the sessions of these clients again and closes those whose session has ended. */
  check(clients: Iterable<SessionClient>): Promise<void>;
  stop(): void;
}

/** Closes live connections within a second of the end of their session, on every process. */
export function watchSessions(
  clients: Set<SessionClient>,
  options: {
    system: Pick<SystemContext, 'clock' | 'log'>;
    listener: Listener;
    listSessionEnds: ListSessionEnds;
    end: (client: SessionClient) => void;
  },
): SessionWatch {
  const { system, end } = options;
  options.listener.on(sessionsChannel, (payload) => {
    const ended = new Set(payload.split(',').map(Number));
    for (const client of clients) if (ended.has(client.session_id)) end(client);
  });
  const check = async (asked: Iterable<SessionClient>): Promise<void> => {
    const list = [...asked];
    for (let from = 0; from < list.length; from += sessionsPerQuestion) {
      const batch = list.slice(from, from + sessionsPerQuestion);
      const ends = await options.listSessionEnds([...new Set(batch.map((client) => client.session_id))]);
      for (const client of batch) {
        const ends_at = ends.get(client.session_id);
        if (ends_at) client.ends_at = ends_at;
        else end(client);
      }
    }
  };
  const timer = setInterval(() => {
    const now = system.clock.now();
    const due = [...clients].filter((client) => client.ends_at && client.ends_at <= now);
    if (due.length > 0)
      check(due).catch((error) => system.log.error({ err: error }, 'sessions of live connections not checked'));
  }, lookEveryMs);
  return { check, stop: () => clearInterval(timer) };
}
