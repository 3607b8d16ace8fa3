import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { ToolRow } from '@overture/adapters/outreach-tools/outreach-tools.port';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { DatabaseUnavailable } from '../../kernel/db/outage.ts';
import { refreshStatistics } from '../../kernel/db/statistics.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { lockFileCount } from './files.store.ts';
import { importNextBatch } from './import-batch.service.ts';
import { describePlace, importExportFile, MissingFileError, type SaveRows } from './read-file.service.ts';
import { sumTouches, toStoredRow, toTouchedLead } from './row.rules.ts';
import * as rows from './rows.store.ts';
import { countRows, listVariables } from './summary.store.ts';
import { keyPurpose } from './tool-imports.service.ts';
import * as store from './tool-imports.store.ts';
import { undoNextBatch } from './undo-batch.service.ts';

/** Others get their turn after this. */
const TURN_IN_MS = 10_000;
const MAX_TRIES = 8;

/** Another worker took the import over, or a user stopped it: the batch must be rolled back. */
class ClaimLostError extends Error {}

const RENEWED_EVERY_MS = 20_000;

/** What an import fills, and what its statements search in. */
const FILLED_TABLES = [
  'tool_import_rows',
  'prospects',
  'search_prospects',
  'past_contacts',
  'suppressions',
  'excluded_domains',
  'campaign_leads',
];

/** Reads, imports and undoes what is due, one import of an organization at a time. */
export async function runToolImports(
  system: SystemContext,
  signal: AbortSignal,
  { renewed_every_ms = RENEWED_EVERY_MS } = {},
): Promise<void> {
  const units = await store.listDue(system);
  const run = ({ id, organization_id }: (typeof units)[number], ends: AbortSignal) =>
    runTurn(system, { organization_id, id, renewed_every_ms }, ends);
  // Some pages are five calls of a tool, each of which may take a minute.
  await runUnits(system, { loop: store.LOOP, units, share: 1, at_once: 2, time_box_in_ms: 360_000, run }, signal);
}

interface Turn {
  organization_id: number;
  id: number;
  renewed_every_ms: number;
}

async function runTurn(
  system: SystemContext,
  { organization_id, id, renewed_every_ms }: Turn,
  signal: AbortSignal,
): Promise<void> {
  const found = await system.forOrganization(organization_id).transaction((tx) => store.claimImport(tx, id));
  if (!found) return;
  const { created_by } = found;
  const user = created_by === null ? null : { id: created_by, role: 'USER' as const, actor_id: created_by };
  const ctx = system.forOrganization(organization_id, user);
  const ends_at = performance.now() + TURN_IN_MS;
  let row: store.ImportRow | null = found;
  while (row && !signal.aborted && performance.now() < ends_at) {
    const current: store.ImportRow = row;
    row = await runStep(ctx, current, { signal, ends_at, renewed_every_ms }).catch((error: unknown) =>
      settle(ctx, current, error, signal),
    );
    await refreshStatistics(system, FILLED_TABLES);
  }
  if (row) await save(ctx, row, { is_released: true });
}

/** Decides what a failure means for the import. Its turn ends: null. */
async function settle(ctx: Context, row: store.ImportRow, error: unknown, signal: AbortSignal): Promise<null> {
  if (error instanceof ClaimLostError) return null;
  if (signal.aborted || error instanceof DatabaseUnavailable) throw error;
  if (error instanceof MissingFileError) {
    await save(ctx, row, { state: 'failed', note: 'The uploaded file is gone. Upload it again.' });
    return null;
  }
  if (isProviderError(error)) await settleTrouble(ctx, row, error);
  else await settleFault(ctx, row, error);
  return null;
}

/** The import after a page or a batch; null at the end of its state. */
async function runStep(
  ctx: Context,
  row: store.ImportRow,
  turn: { signal: AbortSignal; ends_at: number; renewed_every_ms: number },
): Promise<store.ImportRow | null> {
  if (row.state === 'reading' && row.has_files) return importNextFile(ctx, row, turn);
  if (row.state === 'reading') return importNextPage(ctx, row, turn);
  const runBatch = row.state === 'importing' ? importNextBatch : undoNextBatch;
  return ctx.transaction(async (tx) => {
    const progress = await runBatch(tx, row);
    await saveIn(tx, row, progress);
    return progress.state === undefined ? { ...row, ...toRow(row, progress) } : null;
  });
}

const toRow = (row: store.ImportRow, { position, columns }: store.Progress): Partial<store.ImportRow> => ({
  position: position === undefined ? row.position : position,
  columns: columns ?? row.columns,
});

async function importNextPage(
  ctx: Context,
  row: store.ImportRow,
  turn: { signal: AbortSignal; renewed_every_ms: number },
): Promise<store.ImportRow | null> {
  if (row.sealed_key === null) throw new Error('an import that reads has no key');
  const api_key = ctx.vault.open(keyPurpose, row.sealed_key);
  const { tool, position } = row;
  const findNext = (kind: 'campaign' | 'list', after: string | null) =>
    ctx.read((tx) => rows.findNext(tx, row.id, kind, after));
  const page = await holdLease(ctx, row, turn, (signal) =>
    ctx.ports.outreach_tools.readPage({ tool, api_key, position, signal, findNext }),
  );
  return ctx.transaction(async (tx) => {
    const added = await storePage(tx, row, page.rows);
    const isFull = row.rows_done + added > TOOL_IMPORT_LIMITS.max_rows;
    if (page.next === null || isFull) {
      const note = isFull
        ? `More than ${TOOL_IMPORT_LIMITS.max_rows.toLocaleString('en')} objects: the rest was not read.`
        : null;
      return endReading(tx, row, { position: null, note });
    }
    // Pages without anything new: a tool that repeats its cursors would be read forever.
    const tries = added === 0 && page.rows.length > 0 ? row.tries + 1 : 0;
    if (tries > MAX_TRIES) {
      const note = `${row.tool_label} sends the same page again and again.`;
      await saveIn(tx, row, { state: 'paused', note, tries: 0 });
      return null;
    }
    await saveIn(tx, row, { position: page.next, rows_done: added, note: page.note ?? null, tries });
    return { ...row, position: page.next, rows_done: row.rows_done + added, tries };
  });
}

