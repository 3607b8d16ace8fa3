import { createGuardedHttp, type GuardedHttp } from '@overture/adapters/kit/guarded-http';

const LARGEST_ANSWER_IN_BYTES = 2_000_000;

/** The operator configured these addresses: they may be anywhere, on this machine too. */
export const openOperatorHttp = (): GuardedHttp => createGuardedHttp({ allow: { allows: () => true } });

/** Any answer but an error of the server's own counts: what it refuses, it has understood. */
export async function reachAddress(http: GuardedHttp, url: string, signal: AbortSignal): Promise<string> {
  const started = performance.now();
  const { status } = await http.request(url, { max_size_in_bytes: LARGEST_ANSWER_IN_BYTES, signal });
  const took = Math.round(performance.now() - started);
  if (status >= 500) throw new Error(`${new URL(url).host} answered ${status}.`);
  return `${new URL(url).host} answered within ${took} ms.`;
}
