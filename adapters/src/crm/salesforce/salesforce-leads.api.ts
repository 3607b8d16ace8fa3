import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { isProviderError } from '../../kit/errors.ts';
import type { CrmConnection, CrmFound, CrmOutcome, CrmSearchKeys, CrmTarget, CrmWrite } from '../crm.port.ts';
import { type CrmHttp, piecesOf, shorten } from '../crm-http.api.ts';
import { quote, REFERENCE_FIELD } from './lead-fields.transform.ts';

export const DATA = '/services/data/v66.0';
const idSchema = z.string().regex(/^[\w]{15,18}$/);
const recordSchema = z.looseObject({ Id: idSchema });
export const querySchema = z.object({
  records: z.array(recordSchema).max(2_000),
  done: z.boolean(),
  nextRecordsUrl: z.string().max(300).optional(),
});
const errorSchema = z.looseObject({
  statusCode: z.string().optional(),
  errorCode: z.string().optional(),
  message: z.string().default(''),
  fields: z.array(z.string()).default([]),
});
const resultSchema = z.object({
  id: idSchema.nullish(),
  success: z.boolean(),
  created: z.boolean().optional(),
  errors: z.array(errorSchema).default([]),
});
const resultsSchema = z.array(resultSchema).max(200);
/** Names in an IN list: an address of a call may be 16 KB long. */
const NAMES_PER_QUERY = 80;
/** Their clock and ours may differ. */
const CLOCKS_DIFFER_IN_MS = 120_000;

type Row = z.output<typeof recordSchema>;

export async function query(
  http: CrmHttp,
  connection: CrmConnection,
  soql: string,
): Promise<z.output<typeof querySchema>> {
  return http.read(connection, querySchema, {
    path: `${DATA}/query?q=${encodeURIComponent(soql)}`,
    effect: 'repeatable',
  });
}

export const textOf = (row: Row, field: string): string => {
  const value = row[field];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};

export async function findLeads(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  searched: readonly CrmSearchKeys[],
  fields: readonly string[],
): Promise<Map<string, CrmFound>> {
  const found = new Map<string, CrmFound>();
  const columns = [...new Set(['Id', 'Email', ...fields])];
  const present = (row: Row): CrmFound => ({
    id: row.Id,
    url: connection.api_url === null ? null : `${connection.api_url}/${row.Id}`,
    values: Object.fromEntries(fields.map((field) => [field, textOf(row, field)])),
  });
  const take = async (field: string, keyOf: (one: CrmSearchKeys) => string | null): Promise<void> => {
    const open = searched.filter((one) => !found.has(one.key) && keyOf(one));
    for (const piece of piecesOf(open, NAMES_PER_QUERY)) {
      const names = piece.map((one) => quote(keyOf(one) as string)).join(',');
      const select = [...new Set([...columns, field])].join(', ');
      const soql = `SELECT ${select} FROM Lead WHERE IsConverted = false AND ${field} IN (${names})`;
      const { records } = await query(http, connection, soql);
      const byValue = new Map(records.map((row) => [fold(field, textOf(row, field)), row]));
      for (const one of piece) {
        const row = byValue.get(fold(field, keyOf(one) as string));
        if (row !== undefined) found.set(one.key, present(row));
      }
    }
  };
  await take('Id', (one) => one.known_id);
  if (target.reference_field !== null) await take(target.reference_field, (one) => one.reference);
  await take('Email', (one) => one.email);
  if (target.linkedin_field !== null) await take(target.linkedin_field, (one) => one.linkedin_url);
  for (const one of target.reference_field === null ? searched : []) {
    // Without an address and a field of ours, only what was begun and never answered is looked for by name.
    if (found.has(one.key) || one.written_since === null) continue;
    const row = await findWritten(http, connection, columns, one);
    if (row !== null) found.set(one.key, present(row));
  }
  return found;
}

/** Ids have 15 or 18 letters; the first 15 are the id. */
const fold = (field: string, value: string): string => (field === 'Id' ? value.slice(0, 15) : value.toLowerCase());

