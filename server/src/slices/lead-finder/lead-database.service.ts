import { isProviderError } from '@overture/adapters/kit/errors';
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
export class CallerDisconnectedError extends Error {
  override readonly name = 'CallerDisconnectedError';
}
