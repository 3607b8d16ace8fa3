import { isProviderError } from '@overture/adapters/kit/errors';
import type { TransactionContext } from '../../../kernel/context.ts';
import { closeErased } from '../../privacy/index.ts';
import { crmWorkTask } from '../push/run-push.job.ts';
import type { Work } from '../push/work.service.ts';
import * as store from './crm-erasures.store.ts';

/** After a refusal that may pass: 10 minutes, doubling. All tries fit into a day. */
const FIRST_PAUSE_IN_SECONDS = 600;
const MAX_TRIES = 7;

/** Joins the transaction that begins an erasure. */
export async function eraseInCrms(
  tx: TransactionContext,
  jobId: number,
  prospectIds: readonly number[],
): Promise<void> {
  for (const integration_id of await store.insertErasures(tx, jobId, prospectIds))
    tx.jobs.add(crmWorkTask, { integration_id }, { key: `crm-work:${integration_id}` });
}

/** Deletes records of erased people, one after the other. A failure of the way there pauses the account, and nothing is lost. */
export async function deleteErased(work: Work, isOver: () => boolean): Promise<void> {
  const { id: integration_id, account_id } = work.row;
  while (!isOver()) {
    const due = await work.underLease((tx) => store.findDueErasure(tx, { integration_id, account_id }));
    if (due === undefined) return;
    await deleteRecord(work, due);
  }
}

async function deleteRecord({ port, connection, underLease }: Work, due: store.DueErasure): Promise<void> {
  try {
    await port.deleteContact(connection, due.record_id);
  } catch (error) {
    if (isProviderError(error, 'rejected') && due.attempts + 1 >= MAX_TRIES)
      return underLease((tx) => store.endErasure(tx, due.id, error.reason));
    if (isProviderError(error, 'rejected') || isProviderError(error, 'unknown_outcome'))
      return underLease((tx) => store.postponeErasure(tx, due.id, FIRST_PAUSE_IN_SECONDS * 2 ** due.attempts));
    if (!isProviderError(error, 'not_found')) throw error;
  }
  await underLease(async (tx) => {
    await store.endErasure(tx, due.id, null);
    await closeErased(tx, [due.job_id]);
  });
}
