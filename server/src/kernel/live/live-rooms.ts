import type { WebSocket } from '@fastify/websocket';
import { sql } from 'kysely';
import type { SystemContext } from '../context.ts';
import { missedLiveMessages } from '../metrics.ts';
import type { LiveChannels, LiveHead } from './live-channels.ts';

export interface LiveClient {
  socket: WebSocket;
  organization_id: number;
  user_id: number;
  /** New messages, while what the client missed is loaded: they come after that. Null from then on. */
  waiting: { sequence: number; text: string }[] | null;
}

export interface LiveRow {
  id: number;
  organization_id: number;
  user_id: number | null;
  type: string;
  data: unknown;
  sequence: number;
}

/** The live connections of an organization on this process. */
interface Room<Client> {
  clients: Set<Client>;
  /** Of the last message that was delivered here; null until it is known. */
  sequence: number | null;
  /** Of the newest message that was heard of. */
  heard: number;
}

/** A client that does not read is dropped before it fills our memory; it reconnects and refetches. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
const SLOW = 4408;
/** Messages that a client gets one by one; more are one order to fetch again. */
export const MAX_REPLAY = 500;
/** Organizations in one statement. */
const MAX_ROOMS = 200;

/**
 * Delivers each message of an organization once and in order, however this process hears of it: ids by the database, the newest sequence by
 * Redis, or by looking. A hole in the sequence is filled from the database.
 */
export class LiveRooms<Client extends LiveClient> {
  readonly #rooms = new Map<number, Room<Client>>();
  readonly #system: SystemContext;
  readonly #channels: LiveChannels | null;
  readonly #wanted = new Set<number>();
  #isFilling = false;

  constructor(system: SystemContext, channels: LiveChannels | null) {
    this.#system = system;
    this.#channels = channels;
  }

  clientsOf(organization_id: number): Iterable<Client> {
    return this.#rooms.get(organization_id)?.clients ?? [];
  }

  enter(client: Client): void {
    const { organization_id } = client;
    const room = this.#rooms.get(organization_id);
    if (room) return void room.clients.add(client);
    this.#rooms.set(organization_id, { clients: new Set([client]), sequence: null, heard: 0 });
    this.#channels?.follow(organization_id);
  }

  leave(client: Client): void {
    const { organization_id } = client;
    const room = this.#rooms.get(organization_id);
    if (!room?.clients.delete(client) || room.clients.size > 0) return;
    this.#rooms.delete(organization_id);
    this.#channels?.unfollow(organization_id);
  }

  /** A client of the organization has everything until here, and the others had it, or have it still to come. */
  beginAt({ organization_id, sequence }: LiveHead): void {
    const room = this.#rooms.get(organization_id);
    if (!room) return;
    room.sequence ??= sequence;
    if (room.heard > room.sequence) this.#fill([organization_id]);
  }

  /** Delivers the messages with these ids: the database says which got their sequence. */
  async deliver(ids: number[]): Promise<void> {
    if (this.#rooms.size === 0 || ids.length === 0) return;
    const { rows } = await this.#system.systemRead(({ db }) =>
      sql<LiveRow>`select * from live_messages where id = any(${ids}::bigint[]) order by id`.execute(db),
    );
    const incomplete = new Set<number>();
    for (const row of rows) {
      const room = this.#rooms.get(row.organization_id);
      if (!room) continue;
      room.heard = Math.max(room.heard, row.sequence);
      if (room.sequence !== null && row.sequence > room.sequence + 1) incomplete.add(row.organization_id);
      else this.#deliver(room, row);
    }
    this.#fill(incomplete);
  }

  /** Delivers what these organizations have since the last message. */
  hear(heads: readonly LiveHead[]): void {
    const behind = heads.filter(({ organization_id, sequence }) => {
      const room = this.#rooms.get(organization_id);
      if (!room) return false;
      room.heard = Math.max(room.heard, sequence);
      return room.sequence !== null && sequence > room.sequence;
    });
    this.#fill(behind.map(({ organization_id }) => organization_id));
  }

  /** Looks whether any organization has more than was heard of. */
  look(): void {
    this.#fill(this.#rooms.keys());
  }

  /** One statement after the other, however much is heard: no flood of news becomes a flood of statements. */
  #fill(organizations: Iterable<number>): void {
    for (const id of organizations) this.#wanted.add(id);
    if (!this.#isFilling) void this.#fillWanted();
  }

