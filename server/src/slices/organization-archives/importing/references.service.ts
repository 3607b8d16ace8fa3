import { replaceTokenIds } from '@overture/domain/message/tokens';
import { findTarget, listTravelingColumns, type TableShape } from '../archive-rows.store.ts';
import { ARCHIVED_TABLES, type ArchivedTable } from '../archived-tables.store.ts';
import type { ReadRow } from '../reading/read-rows.service.ts';

/** A row of the archive that another one names. */
export interface Ref {
  table: string;
  id: string;
  /** The column that names it; null for an id inside of a text or of JSON. */
  column: string | null;
}

export type Values = Record<string, unknown>;
type IdOf = (ref: Ref) => number | null;

/** A row that an import does not understand, or leaves out. The message is for the person who imports. */
export class RowError extends Error {}

const TOKEN_TABLES = { snippet: 'ai_segments', research: 'enrichment_prompts', signature: 'signatures' } as const;
const REF = /^([a-z_]{1,63}):(.{1,200})$/s;
const NOT_UNDERSTOOD = 'Not understood by this version';

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The table that such a column names depends on the row. A row of another one could get the id that a row of another organization has
 * or will have, where a key counts over all of them: that one's messages or days would be refused.
 */
function findRowTarget(table: string, column: string, row: ReadRow): string | undefined {
  if (table === 'outbound_intents')
    return column === 'ref_part' ? 'campaign_nodes' : row.kind === 'chat_answer' ? 'chat_messages' : 'campaign_leads';
  if (table === 'sending_days')
    return column === 'scope_id' && String(row.scope).startsWith('campaign') ? 'campaigns' : 'accounts';
  if (table === 'campaign_events') return column === 'node_id' ? 'campaign_nodes' : 'accounts';
  return undefined;
}

function parseRef(value: unknown, column: string, target: string | undefined): Ref {
  const [, table, id] = (isObject(value) && typeof value.$ref === 'string' && REF.exec(value.$ref)) || [];
  if (table === undefined || id === undefined) throw new RowError(NOT_UNDERSTOOD);
  if ((target ?? table) !== table || !Object.hasOwn(ARCHIVED_TABLES, table)) throw new RowError(NOT_UNDERSTOOD);
  return { table, id, column };
}

/**
 * The columns of a row with ids of this installation. @param idOf is asked for every reference; null leaves a column empty
 * @throws RowError for a reference that is none
 */
export function replaceRefs(shape: TableShape, row: ReadRow, idOf: IdOf): Values {
  const { adds = {} }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  // Nothing else of the row counts: it could give columns that never travel.
  const columns = [...listTravelingColumns(shape).map(({ name }) => name), ...Object.keys(adds)];
  const values: Values = {};
  for (const column of columns) if (row[column] !== undefined) values[column] = replaceValue(shape, row, column, idOf);
  const [key = 'id'] = shape.key;
  // A key that is no number is written once, as the name of the row.
  if (shape.key.length === 1 && key !== 'id' && findTarget(shape, key) === undefined) values[key] = row._id;
  return values;
}

function replaceValue(shape: TableShape, row: ReadRow, column: string, idOf: IdOf): unknown {
  const value = row[column];
  const { tokens = [], ids_in = {}, row_refs = {}, adds = {} }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  const target = findTarget(shape, column);
  const isRef =
    target !== undefined || Object.hasOwn(row_refs, column) || (Object.hasOwn(adds, column) && isObject(value));
  if (isRef) {
    const of = target ?? findRowTarget(shape.name, column, row);
    return value === null ? null : replaceColumn(value, column, of, idOf);
  }
  const has_tokens = tokens.includes(column);
  if (!has_tokens && !Object.hasOwn(ids_in, column)) return value;
  return replaceInside(value, { keys: ids_in[column] ?? {}, has_tokens, idOf });
}

function replaceColumn(value: unknown, column: string, target: string | undefined, idOf: IdOf) {
  if (!Array.isArray(value)) return idOf(parseRef(value, column, target));
  return value.map((one) => idOf(parseRef(one, column, target))).filter((id) => id !== null);
}

interface Inside {
  keys: Readonly<Record<string, string>>;
  has_tokens: boolean;
  idOf: IdOf;
}

function replaceInside(value: unknown, inside: Inside): unknown {
  if (typeof value === 'string' && inside.has_tokens)
    return replaceTokenIds(
      value,
      (kind, id) => inside.idOf({ table: TOKEN_TABLES[kind], id: String(id), column: null }) ?? id,
    );
  if (Array.isArray(value)) return value.map((one) => replaceInside(one, inside));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      Object.hasOwn(inside.keys, key)
        ? replaceIds(inside.keys[key] as string, one, inside)
        : replaceInside(one, inside),
    ]),
  );
}

function replaceIds(table: string, value: unknown, inside: Inside): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceIds(table, one, inside));
  if (typeof value !== 'number') return value;
  return inside.idOf({ table, id: String(value), column: null }) ?? value;
}
