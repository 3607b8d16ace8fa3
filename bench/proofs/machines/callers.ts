import { setTimeout as sleep } from 'node:timers/promises';
import { makeApiKey } from '../../../server/src/kernel/api-keys/key-format.ts';
import { hashToken } from '../../../server/src/kernel/crypto.ts';
import type { ProofWorld } from '../world/proof-world.ts';
import type { Tenant } from '../world/tenants.ts';

export interface Called {
  calls: number;
  /** That were answered by the second try. */
  repeated: number;
  /** By the sort of their first failure. */
  firsts: Record<string, number>;
  /** That failed with their only repetition, and lists that are there twice or not at all. */
  wrong: string[];
}

interface Outcome {
  /** A status, or what broke. */
  said: string;
  pause_in_ms: number;
}

const LIMIT_IN_MS = 30_000;
const PAUSE_IN_MS = 1000;

async function tryOnce(address: string, init: RequestInit): Promise<Outcome> {
  try {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(LIMIT_IN_MS) });
    await answer.text();
    const pause = Number(answer.headers.get('retry-after')) * 1000;
    return { said: String(answer.status), pause_in_ms: pause || PAUSE_IN_MS };
  } catch (error) {
    const { code } = Object((error as Error).cause) as { code?: string };
    return { said: code ?? (error as Error).message, pause_in_ms: PAUSE_IN_MS };
  }
}

/**
 * People who read with their session, and programs that write with a key, of each organization. A call that fails is repeated once, after the pause that its
 * answer asks for; a write has the same `Idempotency-Key`, as docs/api says.
 * @param outage_in_ms how long a repetition may take in all, where the database itself is away; default: one repetition
 */
export async function startCallers(
  world: ProofWorld,
  url: string,
  tenants: readonly Tenant[],
  outage_in_ms = 0,
): Promise<{ called: Called; stop(): Promise<Called> }> {
  const called: Called = { calls: 0, repeated: 0, firsts: {}, wrong: [] };
  const written: string[] = [];
  let isEnding = false;
  const call = async (name: string, path: string, init: RequestInit): Promise<boolean> => {
    called.calls += 1;
    const first = await tryOnce(url + path, init);
    if (first.said === '200') return true;
    called.firsts[first.said] = (called.firsts[first.said] ?? 0) + 1;
    const deadline = performance.now() + outage_in_ms;
    let last = first;
    do {
      await sleep(last.pause_in_ms);
      last = await tryOnce(url + path, init);
    } while (last.said !== '200' && performance.now() < deadline);
    if (last.said === '200') called.repeated += 1;
    else called.wrong.push(`${name}: ${first.said}, then ${last.said}`);
    return last.said === '200';
  };
  const read = async ({ token }: Tenant): Promise<void> => {
    const paths = ['/searches/', '/campaigns/', '/accounts/', '/chats/'];
    for (let n = 0; !isEnding; n += 1) {
      const path = paths[n % paths.length]!;
      await call(`GET ${path}`, `/api/v1${path}`, { headers: { jwt: token } });
      await sleep(100);
    }
  };
  const write = async (tenant: Tenant, secret: string): Promise<void> => {
    for (let n = 0; !isEnding; n += 1) {
      const name = `List ${tenant.organization_id}.${n}`;
      const headers = {
        authorization: `Bearer ${secret}`,
        'idempotency-key': name.replace(' ', '-'),
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ name });
      if (await call(`POST ${name}`, '/api/v1/searches/', { method: 'POST', headers, body })) written.push(name);
      await sleep(200);
    }
  };
  const secrets = await Promise.all(tenants.map((tenant) => makeKey(world, tenant)));
  const working = Promise.all(tenants.flatMap((tenant, n) => [read(tenant), write(tenant, secrets[n]!)]));
  return {
    called,
    async stop() {
      isEnding = true;
      await working;
      called.wrong.push(...(await compareLists(world, tenants, written)));
      return called;
    },
  };
}

async function makeKey({ owner }: ProofWorld, { organization_id, user_id }: Tenant): Promise<string> {
  const { secret, start } = makeApiKey('live');
  await owner.query(
    `insert into api_keys (organization_id, name, key_hash, start, scopes, created_by, expires_at)
     values ($1, 'Writer', $2, $3, '{leads:write}', $4, now() + interval '1 day')`,
    [organization_id, hashToken(secret), start, user_id],
  );
  return secret;
}

async function compareLists({ owner }: ProofWorld, tenants: readonly Tenant[], written: string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; count: number }>(
    'select name, count(*)::int from searches where organization_id = any($1) group by name',
    [tenants.map(({ organization_id }) => organization_id)],
  );
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  const twice = rows.filter(({ count }) => count > 1).map(({ name, count }) => `${name}: ${count} times`);
  return [...twice, ...written.filter((name) => !counts.has(name)).map((name) => `${name}: lost`)];
}
