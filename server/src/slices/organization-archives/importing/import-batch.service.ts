import type { TransactionContext } from '../../../kernel/context.ts';
import { countSkipped } from '../../erased-people/index.ts';
import { parseConnection } from '../../mailbox-connections/index.ts';
import type { TableShape } from '../archive-rows.store.ts';
import { findTarget } from '../archive-rows.store.ts';
import { ARCHIVED_TABLES, type ArchivedTable, type ArchivedTableName } from '../archived-tables.store.ts';
import { openValue } from '../passphrase.service.ts';
import type { ReadRow } from '../reading/read-rows.service.ts';
import type { TableCount } from './archive-imports.store.ts';
import { arrive, type Batch, type ImportRun, type Incoming, LEFT_OUT } from './arrivals.service.ts';
import { completeRows, followRows } from './dependents.service.ts';
import * as ids from './import-ids.store.ts';
import * as store from './import-rows.store.ts';
import { comesLater, isPatched, type Phase } from './phases.service.ts';
import { type Ref, RowError, replaceRefs, type Values } from './references.service.ts';
import { nameStoredFiles, saveFiles } from './stored-files.service.ts';

const leaveOut = ({ left_out }: TableCount, reason: string): void => {
  left_out[reason] = (left_out[reason] ?? 0) + 1;
};

export const newCount = (): TableCount => ({ made: 0, found: 0, left_out: {} });

/** Rows of one table, in one transaction. Answers what became of them. @throws what the database says of rows it refuses */
export async function importRows(
  run: ImportRun,
  tx: TransactionContext,
  phase: Phase,
  rows: readonly ReadRow[],
): Promise<TableCount> {
  const shape = run.shapes.get(phase.table) as TableShape;
  await store.markAsHistory(tx);
  const knows_erased = shape.name === 'suppressions' && (await ids.hasTable(tx, run.claimed.id, 'erasure_keys'));
  const batch: Batch = { run, tx, shape, known: new Map(), count: newCount(), knows_erased };
  await resolveRefs(batch, rows);
  if (phase.patches) await patchRows(batch, phase.patches, rows);
  else await writeRows(batch, rows);
  return batch.count;
}

/** Before the transaction: files are on the disk when a row names them. */
export async function prepareRows(run: ImportRun, phase: Phase, rows: readonly ReadRow[]): Promise<void> {
  const shape = run.shapes.get(phase.table) as TableShape;
  if (phase.patches === undefined) await saveFiles(run, shape, rows);
}

/** Loads what the rows name, and gives ids to what is named before it is read. */
async function resolveRefs(batch: Batch, rows: readonly ReadRow[]): Promise<void> {
  const { run, tx, shape } = batch;
  const refs: Ref[] = rows.map(({ _id }) => ({ table: shape.name, id: String(_id), column: null }));
  const own = new Set(refs.map(ids.refKey));
  for (const row of rows)
    ignoringRowErrors(() =>
      replaceRefs(shape, row, (ref) => {
        refs.push(ref);
        return null;
      }),
    );
  batch.known = await ids.findIds(tx, run.claimed.id, refs);
  const missing = refs.filter((ref) => !batch.known.has(ids.refKey(ref)) && isReservable(shape, ref, own));
  const byTable = Map.groupBy(new Map(missing.map((ref) => [ids.refKey(ref), ref])).values(), ({ table }) => table);
  for (const [table, wanted] of byTable) {
    const allocated = await store.allocateIds(tx, table, wanted.length);
    const reserved = wanted.map((ref, index) => ({
      ...{ table_name: table, old_id: ref.id, new_id: allocated[index] as number, state: 'reserved' as const },
    }));
    await ids.saveIds(tx, run.claimed.id, reserved);
    for (const row of reserved)
      batch.known.set(ids.refKey({ table, id: row.old_id }), { new_id: row.new_id, new_key: null, state: 'reserved' });
  }
}

