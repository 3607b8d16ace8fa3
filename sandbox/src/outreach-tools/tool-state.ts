import { SMALL_WORLD, type ToolWorld } from './tool-people.ts';

interface ToolRefusal {
  status: number;
  error: string;
  message: string;
  retry_after?: number;
}

/** One simulated tool: its size, its keys, and what goes wrong. */
export interface ToolState {
  world: ToolWorld;
  /** Requests that were answered, refused ones included. */
  requests: number;
  now(): number;
  /** Null for a request that is answered. */
  judge(key: string): ToolRefusal | null;
  scopeOf(key: string): string;
  change(given: ToolChange): void;
}

interface ToolChange {
  world?: Partial<ToolWorld> | undefined;
  /** Scopes of keys; others have all. */
  scopes?: Record<string, string> | undefined;
  /** After so many further requests this key is refused. */
  revoke?: { key: string; after: number } | undefined;
  /** The next `times` requests, after `after` further ones, fail with this status. */
  fail?: { status: number; times: number; after: number; retry_after?: number | undefined } | undefined;
}

const ERRORS: Readonly<Record<number, [string, string]>> = {
  401: ['Unauthorized', 'Invalid API key'],
  402: ['Payment Required', 'Workspace does not have an active paid plan'],
  429: ['Too Many Requests', 'Rate limit exceeded'],
};

export function createToolState(now: () => number): ToolState {
  let scopes: Record<string, string> = {};
  let revoked: { key: string; from: number } | null = null;
  let failing: { status: number; from: number; to: number; retry_after?: number | undefined } | null = null;
  const refuse = (status: number, retry_after?: number): ToolRefusal => {
    const [error, message] = ERRORS[status] ?? ['Internal Server Error', 'Something went wrong'];
    return { status, error, message, ...(retry_after !== undefined && { retry_after }) };
  };
  return {
    world: { ...SMALL_WORLD },
    requests: 0,
    now,
    judge(key) {
      this.requests += 1;
      if (failing && this.requests > failing.from && this.requests <= failing.to)
        return refuse(failing.status, failing.retry_after);
      const isRevoked = revoked !== null && key === revoked.key && this.requests > revoked.from;
      return key === '' || key === 'wrong' || isRevoked ? refuse(401) : null;
    },
    scopeOf: (key) => scopes[key] ?? 'all:all',
    change({ world, revoke, fail, ...given }) {
      this.world = { ...SMALL_WORLD, ...world };
      scopes = given.scopes ?? {};
      revoked = revoke ? { key: revoke.key, from: this.requests + revoke.after } : null;
      failing = fail
        ? { ...fail, from: this.requests + fail.after, to: this.requests + fail.after + fail.times }
        : null;
    },
  };
}
