import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ProofWorld } from '../world/proof-world.ts';
import type { Tenant } from '../world/tenants.ts';

export interface Heard {
  sockets: number;
  /** Closings by their code; 1006 is a connection that broke. */
  closings: Record<string, number>;
  /** Messages that the server did not keep any longer: pages fetch everything again. */
  resyncs: number;
  /** Numbers of messages that a socket never got, in all. */
  missed: number;
  heard: number;
}

/** One page of a person: it keeps its number, connects again, and asks for what came since. */
class Page {
  readonly heard = new Set<number>();
  readonly organization_id: number;
  resyncs = 0;
  first = Number.NaN;
  last = Number.NaN;
  readonly #address: string;
  readonly #token: string;
  readonly #closings: Record<string, number>;
  #socket: WebSocket | null = null;
  #isEnding = false;

  constructor(url: string, tenant: Tenant, closings: Record<string, number>) {
    this.organization_id = tenant.organization_id;
    this.#address = `${url}/ws/${tenant.user_id}/`;
    this.#token = tenant.token;
    this.#closings = closings;
  }

  open(): Promise<void> {
    const after = Number.isNaN(this.last) ? '' : `?after=${this.last}`;
    const socket = new WebSocket(this.#address + after, {
      headers: { jwt: this.#token },
      perMessageDeflate: false,
    });
    this.#socket = socket;
    return new Promise((resolve) => {
      socket.on('message', (bytes) => {
        this.#hear(bytes.toString());
        resolve();
      });
      socket.on('error', () => undefined);
      socket.once('close', (code) => {
        if (this.#isEnding) return resolve();
        this.#closings[code] = (this.#closings[code] ?? 0) + 1;
        // As the page does, whose pause is longer.
        void sleep(200 + 800 * Math.random())
          .then(() => this.open())
          .then(resolve);
      });
    });
  }

  close(): void {
    this.#isEnding = true;
    this.#socket?.close();
  }

  /** Numbers between the first and `until` that never came. */
  missed(until: number): number {
    return Math.max(0, until - this.first) - [...this.heard].filter((n) => n > this.first && n <= until).length;
  }

  #hear(text: string): void {
    const { sequence, type } = JSON.parse(text) as { sequence: number; type: string };
    if (Number.isNaN(this.first)) this.first = sequence;
    if (type === 'resync') this.resyncs += 1;
    this.heard.add(sequence);
    this.last = Number.isNaN(this.last) ? sequence : Math.max(this.last, sequence);
  }
}

/** Opens `sockets` of the given people, at most ten of one person. */
export async function startListeners(
  world: ProofWorld,
  url: string,
  people: readonly Tenant[],
  sockets: number,
): Promise<{ isComplete(): Promise<boolean>; stop(): Promise<Heard> }> {
  const closings: Record<string, number> = {};
  const pages = Array.from(
    { length: sockets },
    (_, n) => new Page(url.replace(/^http/, 'ws'), people[n % people.length]!, closings),
  );
  for (let from = 0; from < pages.length; from += 25)
    await Promise.all(pages.slice(from, from + 25).map((page) => page.open()));
  const findEnds = async (): Promise<Map<number, number>> => {
    const { rows } = await world.owner.query<{ organization_id: number; sequence: number }>(
      'select organization_id::int, sequence::int from live_sequences',
    );
    return new Map(rows.map((row) => [row.organization_id, row.sequence]));
  };
  const countMissed = (ends: Map<number, number>): number =>
    pages.reduce((sum, page) => sum + page.missed(ends.get(page.organization_id) ?? page.first), 0);
  return {
    isComplete: async () => countMissed(await findEnds()) === 0,
    async stop() {
      const missed = countMissed(await findEnds());
      for (const page of pages) page.close();
      return {
        sockets,
        closings,
        resyncs: pages.reduce((sum, page) => sum + page.resyncs, 0),
        missed,
        heard: pages.reduce((sum, page) => sum + page.heard.size, 0),
      };
    },
  };
}
