import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { restateChat } from '../../chats/index.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { listShapes, type TableShape } from '../archive-rows.store.ts';
import * as imports from './archive-imports.store.ts';
import * as finishing from './finishing.store.ts';
import { ImportEndedError } from './import-archive.service.ts';
import * as ids from './import-ids.store.ts';
import { markAsHistory } from './import-rows.store.ts';
import { PHASES } from './phases.service.ts';
import * as settings from './settings.store.ts';
import { FILES } from './stored-files.service.ts';
import * as store from './undo-import.store.ts';

const ROWS_AT_ONCE = 500;

/** People erased since the import are recognized by this key. */
const KEPT_TABLES: readonly string[] = ['erasure_keys'];

interface Undo {
  ctx: Context;
  claimed: imports.ClaimedImport;
  shapes: Map<string, TableShape>;
}

/** Deletes the rows and files that an import made, the last first. What other work uses stays, and is counted. */
export async function undoImport(
  system: SystemContext,
  ctx: Context,
  claimed: imports.ClaimedImport,
  signal: AbortSignal,
): Promise<void> {
  const shapes = new Map(
    (await system.systemRead(({ db }) => listShapes(db))).map((shape) => [shape.name as string, shape]),
  );
  const undo: Undo = { ctx, claimed, shapes };
  const phases = PHASES.filter(({ table, patches }) => !patches && !KEPT_TABLES.includes(table)).reverse();
  for (const [index, { table }] of phases.entries()) {
    await inHeld(undo, (tx) => imports.saveSteps(tx, claimed, index, phases.length).then(() => undefined));
    while (await deleteBatch(undo, table, signal));
  }
  await finish(undo);
}

async function inHeld<Result>(
  { ctx, claimed }: Undo,
  work: (tx: TransactionContext) => Promise<Result>,
): Promise<Result> {
  return ctx.transaction(async (tx) => {
    if (!(await imports.holdImport(tx, claimed))) throw new ImportEndedError();
    await markAsHistory(tx);
    return work(tx);
  });
}

/** True if there may be more. */
async function deleteBatch(undo: Undo, table: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) throw new Error('the server is stopping; the undo continues after its next start');
  const { claimed, ctx, shapes } = undo;
  const made = await ctx.read((tx) => ids.listMade(tx, claimed.id, table, ROWS_AT_ONCE));
  if (made.length === 0) return false;
  await deleteRows(undo, shapes.get(table) as TableShape, made);
  return true;
}

/** Rows that later work uses are found by halves: each stays, and is no longer the import's. */
async function deleteRows(undo: Undo, shape: TableShape, made: readonly ids.MadeRow[]): Promise<void> {
  const forget = (tx: TransactionContext) =>
    ids.forgetMade(
      tx,
      undo.claimed.id,
      shape.name,
      made.map(({ old_id }) => old_id),
    );
  try {
    await inHeld(undo, async (tx) => {
      const emptied = shape.name === 'chat_messages' ? await store.listChatsOfMessages(tx, made) : [];
      await store.deleteRows(tx, shape, made);
      await forget(tx);
      for (const id of await ids.findChatsHere(tx, undo.claimed.id, emptied)) await restateChat(tx, id);
    });
  } catch (error) {
    const isUsed = error instanceof Error && 'code' in error && error.code === '23503';
    if (!isUsed) throw error;
    if (made.length === 1) return inHeld(undo, forget);
    const half = Math.ceil(made.length / 2);
    await deleteRows(undo, shape, made.slice(0, half));
    await deleteRows(undo, shape, made.slice(half));
  }
}

async function finish(undo: Undo): Promise<void> {
  const { ctx, claimed, shapes } = undo;
  for (;;) {
    const files = await ctx.read((tx) => ids.listMade(tx, claimed.id, FILES, ROWS_AT_ONCE));
    if (files.length === 0) break;
    const keys = files.map(({ new_key }) => String(new_key));
    for (const key of await ctx.read((tx) => store.listUnusedFiles(tx, keys))) await ctx.ports.files.deleteFile(key);
    await inHeld(undo, (tx) =>
      ids.forgetMade(
        tx,
        claimed.id,
        FILES,
        files.map(({ old_id }) => old_id),
      ),
    );
  }
  await inHeld(undo, async (tx) => {
    await settings.emptySettings(tx, claimed.id, shapes.get('organizations') as TableShape);
    await finishing.countLists(tx);
    await raiseProspectVersion(tx);
    while (await imports.deleteRecord(tx, claimed.id));
    await imports.moveImport(tx, claimed.id, ['undoing'], 'undone');
    await imports.deleteFile(tx, claimed.id);
  });
}
