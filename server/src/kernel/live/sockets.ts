import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SystemContext } from '../context.ts';
import { DatabaseUnavailable } from '../db/outage.ts';
import { ApiError } from '../errors.ts';
import { comesFromOwnOrigin } from '../http/request-site.ts';
import { type FindSession, getToken, hostOf, lacksSecondFactor, type SessionCookies } from '../http/sessions.ts';
import type { Listener } from '../listen.ts';
import { liveSockets } from '../metrics.ts';
import { liveChannel } from '../relay.ts';
import type { LiveChannels } from './live-channels.ts';
import {
  deliverWaiting,
  type LiveClient,
  LiveRooms,
  type LiveRow,
  MAX_REPLAY,
  orderToFetch,
  send,
  textFor,
} from './live-rooms.ts';
import { type ListSessionEnds, type SessionClient, type SessionWatch, watchSessions } from './session-watch.ts';

/** Close codes for the client: sign in again, a channel of another user, or too many connections. */
const closeCodes = { unauthenticated: 4401, foreign_channel: 4403, too_many: 4429 } as const;
const pingEveryMs = 30_000;
/** Pings are spread over time: ten thousand together would delay every message for a third of a second. */
const pingSomeEveryMs = 500;
/** A message that no channel announced is found within this time. Without channels the database announces all. */
const lookEveryMs = 2000;
/** As far as a page that has just loaded may ask back. */
const maxPastInMs = 60_000;
/** Tabs and devices of one person that listen at the same time, on one process. */
const maxClientsPerUser = 10;

interface Client extends SessionClient, LiveClient {
  isAlive: boolean;
  /** When it is asked for a sign of life, by `performance.now()`. */
  ping_at: number;
}

type Listening = Pick<Client, 'organization_id' | 'user_id' | 'session_id'>;

export interface LiveOptions {
  system: SystemContext;
  findSession: FindSession;
  takeTicket: (ticket: string, host: string | null) => Promise<Listening | null>;
  listSessionEnds: ListSessionEnds;
  cookies: SessionCookies;
  listener: Listener;
  channels: LiveChannels | null;
}

/**
 * The live connection at `/ws/{user id}/`. Who is listening comes from the session (cookie with our origin, header
 * `jwt`, or a one-use ticket in `token`), never from the path: a path that names another user is closed.
 */
export function serveLive(app: FastifyInstance, options: LiveOptions): { stop(): void } {
  const clients = new Set<Client>();
  const { system, listener, channels } = options;
  const rooms = new LiveRooms<Client>(system, channels);
  // Also where channels are used: messages come by here while those are away.
  listener.on(liveChannel, (payload) => {
    const ids = payload.split(',').map(Number).filter(Number.isSafeInteger);
    rooms.deliver(ids).catch((error) => system.log.error({ err: error }, 'live messages not delivered'));
  });
  channels?.listen({ onHeads: (heads) => rooms.hear(heads), onSubscribed: () => rooms.look() });
  // Notifications may have been missed while the connection was down: everyone fetches again.
  let isFirst = true;
  listener.onConnect(() => {
    if (!isFirst) for (const client of clients) client.socket.close(1012, 'resync');
    isFirst = false;
  });
  const watch = watchSessions(clients, {
    ...options,
    end: (client) => client.socket.close(closeCodes.unauthenticated, 'sign in'),
  });
  app.get<{ Params: { channel: string } }>('/ws/:channel', { websocket: true }, (socket, request) => {
    open(socket, request, { clients, rooms, watch }, options).catch((error) => {
      // Too many connections, or no database: the standard's code for "try again later".
      if (error instanceof DatabaseUnavailable || (error instanceof ApiError && error.status === 503))
        return socket.close(1013);
      system.log.error({ err: error }, 'live connection failed');
      socket.close(1011);
    });
  });
  const timers = [setInterval(() => pingDue(clients, watch, system.log), pingSomeEveryMs)];
  if (channels) timers.push(setInterval(() => rooms.look(), lookEveryMs));
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
      watch.stop();
    },
  };
}

interface Listeners {
  clients: Set<Client>;
  /** The same connections by organization. */
  rooms: LiveRooms<Client>;
  watch: SessionWatch;
}

