import { isProviderError } from '@overture/adapters/kit/errors';
import { quoteName } from '@overture/domain/text/text';
import type { SystemContext } from '../../../kernel/context.ts';
import { loadMappings } from '../mappings/mappings.service.ts';
import { findMissingFields } from './plan-write.rules.ts';
import * as store from './pushes.store.ts';
import { prepareTarget, type Work, workOn } from './work.service.ts';
import { publishProgress, writeBatch } from './write-batch.service.ts';

export const crmWorkTask = 'crm-work';

/** Runs within a request that waits for a small push. */
export async function pushAtOnce(system: SystemContext, integrationId: number, for_in_ms: number): Promise<void> {
  await workOn(system, integrationId, { for_in_ms, run: (work) => runPushes(work, AbortSignal.timeout(for_in_ms)) });
}

/** Writes until no lead is due or the time limit is reached. */
export async function runPushes(work: Work, signal: AbortSignal): Promise<void> {
  const isOver = (): boolean => signal.aborted || Date.now() >= work.ends_at;
  while (!isOver()) {
    const push = await work.underLease((tx) => store.findDuePush(tx, work.row.id));
    if (push === undefined) return;
    work.push_id = push.id;
    await runPush(work, push, isOver);
    work.push_id = null;
  }
}

async function runPush(work: Work, push: store.PushRow, isOver: () => boolean): Promise<void> {
  try {
    const target = await prepareTarget(work, push.board_id || null);
    const mappings = await work.underLease((tx) =>
      loadMappings(tx, work.row.integration_type, push.board_id, target.fields),
    );
    const missing = findMissingFields(mappings, target.fields);
    if (mappings.length === 0 || missing.length > 0) return await fail(work, push, missingWords(work, missing));
    while (!isOver()) {
      const taken = await writeBatch({ work, push, target, mappings });
      if (taken === 0) break;
      const again = await work.underLease((tx) => store.findPush(tx, push.id));
      if (again?.state !== 'running') return;
    }
    await work.underLease(async (tx) => {
      if (await store.finishPush(tx, push.id)) await publishProgress(tx, work, push.id);
    });
  } catch (error) {
    if (!isProviderError(error, 'rejected') && !isProviderError(error, 'not_found')) throw error;
    await fail(work, push, error.reason);
  }
}

function missingWords({ port }: Work, missing: readonly string[]): string {
  const { label } = port.manifest;
  if (missing.length === 0)
    return `No field of ${label} is mapped. Map some in Settings > Integrations, then try again.`;
  return `${label} no longer has the field ${missing.slice(0, 5).map(quoteName).join(', ')}. Map it again in Settings > Integrations, then try again.`;
}

/** Only unwritten leads are tried again one by one. */
async function fail(work: Work, push: store.PushRow, words: string): Promise<void> {
  await work.underLease(async (tx) => {
    await store.endPush(tx, push.id, 'failed', words);
    await publishProgress(tx, work, push.id);
  });
}
