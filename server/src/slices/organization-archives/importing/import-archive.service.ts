import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { refreshStatistics } from '../../../kernel/db/statistics.ts';
import { restateChat } from '../../chats/index.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { insertManagerNotices } from '../../notices/index.ts';
import { raiseResultVersions } from '../../research-results/index.ts';
import { findTarget, listShapes, type TableShape } from '../archive-rows.store.ts';
import { ARCHIVED_TABLES, type ArchivedTable } from '../archived-tables.store.ts';
import { parseRow, type ReadRow, readLines } from '../reading/read-rows.service.ts';
import { openZip } from '../reading/zip-entries.service.ts';
import * as imports from './archive-imports.store.ts';
import { type ImportRun, LEFT_OUT } from './arrivals.service.ts';
import * as finishing from './finishing.store.ts';
import { importRows, newCount, prepareRows } from './import-batch.service.ts';
import { listChangedChats } from './import-ids.store.ts';
import { PHASES, type Phase } from './phases.service.ts';
import * as settings from './settings.store.ts';
import { openStoredFile } from './source.service.ts';

const ROWS_AT_ONCE = 500;
/** Rows of a group stay together, up to this many. */
const MAX_GROUP = 2000;
const BYTES_AT_ONCE = 8 * 1024 ** 2;
const GROUP_BYTES = 64 * 1024 ** 2;
const CHATS_AT_ONCE = 100;

/** Stopped by a person, or taken over by another try. */
export class ImportEndedError extends Error {}

/** Puts the rows of an archive into the organization, batch by batch, from where the last try ended. */
export async function importArchive(
  system: SystemContext,
  ctx: Context,
  claimed: imports.ClaimedImport,
  key: Buffer | null,
  signal: AbortSignal,
): Promise<void> {
  const zip = await openZip(await openStoredFile(ctx, claimed.file_key));
  try {
    const shapes = await system.systemRead(({ db }) => listShapes(db));
    const run: ImportRun = {
      ...{ ctx, zip, claimed, key, files: new Map(), targets: listTargets(shapes) },
      shapes: new Map(shapes.map((shape) => [shape.name, shape])),
      arrival: { organization_id: ctx.organization.id, now: ctx.clock.now().toISOString() },
    };
    for (; claimed.phase < PHASES.length; ) await importPhase(system, run, PHASES[claimed.phase] as Phase, signal);
    await finish(run);
  } finally {
    zip.close();
  }
}

/** Tables that rows of others name. */
function listTargets(shapes: readonly TableShape[]): ReadonlySet<string> {
  const targets = shapes.flatMap((shape) => {
    const { ids_in = {} }: ArchivedTable = ARCHIVED_TABLES[shape.name];
    const columns = shape.columns.flatMap(({ name }) => findTarget(shape, name) ?? []);
    return [...columns, ...Object.values(ids_in).flatMap((keys) => Object.values(keys))];
  });
  // By texts, and by references that depend on the row.
  return new Set([
    ...targets,
    'ai_segments',
    'enrichment_prompts',
    'signatures',
    'campaign_leads',
    'chat_messages',
    'accounts',
    'suppressions',
  ]);
}

async function importPhase(system: SystemContext, run: ImportRun, phase: Phase, signal: AbortSignal): Promise<void> {
  const { claimed, zip } = run;
  const name = `tables/${phase.table}.ndjson`;
  let rows: ReadRow[] = [];
  let bytes = 0;
  let skip = claimed.phase_rows;
  if (zip.names.has(name))
    for await (const line of readLines(zip, name)) {
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      const row = parseRow(line, phase.table);
      if (isFull(phase, rows, bytes, row)) {
        await importBatch(run, phase, rows, signal);
        await refreshStatistics(system, [phase.table, 'archive_import_ids']);
        rows = [];
        bytes = 0;
      }
      rows.push(row);
      bytes += line.length;
    }
  await importBatch(run, phase, rows, signal);
  const next = { phase: claimed.phase + 1, phase_rows: 0 };
  await inHeld(run, (tx) => imports.saveProgress(tx, claimed, { ...next, rows: 0, counts: claimed.counts }));
  Object.assign(claimed, next);
}

