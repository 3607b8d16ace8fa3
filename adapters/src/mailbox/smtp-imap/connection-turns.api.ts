/** Connections are opened one after the other; servers take turns. */
export type ConnectionTurns = {
  /** Calls `begin` when a connection to this server may be opened. @returns stops waiting */
  join(server: string, begin: () => void): () => void;
};

/**
 * After an outage all mailboxes of a process come back at the same moment. Their sign-ins would block the process, and a
 * provider would refuse most of them.
 */
export function createConnectionTurns(in_a_second: number): ConnectionTurns {
  const gap = 1000 / in_a_second;
  /** By server, the next one first. */
  const waiting = new Map<string, Set<() => void>>();
  let begun_at = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function beginNext(): void {
    timer = undefined;
    const [next] = waiting;
    if (next === undefined) return;
    const [server, of] = next;
    const [begin] = of;
    waiting.delete(server);
    if (begin !== undefined) of.delete(begin);
    if (of.size > 0) waiting.set(server, of);
    begun_at = performance.now();
    plan();
    begin?.();
  }

  function plan(): void {
    if (waiting.size > 0 && timer === undefined)
      timer = setTimeout(beginNext, Math.max(0, begun_at + gap - performance.now()));
  }

  return {
    join(server, begin) {
      const of = waiting.get(server) ?? new Set();
      waiting.set(server, of.add(begin));
      plan();
      return () => {
        of.delete(begin);
        if (of.size === 0 && waiting.get(server) === of) waiting.delete(server);
      };
    },
  };
}
