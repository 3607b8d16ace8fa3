import { isProviderError } from '@overture/adapters/kit/errors';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';

/** Asks the lead database; what it cannot do right now becomes 503 in its own words. */
export async function queryLeadDatabase<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CallerDisconnectedError)
      throw new ApiError('lead_database_unavailable', { reason: error.message });
    if (isProviderError(error)) throw new ApiError('lead_database_unavailable', { reason: error.reason });
    throw error;
  }
}

/** The caller is gone: filters changed again, or the page was left. */
class CallerDisconnectedError extends Error {
  override readonly name = 'CallerDisconnectedError';
}

/** Aborts when the connection of a request ends before its answer is written. */
export function signalOfCaller(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new CallerDisconnectedError('The request was cancelled.'));
  });
  return controller.signal;
}
