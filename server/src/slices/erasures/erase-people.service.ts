import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { eraseInCrms } from '../integrations/index.ts';
import { lockMerges } from '../lead-merging/index.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import { closeErased, hasEraseRequest, linkErasure } from '../privacy/index.ts';
import { addToTotal } from '../searches/index.ts';
import { leaveDigests } from '../suppressions/index.ts';
import { holdForGood } from '../touch-locks/index.ts';
import * as store from './erasures.store.ts';
import { listKeys, listSamePerson, listTraces } from './known-by.store.ts';
import { deleteTraces, listFiles, type Traces } from './traces.store.ts';

const BATCH = 100;
const TIME_BOX_IN_MS = 60_000;
/** Others wait for their turn, and a batch that begins at its end has time before the box closes. */
const TURN_IN_MS = 20_000;

/**
 * Begins to erase leads: from this commit on nothing more is sent to them, and no way in brings them back. Their rows go in batches
 * afterwards. Returns the job, or undefined where every one of them is being erased already.
 */
export async function beginErasure(
  tx: TransactionContext,
  prospectIds: readonly number[],
  given: { origin: store.ErasureOrigin; with_crm: boolean },
): Promise<{ id: number; prospect_ids: number[] } | undefined> {
  await lockMerges(tx);
  const people = await listSamePerson(tx, prospectIds);
  const isAsked = given.origin === 'lead' && (await hasEraseRequest(tx, people));
  const job = await store.insertJob(tx, people, isAsked ? { ...given, origin: 'request' } : given);
  if (!job) return undefined;
  await linkErasure(
    tx,
    job.prospect_ids.map((prospect_id) => ({ job_id: job.id, prospect_id })),
  );
  if (given.with_crm) await eraseInCrms(tx, job.id, job.prospect_ids);
  const keys = await listKeys(tx, job.prospect_ids);
  if (keys.length > 0) await leaveDigests(tx, keys);
  tx.events.emit({ type: 'people_suppressed' });
  return job;
}

/**
 * Deletes leads whose time is over: no digest is left, so they may be added again. Only what names them by number goes along: another lead
 * may have their address, and what a CRM says of it holds when they are added again.
 */
export async function deleteForRetention(tx: TransactionContext, ids: readonly number[]): Promise<void> {
  const job = await store.insertJob(tx, ids, { origin: 'retention', with_crm: false });
  if (!job) return;
  const rows = await store.lockJob(tx, job.id);
  const deleted = rows.map((one) => one.prospect_id);
  const file_keys = await listFiles(tx, deleted);
  await removeLeads(tx, { ids: deleted, keys: [], names: [], provider_ids: [] });
  await store.markErased(tx, rows, { digests: [], file_keys });
  await store.joinNight(tx, job.id);
}

async function removeLeads(tx: TransactionContext, traces: Traces): Promise<void> {
  await deleteTraces(tx, traces);
  for (const { search_id, amount } of await store.deleteLeads(tx, traces.ids)) await addToTotal(tx, search_id, -amount);
  await raiseProspectVersion(tx);
}

/** Erases what waits, one turn of an organization after the other. */
export async function eraseWaiting(system: SystemContext, signal: AbortSignal): Promise<void> {
  const units = await system.systemTransaction(store.listDue);
  const run = async ({ organization_id }: (typeof units)[number], end: AbortSignal) => {
    const ends_at = performance.now() + TURN_IN_MS;
    while (!end.aborted && performance.now() < ends_at && (await eraseBatch(system, organization_id)) > 0);
  };
  await runUnits(
    system,
    { loop: store.LOOP, units, share: 1, at_once: 2, time_box_in_ms: TIME_BOX_IN_MS, run },
    signal,
  );
}

/**
 * Erases the next people of an organization. People with a message at a provider wait for its outcome. Returns how many went.
 * @param time for a statement: some read every message
 */
export async function eraseBatch(
  system: SystemContext,
  organizationId: number,
  time: '20s' | '10min' = '10min',
): Promise<number> {
  return system.forOrganization(organizationId).transaction(async (tx) => {
    await store.allowTime(tx, time);
    const waiting = await store.lockWaiting(tx, BATCH);
    if (waiting.length === 0) return 0;
    await lockMerges(tx);
    const underWay = await store.lockMessages(
      tx,
      waiting.map((one) => one.prospect_id),
    );
    const batch = waiting.filter((one) => !underWay.has(one.prospect_id));
    if (batch.length > 0) await erase(tx, batch);
    return batch.length;
  });
}

async function erase(tx: TransactionContext, batch: readonly store.Waiting[]): Promise<void> {
  const ids = batch.map((one) => one.prospect_id);
  const keys = await listKeys(tx, ids);
  const traces = { ids, keys, ...(await listTraces(tx, ids)) };
  const file_keys = await listFiles(tx, ids);
  await holdForGood(tx, ids, 'erased');
  const digests = keys.length === 0 ? [] : (await leaveDigests(tx, keys)).digests;
  // Again: a lead can ask on the notice page after the erasure began.
  await linkErasure(tx, batch);
  await removeLeads(tx, traces);
  await store.markErased(tx, batch, { digests, file_keys });
  await closeErased(tx, [...new Set(batch.map(({ job_id }) => job_id))]);
  tx.events.emit({ type: 'people_erased', prospect_ids: ids });
}
