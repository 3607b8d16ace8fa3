import type { ClickHouseClient, QueryResult } from '@clickhouse/client';
import type { QueryOptions } from '../lead-database.port.ts';
import { ENGINE_LIMITS } from './clickhouse.manifest.ts';
import { timeoutError, toProviderError } from './clickhouse-error.transform.ts';

export type Statement = {
  sql: string;
  params?: Record<string, unknown>;
  /** Settings of the engine for this statement, `name = value, ...`; how long it may take is set for all. */
  settings?: string;
};

/** A statement to be put into another one, with the values it names. */
export type BoundStatement = Required<Pick<Statement, 'sql' | 'params'>>;

/** The engine is given this much longer to say itself that the time is over. */
const GRACE_IN_MS = 1000;

/**
 * Runs one query, bounded in time on both sides, and answers its rows. Numbers of 64 bits come as text.
 * @throws ProviderError; or the reason of `signal`
 */
export async function queryRows<Row>(
  client: ClickHouseClient,
  statement: Statement,
  options: QueryOptions = {},
): Promise<Row[]> {
  return queryWithin(client, statement, options, 'JSONEachRow', (result) => result.json<Row>());
}

async function queryWithin<Format extends 'JSONEachRow' | 'TabSeparatedRaw', Answer>(
  client: ClickHouseClient,
  { sql, params = {}, settings }: Statement,
  options: QueryOptions,
  format: Format,
  read: (result: QueryResult<Format>) => Promise<Answer>,
): Promise<Answer> {
  const limit = options.timeout_in_ms ?? ENGINE_LIMITS.query_timeout;
  const others = settings === undefined ? '' : `, ${settings}`;
  const query = `${sql} SETTINGS max_execution_time = ${limit / 1000}${others}`;
  return bounded(options, limit, false, async (signal) => {
    const ask = async () => read(await client.query({ query, query_params: params, format, abort_signal: signal }));
    // The server, or a proxy in front of it, closed an idle connection just when it was reused.
    return ask().catch((error: unknown) => (isReset(error) && !signal.aborted ? ask() : Promise.reject(error)));
  });
}

const isReset = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

/**
 * The same for a statement whose rows are one JSON text each: stored JSON is not encoded again and not parsed twice.
 * @throws as queryRows
 */
export async function queryPackedRows<Row>(
  client: ClickHouseClient,
  statement: Statement,
  options: QueryOptions = {},
): Promise<Row[]> {
  return queryWithin(client, statement, options, 'TabSeparatedRaw', async (result) => {
    const rows = await result.text();
    return JSON.parse(`[${rows.trimEnd().replaceAll('\n', ',')}]`) as Row[];
  });
}

/** Runs a statement that changes something. @throws ProviderError; or the reason of `signal` */
export async function runStatement(
  client: ClickHouseClient,
  { sql, params = {} }: Statement,
  options: QueryOptions = {},
): Promise<void> {
  const limit = options.timeout_in_ms ?? ENGINE_LIMITS.load_timeout;
  await bounded(options, limit, true, (signal) =>
    client.command({ query: sql, query_params: params, abort_signal: signal }),
  );
}

/** Adds rows to a table. @throws as runStatement */
export async function insertRows(
  client: ClickHouseClient,
  table: string,
  rows: readonly Record<string, unknown>[],
  options: QueryOptions = {},
): Promise<void> {
  const limit = options.timeout_in_ms ?? ENGINE_LIMITS.load_timeout;
  for (let at = 0; at < rows.length; at += ENGINE_LIMITS.insert_rows) {
    const values = rows.slice(at, at + ENGINE_LIMITS.insert_rows);
    await bounded(options, limit, true, (signal) =>
      client.insert({ table, values, format: 'JSONEachRow', abort_signal: signal }),
    );
  }
}

async function bounded<Result>(
  { signal: asked }: QueryOptions,
  limit: number,
  isLoad: boolean,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  asked?.throwIfAborted();
  const timeout = AbortSignal.timeout(limit + GRACE_IN_MS);
  const signal = asked === undefined ? timeout : AbortSignal.any([asked, timeout]);
  try {
    return await run(signal);
  } catch (error) {
    if (asked?.aborted) throw asked.reason;
    if (timeout.aborted) throw timeoutError(error);
    throw toProviderError(error, isLoad);
  }
}