/**
 * Renews the lease while a tool takes its time: otherwise another worker would ask for the same page, and neither could store it. The call
 * ends when the import was stopped. @throws ClaimLostError
 */
async function holdLease<Page>(
  ctx: Context,
  row: store.ImportRow,
  { signal, renewed_every_ms }: { signal: AbortSignal; renewed_every_ms: number },
  read: (signal: AbortSignal) => Promise<Page>,
): Promise<Page> {
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const isHeld = await ctx.transaction((tx) => store.saveProgress(tx, row, {}));
    if (!isHeld) lost.abort(new ClaimLostError());
  };
  // An outage is noticed when the page is stored.
  const timer = setInterval(() => void renew().catch(() => undefined), renewed_every_ms);
  try {
    return await read(AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    lost.signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Rows of a statement: some tools send all leads of a campaign in one page. */
const ROWS_AT_ONCE = 2000;

async function storePage(tx: TransactionContext, row: store.ImportRow, page: readonly ToolRow[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < page.length; from += ROWS_AT_ONCE)
    added += await storeRows(tx, row, page.slice(from, from + ROWS_AT_ONCE));
  return added;
}

/** Returns how many rows are new. */
async function storeRows(tx: TransactionContext, row: store.ImportRow, page: readonly ToolRow[]): Promise<number> {
  const store = (given: readonly ToolRow[]) =>
    rows.insertRows(
      tx,
      row.id,
      given.map(toStoredRow).filter((one) => one !== null),
    );
  const added = await store(page);
  const touches = page.filter((one) => one.kind === 'touch');
  const sums = sumTouches(touches);
  const found = await rows.applyTouches(tx, row.id, sums);
  const byLead = new Map(touches.map((touch) => [toSingleLine(touch.lead_id), touch]));
  await store(
    sums.filter(({ lead_id }) => !found.has(lead_id)).map((sum) => toTouchedLead(sum, byLead.get(sum.lead_id)!)),
  );
  return added;
}

async function endReading(tx: TransactionContext, row: store.ImportRow, last: store.Progress): Promise<null> {
  await rows.deleteTouches(tx, row.id);
  const { total, ...counts } = await countRows(tx, row.id);
  const summary = { ...counts, columns: (await listVariables(tx, row.id)).length };
  await saveIn(tx, row, { ...last, rows_total: total, summary, tries: 0, state: 'review', forgets_key: true });
  return null;
}

async function importNextFile(
  ctx: Context,
  row: store.ImportRow,
  turn: { signal: AbortSignal; ends_at: number },
): Promise<store.ImportRow | null> {
  const save: SaveRows = (tx, progress) => saveIn(tx, row, progress);
  const place = await importExportFile(ctx, row, { ...turn, save });
  return ctx.transaction(async (tx) => {
    const position = JSON.stringify(place);
    if (place.file < (await lockFileCount(tx, row.id))) return { ...row, position };
    return endReading(tx, row, { position, note: describePlace(place) });
  });
}

/** @throws ClaimLostError */
async function saveIn(tx: TransactionContext, row: store.ImportRow, progress: store.Progress): Promise<void> {
  if (!(await store.saveProgress(tx, row, progress))) throw new ClaimLostError();
}

const save = (ctx: Context, row: store.ImportRow, progress: store.Progress): Promise<boolean> =>
  ctx.transaction((tx) => store.saveProgress(tx, row, progress));

/** Nothing that was read is lost: the import waits, or pauses until a person has looked at the key. */
async function settleTrouble(ctx: Context, row: store.ImportRow, error: ProviderError): Promise<void> {
  const tries = row.tries + 1;
  const note = cutText(error.reason, 500);
  const pause = (words: string) => save(ctx, row, { state: 'paused', note: words, tries: 0 });
  if (error.kind === 'auth_expired')
    return void (await pause(`${note} Check the key and its rights, then continue. Nothing that was read is lost.`));
  const isTemporary = error.kind === 'rate_limited' || error.kind === 'unavailable' || error.kind === 'unknown_outcome';
  if (!isTemporary || tries > MAX_TRIES) return void (await pause(`${note} Continue when it works again.`));
  // The tool measures its time by the real clock.
  const asked = error.until ? (error.until.getTime() - Date.now()) / 1000 : 0;
  const wake_in_seconds = Math.min(3600, Math.max(asked, 2 ** Math.min(tries, 9)));
  await save(ctx, row, { note: `${note} We'll retry.`, tries, wake_in_seconds, is_released: true });
}

async function settleFault(ctx: Context, row: store.ImportRow, error: unknown): Promise<void> {
  const tries = row.tries + 1;
  ctx.log.error({ err: error, import_id: row.id, tries }, 'tool import failed');
  if (tries > MAX_TRIES)
    return void (await save(ctx, row, {
      state: 'failed',
      note: 'The import failed several times at the same place. What was imported can be undone.',
    }));
  await save(ctx, row, {
    note: "Something went wrong on our side. We'll try again.",
    tries,
    wake_in_seconds: 2 ** tries,
    is_released: true,
  });
}
