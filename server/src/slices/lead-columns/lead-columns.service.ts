import type { LeadColumn } from '@overture/contract/lead-columns';
import { cleanColumnName, isSameName, makeKey } from '@overture/domain/leads/custom-columns';
import {
  type CustomType,
  type CustomValue,
  parseCustomValue,
  printCustomValue,
} from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { shorten } from '@overture/domain/message/template/problems';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import * as store from './lead-columns.store.ts';

type Ctx = Pick<Context, 'transaction'>;

/** Sending campaigns that use a key in their messages; leads cannot import campaigns. */
export type FindCampaignsNaming = (tx: TransactionContext, key: string) => Promise<{ id: number; name: string }[]>;

export interface NewColumn {
  name: string;
  type: CustomType;
}

/** @throws lead_column_exists, too_many_lead_columns, validation_failed */
export async function createLeadColumn(ctx: Ctx, given: NewColumn): Promise<LeadColumn> {
  const name = parseName(given.name);
  return ctx.transaction(async (tx) => {
    await store.lockLeadColumns(tx);
    const known = await store.listLeadColumns(tx);
    requireFreeName(known, name);
    return addColumn(tx, known, { ...given, name });
  });
}

/** The columns of these names, in the same order; those that are not there are made. The caller has locked columns. */
export async function findOrCreateColumns(tx: TransactionContext, given: readonly NewColumn[]): Promise<LeadColumn[]> {
  const known = await store.listLeadColumns(tx);
  const found: LeadColumn[] = [];
  for (const { name: written, type } of given) {
    const name = parseName(written);
    let column = known.find((one) => isSameName(one.name, name));
    if (column === undefined) {
      column = await addColumn(tx, known, { name, type });
      known.push(column);
    }
    found.push(column);
  }
  return found;
}

async function addColumn(tx: TransactionContext, known: readonly LeadColumn[], given: NewColumn): Promise<LeadColumn> {
  if (known.length >= CUSTOM_COLUMNS.max_columns)
    throw new ApiError('too_many_lead_columns', { count: String(CUSTOM_COLUMNS.max_columns) });
  const key = makeKey(given.name, new Set(known.map((column) => column.key)));
  return store.insertLeadColumn(tx, { ...given, key });
}

interface ColumnChange {
  name?: string | null | undefined;
  type?: CustomType | null | undefined;
  is_archived?: boolean | null | undefined;
  place?: number | null | undefined;
  version?: number | null | undefined;
}

/** @throws not_found, changed_meanwhile, lead_column_exists, lead_values_unfit */
export async function updateLeadColumn(ctx: Ctx, id: number, given: ColumnChange): Promise<LeadColumn> {
  const name = given.name === null || given.name === undefined ? undefined : parseName(given.name);
  return ctx.transaction(async (tx) => {
    await store.lockLeadColumns(tx);
    const current = orNotFound(await store.findLeadColumn(tx, id));
    await requireVersion(tx, { table: 'lead_columns', id }, given.version, async () => ({ column: current }));
    const known = await store.listLeadColumns(tx);
    if (name !== undefined)
      requireFreeName(
        known.filter((column) => column.id !== id),
        name,
      );
    const type = given.type ?? undefined;
    // The row first: who gives values to leads holds it, and is waited for before the values are looked at.
    await store.changeLeadColumn(tx, id, { name, type, is_archived: given.is_archived ?? undefined });
    if (type !== undefined && type !== current.type) await convertValues(tx, current, type);
    if (given.place !== null && given.place !== undefined) await moveColumn(tx, known, id, given.place);
    return orNotFound(await store.findLeadColumn(tx, id));
  });
}

/** @throws not_found */
export async function deleteLeadColumn(ctx: Ctx, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await store.lockLeadColumns(tx);
    const column = orNotFound(await store.findLeadColumn(tx, id));
    await requireMayDelete(tx, 'lead_columns', [id]);
    await store.deleteLeadColumn(tx, id, column.key);
    await raiseProspectVersion(tx);
  });
}

/** What is lost with a column, and who would notice. @throws not_found */
export async function describeUse(ctx: Ctx, id: number, findCampaignsNaming: FindCampaignsNaming) {
  return ctx.transaction(async (tx) => {
    const { key } = orNotFound(await store.findLeadColumn(tx, id));
    return { leads: await store.countWithValue(tx, key), campaigns: await findCampaignsNaming(tx, key) };
  });
}

async function moveColumn(
  tx: TransactionContext,
  known: readonly LeadColumn[],
  id: number,
  place: number,
): Promise<void> {
  const others = known.map((column) => column.id).filter((one) => one !== id);
  await store.orderLeadColumns(tx, [...others.slice(0, place), id, ...others.slice(place)]);
}

/** All values of a column as values of another type, or none. @throws lead_values_unfit */
async function convertValues(tx: TransactionContext, { key }: LeadColumn, type: CustomType): Promise<void> {
  const most = CUSTOM_COLUMNS.different_values;
  const values = await store.listDifferentValues(tx, key, most + 1);
  if (values.length > most)
    throw new ApiError('conflict', { reason: 'This column has too many different values to change its type.' });
  const changed: { from: CustomValue; to: CustomValue }[] = [];
  const unfit = { leads: 0, example: '' };
  for (const { value, leads } of values) {
    const to = parseCustomValue(type, value);
    if (to === null) {
      unfit.leads += leads;
      unfit.example ||= shorten(printCustomValue(value));
    } else if (to !== value) changed.push({ from: value, to });
  }
  if (unfit.leads > 0) {
    const who = unfit.leads === 1 ? 'The value of 1 lead doesn’t' : `The values of ${unfit.leads} leads don’t`;
    const { example } = unfit;
    throw new ApiError('lead_values_unfit', { who, example }, { count: String(unfit.leads), example });
  }
  await store.replaceValues(tx, key, changed);
  await raiseProspectVersion(tx);
}

function parseName(given: string): string {
  const name = cleanColumnName(given);
  if (name === '') throw new ApiError('validation_failed', {}, { name: 'Enter a name.' });
  return name;
}

function requireFreeName(known: readonly LeadColumn[], name: string): void {
  if (known.some((column) => isSameName(column.name, name))) throw new ApiError('lead_column_exists', { name });
}
