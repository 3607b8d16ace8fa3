import { ClickHouseError } from '@clickhouse/client';
import { ProviderError } from '../../kit/errors.ts';
import { EngineStoppedError } from './engine/engine-connection.api.ts';

const TRY_AGAIN: ReadonlySet<string> = new Set([
  'QUERY_WAS_CANCELLED',
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'NETWORK_ERROR',
  'SOCKET_TIMEOUT',
  'TABLE_IS_READ_ONLY',
]);

/** What the engine or the way to it said, as one of the port's errors. @param isLoad the statement changed something, perhaps */
export function toProviderError(error: unknown, isLoad: boolean): ProviderError {
  if (error instanceof ProviderError) return error;
  const details = { concerns: 'service' as const, cause: error };
  if (error instanceof ClickHouseError) {
    const code = error.type ?? error.code;
    if (code === 'TIMEOUT_EXCEEDED') return timeoutError(error);
    if (TRY_AGAIN.has(code)) {
      return new ProviderError('unavailable', 'The lead database is busy. Please try again.', { ...details, code });
    }
    return new ProviderError('rejected', 'The lead database did not understand the search.', { ...details, code });
  }
  if (isLoad) {
    return new ProviderError('unknown_outcome', 'The lead database was cut off while people were added.', details);
  }
  const reason =
    error instanceof EngineStoppedError
      ? 'The lead database is starting again. Please try again in a moment.'
      : 'The lead database cannot be reached. Please try again in a moment.';
  return new ProviderError('unavailable', reason, details);
}

export function timeoutError(cause?: unknown): ProviderError {
  const reason = 'The search took too long. Please narrow the filters or try again.';
  return new ProviderError('unavailable', reason, { concerns: 'service', code: 'timeout', cause });
}
