import { listWork, type RunWork } from '@overture/adapters/kit/run-work';
import { defineWork, runInThread } from '../kernel/thread-pool.ts';

/** Does the work that adapters define in the server's threads. */
export const runAdapterWork: RunWork = async (work, input, order) => {
  const isDefined = listWork().some(({ module }) => module.href === work.module.href);
  return runInThread(isDefined ? defineWork(work) : work, input, order);
};