async function open(
  socket: WebSocket,
  request: FastifyRequest,
  { clients, rooms, watch }: Listeners,
  options: LiveOptions,
): Promise<void> {
  const asked_at = performance.now();
  const who = await identify(request, options);
  if (!who) return socket.close(closeCodes.unauthenticated, 'sign in');
  const { channel } = request.params as { channel: string };
  if (channel !== String(who.user_id)) return socket.close(closeCodes.foreign_channel, 'not your channel');
  // Gone while it was looked up: its end has been told already and would free no place.
  if (socket.readyState !== socket.OPEN) return;
  const open = [...rooms.clientsOf(who.organization_id)].filter((client) => client.user_id === who.user_id).length;
  const leave = open >= maxClientsPerUser ? null : enter(who.organization_id, options.system);
  if (!leave) return socket.close(closeCodes.too_many, 'too many connections');
  socket.once('close', leave);
  const { organization_id, user_id, session_id } = who;
  // After a restart all clients reconnect together; their pings must not stay together.
  const ping_at = performance.now() + pingEveryMs * Math.random();
  const client: Client = { socket, organization_id, user_id, session_id, isAlive: true, ping_at, waiting: [] };
  clients.add(client);
  liveSockets.inc();
  rooms.enter(client);
  socket.on('pong', () => {
    client.isAlive = true;
  });
  socket.on('close', () => {
    clients.delete(client);
    liveSockets.dec();
    rooms.leave(client);
  });
  socket.on('error', () => socket.terminate());
  // The session may have ended after it was looked up and before its end could be heard here.
  await watch.check([client]);
  const sequence = await replayMissedEvents(client, request, asked_at, options.system);
  deliverWaiting(client, sequence);
  rooms.beginAt({ organization_id, sequence });
}

/** The page's past keeps growing while the session is loaded: on a busy server that takes as long as the page's first response. */
async function replayMissedEvents(
  client: Client,
  request: FastifyRequest,
  asked_at: number,
  system: SystemContext,
): Promise<number> {
  const { after, past_in_ms } = request.query as { after?: string; past_in_ms?: string };
  const past = Number(past_in_ms) + performance.now() - asked_at;
  if (after === undefined && past_in_ms !== undefined) return replayPast(client, past, system);
  return replay(client, Number(after ?? Number.NaN), system);
}

/** A place among the organization's connections; null when there is none. */
function enter(organizationId: number, { gates }: SystemContext): (() => void) | null {
  try {
    return gates.live_connections.enter(organizationId);
  } catch {
    return null;
  }
}

async function identify(request: FastifyRequest, options: LiveOptions): Promise<Listening | null> {
  const ticket = (request.query as { token?: unknown }).token;
  if (typeof ticket === 'string' && ticket !== '') return options.takeTicket(ticket, hostOf(request));
  const given = getToken(request, options.cookies);
  if (!given || (given.is_cookie && !comesFromOwnOrigin(request, options.system.config.APP_URL))) return null;
  const session = await options.findSession(given.token, hostOf(request));
  return session && !lacksSecondFactor(session, options.system.clock.now()) ? session : null;
}

/** Sends a client the current sequence and the messages since `after`; if it missed too many, it must refetch. @returns the sequence */
async function replay(client: Client, after: number, system: SystemContext): Promise<number> {
  const { current, missed } = await system.systemTransaction(async ({ db }) => {
    const at = await sql<{ sequence: number }>`select sequence from live_sequences
      where organization_id = ${client.organization_id}`.execute(db);
    const current = at.rows[0]?.sequence ?? 0;
    if (!Number.isSafeInteger(after) || after >= current) return { current, missed: [] };
    const rows = await sql<LiveRow>`select * from live_messages where organization_id = ${client.organization_id}
      and sequence > ${after} order by sequence limit ${MAX_REPLAY + 1}`.execute(db);
    return { current, missed: rows.rows };
  });
  const isComplete = missed.length > 0 && missed.length <= MAX_REPLAY && missed[0]?.sequence === after + 1;
  // The page knows more than a standby that was promoted, or a restored backup: it fetches what is true now.
  if (Number.isSafeInteger(after) && after !== current && !isComplete) {
    send(client, orderToFetch(current));
  } else if (missed.length > 0) {
    for (const row of missed) send(client, textFor(client, row));
  } else {
    send(client, JSON.stringify({ sequence: current, type: 'hello', data: {} }));
  }
  return current;
}

/**
 * Replays the last milliseconds: a page loads its data and opens its connection at the same time, and would miss what comes in
 * between. Uses the database's statement time, as the messages do: no clocks are compared.
 */
async function replayPast(client: Client, given: number, system: SystemContext): Promise<number> {
  const past = Number.isFinite(given) ? Math.min(Math.max(given, 0), maxPastInMs) : 0;
  const before = await system.systemRead(async ({ db }) => {
    const { rows } = await sql<{ before: number | null }>`select min(sequence) - 1 as before from (
        select sequence, created_at from live_messages where organization_id = ${client.organization_id} and sequence is not null
        order by sequence desc limit ${MAX_REPLAY + 1}) last
      where created_at >= statement_timestamp() - ${past} * interval '1 millisecond'`.execute(db);
    return rows[0]?.before ?? null;
  });
  return replay(client, before ?? Number.NaN, system);
}

/** Asks those whose turn it is for a sign of life, and for their sessions again. */
function pingDue(clients: Set<Client>, watch: SessionWatch, log: SystemContext['log']): void {
  const now = performance.now();
  const due = [...clients].filter((client) => client.ping_at <= now);
  for (const client of due) {
    client.ping_at = now + pingEveryMs;
    if (client.isAlive) client.socket.ping();
    else client.socket.terminate();
    client.isAlive = false;
  }
  watch.check(due).catch((error) => log.error({ err: error }, 'sessions of live connections not checked'));
}