  async #fillWanted(): Promise<void> {
    this.#isFilling = true;
    try {
      while (this.#wanted.size > 0) await this.#fillSome();
    } catch (error) {
      this.#wanted.clear();
      this.#system.log.error({ err: error }, 'live messages not delivered');
    } finally {
      this.#isFilling = false;
    }
  }

  async #fillSome(): Promise<void> {
    const ids = [...this.#wanted].slice(0, MAX_ROOMS);
    for (const id of ids) this.#wanted.delete(id);
    const places = ids.flatMap((organization_id): LiveHead[] => {
      const sequence = this.#rooms.get(organization_id)?.sequence ?? null;
      return sequence === null ? [] : [{ organization_id, sequence }];
    });
    if (places.length === 0) return;
    const news = Map.groupBy(await this.#loadNews(places), ({ organization_id }) => organization_id);
    for (const place of places) {
      const rows = news.get(place.organization_id);
      if (rows) this.#deliverNews(place, rows);
    }
  }

  /** Of each organization that is not where it was: its newest sequence, and its messages since then. */
  async #loadNews(places: LiveHead[]): Promise<News[]> {
    const [ids, sequences] = [places.map((one) => one.organization_id), places.map((one) => one.sequence)];
    const { rows } = await this.#system.systemRead(({ db }) =>
      sql<News>`select s.organization_id, s.sequence as head, m.id, m.user_id, m.type, m.data, m.sequence
        from unnest(${ids}::bigint[], ${sequences}::bigint[]) as place(organization_id, sequence)
        join live_sequences s on s.organization_id = place.organization_id and s.sequence <> place.sequence
        left join lateral (select * from live_messages m where m.organization_id = place.organization_id
          and m.sequence > place.sequence order by m.sequence limit ${MAX_REPLAY + 1}) m on true
        order by s.organization_id, m.sequence`.execute(db),
    );
    return rows;
  }

  #deliverNews(place: LiveHead, rows: News[]): void {
    const room = this.#rooms.get(place.organization_id);
    const [first] = rows;
    if (!room || !first) return;
    const messages = rows.filter((row): row is News & LiveRow => row.sequence !== null);
    const isWhole = messages.length <= MAX_REPLAY && messages[0]?.sequence === place.sequence + 1;
    if (isWhole) {
      const unheard = messages.filter(({ sequence }) => sequence > room.heard).length;
      if (unheard > 0) missedLiveMessages.inc(unheard);
      for (const message of messages) this.#deliver(room, message);
      return;
    }
    // Too many, some are deleted already, or the database lost some: everybody fetches again.
    missedLiveMessages.inc();
    room.sequence = first.head;
    room.heard = first.head;
    for (const client of room.clients) send(client, orderToFetch(first.head));
  }

  #deliver(room: Room<Client>, row: LiveRow): void {
    if (room.sequence !== null && row.sequence <= room.sequence) return;
    room.sequence = row.sequence;
    const texts = textsOf(row);
    for (const client of room.clients) deliverTo(client, row, texts);
  }
}

/** `sequence` is null where no message is left. */
type News = Omit<LiveRow, 'sequence'> & { head: number; sequence: number | null };

export const orderToFetch = (sequence: number): string => JSON.stringify({ sequence, type: 'resync', data: {} });

/** A message for another user of the organization still moves the sequence: clients see no gap. */
const textsOf = ({ sequence, type, data }: LiveRow) => ({
  own: JSON.stringify({ sequence, type, data }),
  other: JSON.stringify({ sequence, type: 'hello', data: {} }),
});

export function textFor(client: LiveClient, row: LiveRow, texts = textsOf(row)): string {
  return row.user_id === null || row.user_id === client.user_id ? texts.own : texts.other;
}

function deliverTo(client: LiveClient, row: LiveRow, texts: ReturnType<typeof textsOf>): void {
  const text = textFor(client, row, texts);
  if (!client.waiting) send(client, text);
  else if (client.waiting.length < MAX_REPLAY) client.waiting.push({ sequence: row.sequence, text });
  else client.socket.close(SLOW, 'too slow');
}

/** The client has everything until `sequence`. */
export function deliverWaiting(client: LiveClient, sequence: number): void {
  for (const message of client.waiting ?? []) if (message.sequence > sequence) send(client, message.text);
  client.waiting = null;
}

export function send({ socket }: Pick<LiveClient, 'socket'>, text: string): void {
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.close(SLOW, 'too slow');
  else socket.send(text);
}