/** Senders come one by one: each takes a place of the plan. */
export function isFull({ table }: Phase, rows: readonly ReadRow[], bytes: number, next: ReadRow): boolean {
  if (rows.length === 0) return false;
  if (table === 'accounts') return true;
  const { grouped_by }: ArchivedTable = ARCHIVED_TABLES[table];
  const isSameGroup =
    grouped_by !== undefined && JSON.stringify(rows.at(-1)?.[grouped_by]) === JSON.stringify(next[grouped_by]);
  if (isSameGroup && rows.length < MAX_GROUP && bytes < GROUP_BYTES) return false;
  return bytes >= BYTES_AT_ONCE || rows.length >= ROWS_AT_ONCE;
}

/** In a transaction that no other try can write beside. @throws ImportEndedError */
async function inHeld<Result>(
  { ctx, claimed }: ImportRun,
  work: (tx: TransactionContext) => Promise<Result>,
): Promise<Result> {
  return ctx.transaction(async (tx) => {
    if (!(await imports.holdImport(tx, claimed))) throw new ImportEndedError();
    return work(tx);
  });
}

/** Rows that the database refuses are found by halves; each is left out alone. */
async function importBatch(run: ImportRun, phase: Phase, rows: readonly ReadRow[], signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new Error('the server is stopping; the import continues after its next start');
  if (rows.length === 0) return;
  const { claimed } = run;
  await prepareRows(run, phase, rows);
  try {
    await saveBatch(run, phase, rows, (tx) => importRows(run, tx, phase, rows));
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw error;
    if (rows.length === 1) {
      run.ctx.log.warn({ err: error, import_id: claimed.id, table: phase.table }, 'row of an archive refused');
      const count = { ...newCount(), left_out: { [LEFT_OUT.not_understood]: 1 } };
      return saveBatch(run, phase, rows, async () => count);
    }
    const half = Math.ceil(rows.length / 2);
    await importBatch(run, phase, rows.slice(0, half), signal);
    await importBatch(run, phase, rows.slice(half), signal);
  }
}

async function saveBatch(
  run: ImportRun,
  phase: Phase,
  rows: readonly ReadRow[],
  work: (tx: TransactionContext) => Promise<imports.TableCount>,
): Promise<void> {
  const { claimed } = run;
  const next = await inHeld(run, async (tx) => {
    if (phase.table === 'organizations')
      await settings.fillSettings(tx, claimed.id, run.shapes.get(phase.table) as TableShape, rows[0] as ReadRow);
    const count = phase.table === 'organizations' ? newCount() : await work(tx);
    const counts = { ...claimed.counts, [phase.table]: addCounts(claimed.counts[phase.table], count) };
    const phase_rows = claimed.phase_rows + rows.length;
    const read = phase.patches ? 0 : rows.length;
    await imports.saveProgress(tx, claimed, { phase: claimed.phase, phase_rows, rows: read, counts });
    return { counts, phase_rows };
  });
  Object.assign(claimed, next);
}

function addCounts(before: imports.TableCount = newCount(), more: imports.TableCount): imports.TableCount {
  const left_out = { ...before.left_out };
  for (const [reason, rows] of Object.entries(more.left_out)) left_out[reason] = (left_out[reason] ?? 0) + rows;
  return { made: before.made + more.made, found: before.found + more.found, left_out };
}

/** Data that breaks a rule of the database: classes 21, 22 and 23. */
const isRefusedByDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[123]/.test(String(error.code));

/** Figures that are counted from rows, and conversations that have more messages now. */
async function finish(run: ImportRun): Promise<void> {
  const { ctx, claimed } = run;
  for (let after = 0, ids: number[]; ; after = ids.at(-1) as number) {
    ids = await ctx.read((tx) => listChangedChats(tx, claimed.id, after, CHATS_AT_ONCE));
    if (ids.length === 0) break;
    await inHeld(run, async (tx) => {
      for (const id of ids) await restateChat(tx, id);
    });
  }
  await inHeld(run, async (tx) => {
    await finishing.countLists(tx);
    await raiseProspectVersion(tx);
    await raiseResultVersions(tx, await finishing.listPrompts(tx), 'edits');
    await imports.moveImport(tx, claimed.id, ['working'], 'done');
    await imports.deleteFile(tx, claimed.id);
    await insertManagerNotices(tx, {
      subject: 'Your archive was moved in',
      paragraphs: [
        `Everything in ${claimed.file_name} is in your organization now. Campaigns that ran are paused: nothing is sent until you resume them.`,
        'Connect your senders again, and activate the people who moved in with it in Settings, Team members.',
      ],
      path: '/settings/data',
    });
  });
}
