import type { Import } from '@overture/contract/searches';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { Task } from '../../../kernel/slice.ts';
import { removeOtherEmails } from '../../lead-addresses/index.ts';
import { dropUnusedColumns } from '../../lead-columns/index.ts';
import { deleteUnused, lockMerges, restoreFields } from '../../lead-merging/index.ts';
import { openSource } from '../../lead-sources/index.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { type ChangedLead, deleteChanges, listChanges, passOnBefore, UNDO_TASK } from '../import/changes.store.ts';
import { progressOf } from '../import/import.service.ts';
import { findImport, type ImportRow, importOrigin, presentImport } from '../import/imports.store.ts';
import { ClaimLostError } from '../import/store-batch.service.ts';
import { addToTotal, findSearch } from '../searches.store.ts';
import * as store from './undo-import.store.ts';

type Tx = TransactionContext;

const LEADS_AT_ONCE = 1000;
/** Tries without a single batch undone before it is given up. */
const MAX_ATTEMPTS = 5;

/** Where undoing is: leads leave the list first, then values are restored. */
interface Place {
  phase: 'leads' | 'changes';
  after: number;
}

/**
 * Begins to undo an import, in the background. Suppressions that the file asked for stay.
 * @throws not_found, conflict
 */
export async function undoImport(ctx: Pick<Context, 'transaction'>, id: number): Promise<Import> {
  return ctx.transaction(async (tx) => {
    const row = orNotFound(await findImport(tx, id));
    if (row.undo_state === 'running' || row.undo_state === 'done') return presentImport(row);
    const begun = await store.beginUndo(tx, id);
    if (!begun) {
      const reason = row.keeps_changes
        ? 'This import can no longer be undone.'
        : "This import can't be undone: the version before kept none of the values it changed.";
      throw new ApiError('conflict', { reason });
    }
    tx.jobs.add(UNDO_TASK, { import_id: id }, { key: `undo:${id}` });
    publish(tx, begun);
    return presentImport(begun);
  });
}

/** Undoes an import batch by batch. Several of these may run: one holds the claim, the others leave. */
export const runUndo: Task = async (system, payload, signal) => {
  const ctx = system.forOrganization(Number(payload.organization_id));
  const claimed = await ctx.transaction((tx) => store.claimUndo(tx, Number(payload.import_id)));
  if (!claimed) return;
  try {
    if (claimed.attempts > MAX_ATTEMPTS) return await failUndo(ctx, claimed);
    for (let row: ImportRow | null = claimed; row !== null; ) {
      if (signal.aborted) throw new Error('the server is stopping; undoing resumes after its next start');
      const at: ImportRow = row;
      row = await ctx.transaction((tx) => undoBatch(tx, at));
    }
  } catch (error) {
    if (error instanceof ClaimLostError) return;
    await ctx.transaction((tx) => store.releaseUndo(tx, claimed));
    throw error;
  }
};

async function failUndo(ctx: Context, row: ImportRow): Promise<void> {
  const error = 'Undoing failed several times at the same place. Try again.';
  await ctx.transaction(async (tx) => {
    const position = row.undo_position ?? '';
    publish(tx, await save(tx, row, { undo_state: 'failed', position, error }));
  });
}

/** Returns null when all is undone. @throws ClaimLostError */
async function undoBatch(tx: Tx, row: ImportRow): Promise<ImportRow | null> {
  const place: Place = row.undo_position ? JSON.parse(row.undo_position) : { phase: 'leads', after: 0 };
  // A merge that has found a lead must have listed it before it can be deleted.
  await lockMerges(tx);
  return place.phase === 'leads' ? undoLeads(tx, row, place) : undoChanges(tx, row, place);
}

async function undoLeads(tx: Tx, row: ImportRow, place: Place): Promise<ImportRow | null> {
  const source_id = await openSource(tx, importOrigin(row));
  const found = await store.lockListed(tx, row, { source_id, after: place.after, most: LEADS_AT_ONCE });
  const last = found.at(-1);
  if (!last) return save(tx, row, { position: JSON.stringify({ phase: 'changes', after: 0 }) });
  const [leads = [], later = []] = [false, true].map((isLater) =>
    found.filter(({ later_import }) => (later_import !== null) === isLater),
  );
  await store.handOver(tx, row.search_id, later);
  await store.unlist(
    tx,
    row.search_id,
    leads.map(({ id }) => id),
  );
  await addToTotal(tx, row.search_id, -leads.filter(({ is_shown }) => is_shown).length);
  const added = leads.flatMap(({ id, is_new }) => (is_new ? [id] : []));
  const kept = added.length - (await deleteUnused(tx, added)).length;
  const position = JSON.stringify({ ...place, after: last.id });
  return publish(tx, await save(tx, row, { position, undone: leads.length, kept }));
}

async function undoChanges(tx: Tx, row: ImportRow, place: Place): Promise<ImportRow | null> {
  const batch = await listChanges(tx, row.id, LEADS_AT_ONCE);
  const position = JSON.stringify(place);
  if (batch.length === 0) {
    const made = row.custom_mapping.flatMap(({ key, is_new }) => (is_new ? [key] : []));
    await dropUnusedColumns(tx, made);
    await raiseProspectVersion(tx);
    publish(tx, await save(tx, row, { undo_state: 'done', position }));
    tx.live.publish('search_finished', { search_id: row.search_id });
    return null;
  }
  for (const round of roundsOf(batch)) await restoreRound(tx, round);
  await deleteChanges(
    tx,
    batch.map(({ id }) => id),
  );
  return save(tx, row, { position });
}

/** Rows of which none is of the same lead as another, each lead's last change first. */
function roundsOf(batch: readonly ChangedLead[]): ChangedLead[][] {
  const rounds: ChangedLead[][] = [];
  const seen = new Map<number, number>();
  for (const row of batch) {
    const round = seen.get(row.prospect_id) ?? 0;
    seen.set(row.prospect_id, round + 1);
    if (rounds.length === round) rounds.push([]);
    rounds[round]?.push(row);
  }
  return rounds;
}

async function restoreRound(tx: Tx, round: readonly ChangedLead[]): Promise<void> {
  await passOnBefore(tx, round);
  const fields = round.map(({ prospect_id, changes: { other_emails, ...changes } }) => ({ id: prospect_id, changes }));
  await restoreFields(tx, fields);
  const addresses = round.flatMap(({ prospect_id, changes: { other_emails } }) =>
    other_emails ? [{ id: prospect_id, emails: other_emails[1] }] : [],
  );
  await removeOtherEmails(tx, addresses);
}

async function save(tx: Tx, row: ImportRow, progress: Parameters<typeof store.saveUndo>[2]): Promise<ImportRow> {
  const saved = await store.saveUndo(tx, row, progress);
  if (!saved) throw new ClaimLostError();
  return saved;
}

function publish(tx: Tx, row: ImportRow): ImportRow {
  tx.live.publish('import_progress', progressOf(presentImport(row)));
  return row;
}

/** Imports into a list, newest first. @throws not_found */
export async function listImportsOfList(ctx: Pick<Context, 'read'>, searchId: number): Promise<Import[]> {
  return ctx.read(async (tx) => {
    orNotFound(await findSearch(tx, searchId));
    return (await store.listImportsInto(tx, searchId)).map(presentImport);
  });
}