/** A row that others of its batch name gets its id with them; one without a foreign key may come later, or be gone. */
function isReservable(shape: TableShape, ref: Ref, own: ReadonlySet<string>): boolean {
  if (ref.column === null) return !own.has(ids.refKey(ref));
  const { loose_refs = [] }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  if (loose_refs.includes(ref.column) || ref.table === shape.name) return true;
  if (isPatched(shape.name, ref.table)) return false;
  return shape.parents[ref.column] === undefined && comesLater(shape.name, ref.table);
}

function ignoringRowErrors(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
  }
}

async function patchRows(batch: Batch, columns: readonly string[], rows: readonly ReadRow[]): Promise<void> {
  const { known, shape } = batch;
  const patched = rows.flatMap((row) => {
    const own = known.get(ids.refKey({ table: shape.name, id: String(row._id) }));
    if (own?.state !== 'made' || columns.every((column) => row[column] === null || row[column] === undefined))
      return [];
    return [
      {
        ...pick(
          replaceRefs(shape, row, (ref) => idOf(known, ref)),
          columns,
        ),
        id: own.new_id,
      },
    ];
  });
  await store.patchRows(batch.tx, shape, columns, patched);
}

const pick = (values: Values, columns: readonly string[]): Values =>
  Object.fromEntries(columns.map((column) => [column, values[column] ?? null]));

const idOf = (known: Batch['known'], ref: Ref): number | null => known.get(ids.refKey(ref))?.new_id ?? null;

const hasOwnId = (shape: TableShape): boolean =>
  shape.key.length === 1 && shape.key[0] === 'id' && findTarget(shape, 'id') === undefined;

async function writeRows(batch: Batch, rows: readonly ReadRow[]): Promise<void> {
  const { tx, shape, run } = batch;
  if (shape.name === 'prospects') await store.lockLeads(tx);
  const incoming = await dropErased(
    batch,
    rows.flatMap((row) => prepareRow(batch, row)),
  );
  const here = await store.findHere(
    tx,
    run.claimed.id,
    shape,
    incoming.map(({ values }) => values),
  );
  const isHere = (row: Incoming, index: number): boolean => here[index] !== null && row.reserved === null;
  await ids.saveIds(
    tx,
    run.claimed.id,
    incoming.flatMap((row, index) => (isHere(row, index) ? [nameRow(batch, row, here[index] as number, 'found')] : [])),
  );
  batch.count.found += incoming.filter(isHere).length;
  const fresh = incoming.filter((row, index) => !isHere(row, index));
  await assignIds(batch, fresh);
  await completeRows(batch, fresh);
  if (shape.name === 'campaign_events')
    await store.openMonths(
      tx,
      fresh.map(({ values }) => values),
    );
  const inserted = await store.insertRows(
    tx,
    shape,
    fresh.map(({ values }) => values),
  );
  const made = fresh.filter((_, index) => inserted[index]);
  // A trigger of what they belong to was faster: they go with it too.
  const given = shape.key.length > 1 ? fresh.filter((row, index) => !inserted[index] && row.is_owned) : [];
  batch.count.made += made.length + given.length;
  for (let left = fresh.length - made.length - given.length; left > 0; left -= 1)
    leaveOut(batch.count, shape.name === 'users' ? LEFT_OUT.elsewhere : LEFT_OUT.here);
  // A row that is deleted with another one, and that no row names, needs no entry.
  const named = made.filter(({ is_owned }) => !is_owned || run.targets.has(shape.name));
  await ids.saveIds(
    tx,
    run.claimed.id,
    named.map((row) => nameRow(batch, row, Number(row.values[shape.key[0] ?? '']), 'made')),
  );
  await followRows(
    batch,
    made,
    fresh.filter((row) => !made.includes(row)),
  );
}

function nameRow({ shape }: Batch, { read, values }: Incoming, id: number, state: ids.IdState): ids.NewId {
  const isSimple = shape.key.length === 1 && Number.isSafeInteger(id);
  return {
    ...{ table_name: shape.name, old_id: String(read._id), state },
    new_id: isSimple ? id : null,
    new_key: isSimple ? null : shape.key.map((column) => String(values[column])),
  };
}

