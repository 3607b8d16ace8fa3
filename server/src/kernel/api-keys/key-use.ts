import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SystemContext } from '../context.ts';
import { startLoop } from '../jobs.ts';
import { toPlainIp } from '../security-log/request-origin.ts';
import type { KnownKey } from './key-limits.ts';

/** Requests by a key since its counts were last saved. */
export interface KeyUse extends KnownKey {
  calls: number;
  refused: number;
  limited: number;
  failed: number;
  ip: string;
}

const users = new WeakMap<FastifyRequest, KnownKey>();

/** Remembers the key of a request, which counts once it was answered. */
export function rememberKeyOfRequest(request: FastifyRequest, key: KnownKey): void {
  users.set(request, key);
}

const SAVED_EVERY_IN_MS = 10_000;

/** Counts of keys in this process, written together and off the path of any request. */
export interface KeyUses {
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** @param save writes counts; when it fails they are kept for the next time */
export function countKeyUses(
  app: FastifyInstance,
  system: SystemContext,
  save: (uses: KeyUse[]) => Promise<void>,
): KeyUses {
  let uses = new Map<number, KeyUse>();
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const key = users.get(request);
    if (key) addUse(uses, key, request.ip, statusCode);
    done();
  });
  const flush = async (): Promise<void> => {
    if (uses.size === 0) return;
    const saved = uses;
    uses = new Map();
    try {
      await save([...saved.values()]);
    } catch (error) {
      for (const use of saved.values()) mergeUse(uses, use);
      throw error;
    }
  };
  const stopLoop = startLoop(system, { name: 'api-key-use', interval_in_ms: SAVED_EVERY_IN_MS, run: flush });
  return {
    flush,
    async stop() {
      await stopLoop();
      await flush().catch((error) => system.log.warn({ err: error }, 'use of API keys not saved'));
    },
  };
}

function addUse(uses: Map<number, KeyUse>, key: KnownKey, ip: string, status: number): void {
  mergeUse(uses, {
    ...key,
    calls: 1,
    refused: status >= 400 && status < 500 ? 1 : 0,
    limited: status === 429 ? 1 : 0,
    failed: status >= 500 ? 1 : 0,
    ip: toPlainIp(ip),
  });
}

function mergeUse(uses: Map<number, KeyUse>, use: KeyUse): void {
  const known = uses.get(use.key_id);
  if (!known) return void uses.set(use.key_id, { ...use });
  for (const count of ['calls', 'refused', 'limited', 'failed'] as const) known[count] += use[count];
  known.ip = use.ip;
}