async function findWritten(
  http: CrmHttp,
  connection: CrmConnection,
  columns: string[],
  one: CrmSearchKeys,
): Promise<Row | null> {
  const since = new Date((one.written_since?.getTime() ?? 0) - CLOCKS_DIFFER_IN_MS).toISOString();
  const soql = `SELECT ${columns.join(', ')} FROM Lead WHERE Name = ${quote(one.name)} AND Company = ${quote(one.company)} AND CreatedDate >= ${since} LIMIT 2`;
  const { records } = await query(http, connection, soql);
  return records[0] ?? null;
}

export async function writeLeads(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  writes: readonly CrmWrite[],
): Promise<CrmOutcome[]> {
  const added = writes.filter(({ id }) => id === null);
  const changed = writes.filter(({ id }) => id !== null);
  return [
    ...(await writeBatch(http, connection, target, added, 'add')),
    ...(await writeBatch(http, connection, target, changed, 'change')),
  ];
}

async function writeBatch(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  writes: readonly CrmWrite[],
  verb: 'add' | 'change',
): Promise<CrmOutcome[]> {
  if (writes.length === 0) return [];
  const isUpsert = verb === 'add' && target.reference_field !== null;
  const records = writes.map((write) => toRecord(target, write, verb));
  const json = { allOrNone: false, records };
  const path = `${DATA}/composite/sobjects`;
  const call = isUpsert
    ? ({ path: `${path}/Lead/${REFERENCE_FIELD}`, method: 'PATCH', json, effect: 'repeatable' } as const)
    : verb === 'add'
      ? ({ path, json, effect: 'sends' } as const)
      : ({ path, method: 'PATCH', json, effect: 'repeatable' } as const);
  const answer = await http.read(connection, resultsSchema, call).catch((error: unknown) => {
    // One field that is none refuses them all: each is then told so.
    if (isProviderError(error, 'rejected') && error.concerns === 'message')
      return writes.map(() => ({
        id: null,
        success: false,
        errors: [{ message: error.message, errorCode: error.code ?? '', fields: [] }],
      }));
    throw error;
  });
  return writes.map((write, index) => outcomeOf(connection, write, answer[index]));
}

function toRecord(target: CrmTarget, { id, reference, values, name, owner_id }: CrmWrite, verb: 'add' | 'change') {
  const typed = Object.entries(values).map(([field, value]) => [
    field,
    target.fields.find((known) => known.name === field)?.type === 'number' ? Number(value) : value,
  ]);
  return {
    attributes: { type: 'Lead' },
    ...(verb === 'add' ? { LastName: name } : { Id: id }),
    ...Object.fromEntries(typed),
    ...(owner_id === null ? {} : { OwnerId: owner_id }),
    ...(target.reference_field === null ? {} : { [target.reference_field]: reference }),
  };
}

function outcomeOf(connection: CrmConnection, { key, id }: CrmWrite, result: SalesforceResult | undefined): CrmOutcome {
  if (result === undefined) return { key, outcome: 'unknown' };
  if (result.success && result.id) {
    const url = connection.api_url === null ? null : `${connection.api_url}/${result.id}`;
    return { key, outcome: id === null ? 'created' : 'updated', id: result.id, url };
  }
  return outcomeOfError(key, result.errors?.[0]);
}

type SalesforceResult = z.input<typeof resultSchema>;

function outcomeOfError(
  key: CrmWrite['key'],
  error: NonNullable<SalesforceResult['errors']>[number] | undefined,
): CrmOutcome {
  const code = error?.statusCode ?? error?.errorCode ?? null;
  if (code === 'DUPLICATES_DETECTED') {
    const match = /"Id":\s?"(\w{15,18})"/.exec(cutText(JSON.stringify(error), 20_000))?.[1];
    if (match !== undefined) return { key, outcome: 'exists', id: match };
  }
  if (code === 'UNABLE_TO_LOCK_ROW' || code === 'SERVER_UNAVAILABLE') return { key, outcome: 'unknown' };
  return { key, outcome: 'refused', reason: shorten(error?.message ?? 'It was refused.'), code };
}