function prepareRow(batch: Batch, read: ReadRow): Incoming[] {
  const { run, shape, known, count } = batch;
  try {
    const own = known.get(ids.refKey({ table: shape.name, id: String(read._id) }));
    if (own !== undefined && own.state !== 'reserved') throw new RowError(LEFT_OUT.here);
    let is_owned = false;
    const replaced = replaceRefs(shape, read, (ref) => {
      const target = known.get(ids.refKey(ref));
      if (ref.column !== null && isOwner(shape, ref.column) && target?.state === 'made') is_owned = true;
      return target?.new_id ?? null;
    });
    requireOwners(shape, read, replaced);
    const opened = openSecret(run, shape, read, nameStoredFiles(run.files, replaced));
    const values = arrive(shape.name, opened, { ...run.arrival, knows_erased: batch.knows_erased });
    return [{ read, values, reserved: own?.new_id ?? null, is_owned }];
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    leaveOut(count, error.message);
    return [];
  }
}

function isOwner(shape: TableShape, column: string): boolean {
  const { owners = [] }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  return shape.owners.includes(column) || owners.includes(column);
}

/** Without what it is about, a row says nothing; a column that may be empty is. */
function requireOwners(shape: TableShape, read: ReadRow, values: Values): void {
  const { row_refs = {} }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  for (const { name, is_nullable } of shape.columns) {
    const isLost = (read[name] ?? null) !== null && values[name] === null;
    if (isLost && (!is_nullable || isOwner(shape, name))) throw new RowError(LEFT_OUT.no_owner);
    if (values[name] === null && !is_nullable && !Object.hasOwn(row_refs, name) && findTarget(shape, name))
      throw new RowError(LEFT_OUT.no_owner);
  }
}

/** The column with a secret, sealed for this installation. */
function openSecret({ ctx, key }: ImportRun, shape: TableShape, { $sealed, _id }: ReadRow, values: Values): Values {
  const { sealed }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  if (!sealed || !key || typeof $sealed !== 'string') return values;
  const secret = openOrLeave(key, `${shape.name}:${_id}`, $sealed);
  if (secret === null) return values;
  if (sealed.purpose === null) return { ...values, [sealed.column]: secret };
  if (!isMailboxLogin(secret, values)) return values;
  return { ...values, [sealed.column]: `\\x${ctx.vault.seal(sealed.purpose, secret).toString('hex')}` };
}

function openOrLeave(key: Buffer, purpose: string, value: string): string | null {
  try {
    return openValue(key, purpose, value);
  } catch {
    return null;
  }
}

/** Others could be opened by no program: their sender is connected again by hand. */
function isMailboxLogin(secret: string, { account_type }: Values): boolean {
  try {
    return parseConnection(secret).type === 'IMAP' && account_type === 'IMAP';
  } catch {
    return false;
  }
}

async function dropErased({ tx, shape, count }: Batch, rows: Incoming[]): Promise<Incoming[]> {
  if (shape.name !== ('prospects' satisfies ArchivedTableName)) return rows;
  const erased = await store.findErased(
    tx,
    shape,
    rows.map(({ values }) => values),
  );
  for (const is of erased) if (is) leaveOut(count, LEFT_OUT.erased);
  await countSkipped(tx, 'archive', erased.filter(Boolean).length);
  return rows.filter((_, index) => !erased[index]);
}

async function assignIds({ tx, shape }: Batch, rows: readonly Incoming[]): Promise<void> {
  if (!hasOwnId(shape)) return;
  const without = rows.filter(({ reserved }) => reserved === null);
  const allocated = await store.allocateIds(tx, shape.name, without.length);
  for (const [index, row] of without.entries()) row.values.id = allocated[index];
  for (const row of rows) if (row.reserved !== null) row.values.id = row.reserved;
}
