import type { EventEmitter } from 'node:events';

interface Reply {
  raw: Pick<EventEmitter, 'once'> & { readonly writableFinished: boolean; readonly closed: boolean };
}

/**
 * Aborts when the connection of a request ends before its answer is written: long work ends, and what is paid by its result costs nothing.
 * A caller that left before the work began counts as well.
 */
export function signalOfCaller({ raw }: Reply, reason: Error = new Error('the client disconnected')): AbortSignal {
  const left = new AbortController();
  const end = () => {
    if (!raw.writableFinished) left.abort(reason);
  };
  if (raw.closed) end();
  else raw.once('close', end);
  return left.signal;
}
