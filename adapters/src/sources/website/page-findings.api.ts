import { ProviderError } from '../../kit/errors.ts';
import { defineWork, type RunWork } from '../../kit/run-work.ts';
import type { PageFindings, PageTask } from './page-work.ts';

const reading = defineWork<PageTask, PageFindings>({
  module: new URL('./page-work.ts', import.meta.url),
  timeout_in_ms: 2_000,
  max_waiting: 500,
});

/** @throws ProviderError rejected for a page that cannot be read in time, unavailable while too much waits */
export async function findInPage(runWork: RunWork, task: PageTask): Promise<PageFindings> {
  try {
    return await runWork(reading, task);
  } catch (error) {
    const details = { concerns: 'service', code: 'unreadable', cause: error } as const;
    if (error instanceof Error && error.name === 'WorkStoppedError') {
      throw new ProviderError('rejected', 'The page is made in a way that cannot be read.', details);
    }
    throw new ProviderError('unavailable', 'The page could not be read at the moment.', details);
  }
}
