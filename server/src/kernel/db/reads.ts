import { AsyncLocalStorage } from 'node:async_hooks';
import { type CompiledQuery, type DatabaseConnection, DefaultQueryExecutor, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './__generated__/database.ts';
import { isStalePlan } from './kept-plan.ts';
import { DatabaseUnavailable } from './outage.ts';

/** Whom row-level security lets in while something is read. */
export interface Reader {
  organization_id: number;
  /** The person who acts; null in a job of the organization itself. */
  user_id: number | null;
  /** For a replica: how far it must have replayed the log of the primary, in bytes. */
  position?: number;
}

/** What pg's own queries say to a connection; the library's types leave it out. */
interface Wire {
  _send(message: Buffer): void;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: unknown[] }): void;
  describe(portal: object): void;
  execute(portal: object): void;
}

/** What pg makes of the columns of an answer, once for each. Typed here as far as it is used. */
interface Columns {
  fields: { name: string }[];
  _parsers: unknown[];
  _prebuiltEmptyResultObject: Record<string, null>;
}

// Kept statements are still planned for their parameters: one organization has ten leads, another a million. Only in this
// transaction: set for a whole session, every foreign key of every written row would be planned again as well.
const openingOf = (isReadOnly: string) => ({
  name: 'reader',
  text: `select set_config('app.organization_id', $1, true), set_config('app.user_id', $2, true),
    set_config('transaction_read_only', ${isReadOnly}, true), set_config('plan_cache_mode', 'force_custom_plan', true)`,
});
const OPENING = openingOf(`'on'`);
/**
 * A server that was promoted, or lacks what it must have, refuses: there is no such value (22023). The checks of the sentry are on another connection, and
 * an address may lead to several servers, or to one that was restarted and has less than it had.
 */
const onOfReplica = (position: string): string =>
  `case when pg_is_in_recovery() and pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 >= ${position}::float8 then 'on' else 'behind' end`;
const OPENING_OF_REPLICA = openingOf(onOfReplica('$3'));
/** The same check for a transaction. */
export const requireReplica = (position: number): string =>
  `set_config('transaction_read_only', ${onOfReplica(String(position))}, true)`;

interface ReadOptions {
  /** False behind a pooler, which shares the server's connections. */
  keeps_statements: boolean;
  is_replica?: boolean;
}

/** What a connection knows of kept statements. */
interface Known {
  /** By statement. PostgreSQL refuses a kept statement whose columns have changed, so they hold as long as the connection. */
  columns: Map<string, Columns>;
  /** The connection, which gathers what is said to it. */
  gathering: Wire;
  /** The same for a statement whose columns are known: it does not ask for them. */
  quiet: Wire;
  /** What was gathered, sent as one write: each write of its own takes longer than what it sends. */
  messages: Buffer[];
}

const known = new WeakMap<Wire, Known>();

function openConnection(connection: Wire, opening: typeof OPENING): Known {
  connection.parse(opening);
  const messages: Buffer[] = [];
  const gathering = Object.create(connection, {
    _send: { value: (message: Buffer) => messages.push(message) },
  }) as Wire;
  const quiet = Object.create(gathering, { describe: { value: () => undefined } }) as Wire;
  const made: Known = { columns: new Map(), gathering, quiet, messages };
  known.set(connection, made);
  return made;
}

/**
 * A statement that only reads and says before, in the same message, for whom. PostgreSQL takes what comes before one Sync for one transaction, so the
 * settings end with the statement: one way to the database instead of three (begin, statement, commit).
 */
class ReadQuery extends (pg.Query as unknown as new (
  text: string,
) => {
  name: string | undefined;
  values: unknown[];
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Wire): void;
  handleRowDescription(message: { fields: { name: string }[] }): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleError(error: Error & { code?: string }, connection: Wire): void;
}) {
  readonly #reader: Reader;
  readonly #keepsStatements: boolean;
  readonly #opening: typeof OPENING;
  #isOpening = true;
  #known: Known | undefined;

  constructor(reader: Reader, text: string, values: unknown[], name: string | undefined, options: ReadOptions) {
    // Of an object the library copies the description of every property, which takes longer than all else here.
    super(text);
    this.values = values;
    this.name = name;
    this.#reader = reader;
    this.#keepsStatements = options.keeps_statements;
    this.#opening = options.is_replica ? OPENING_OF_REPLICA : OPENING;
  }

  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Wire): void {
    this._accumulateRows = true;
    if (!this.#keepsStatements) {
      connection.parse({ ...this.#opening, name: '' });
      this.#open(connection, '');
      super.prepare(connection);
      return;
    }
    const before = known.get(connection);
    // The library takes the first answer to a Parse for its statement's, and on a new connection it is the opening's: a statement whose own
    // Parse failed after it (cancelled while it waited for a lock) would count as kept, and fail there for as long as the connection lives.
    if (!before) this.name = undefined;
    this.#known = before ?? openConnection(connection, this.#opening);
    const { columns, gathering, quiet, messages } = this.#known;
    messages.length = 0;
    this.#open(gathering, this.#opening.name);
    const found = this.name === undefined ? undefined : columns.get(this.name);
    if (found) Object.assign(this._result, found);
    super.prepare(found ? quiet : gathering);
    connection._send(Buffer.concat(messages));
  }

  #open(connection: Wire, statement: string): void {
    const { organization_id, user_id, position = Number.POSITIVE_INFINITY } = this.#reader;
    const values = [organization_id, user_id ?? '', ...(this.#opening === OPENING_OF_REPLICA ? [position] : [])];
    connection.bind({ statement, values: values.map(String) });
    connection.execute({});
  }

  override handleRowDescription(message: { fields: { name: string }[] }): void {
    super.handleRowDescription(message);
    if (this.name === undefined) return;
    const { fields, _parsers } = this._result;
    const empty: Record<string, null> = {};
    for (const { name } of fields) empty[name] = null;
    this.#known?.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject: empty });
  }

  // The opening statement returns one row, which is dropped.
  override handleDataRow(message: unknown): void {
    if (!this.#isOpening) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (!this.#isOpening) super.handleCommandComplete(message, connection);
    this.#isOpening = false;
  }

  // A mistake of ours, not a database that has become read-only.
  override handleError(error: Error & { code?: string }, connection: Wire): void {
    super.handleError(error.code === '25006' ? new TypeError(`A read wrote: ${error.message}`) : error, connection);
  }
}

/** Statements seen so often are kept by each connection: read, bound to the row-level security and, without parameters, planned once. */
const KEPT_AFTER = 20;
const MAX_KEPT = 200;
const MAX_COUNTED = 2000;
const seen = new Map<string, number>();
const kept = new Map<string, string>();

/** The name under which connections keep a statement; undefined for one that is rare or too many. */
function findStatementName(text: string): string | undefined {
  const name = kept.get(text);
  if (name || kept.size >= MAX_KEPT) return name;
  if (seen.size >= MAX_COUNTED) seen.clear();
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  if (times < KEPT_AFTER) return undefined;
  seen.delete(text);
  kept.set(text, `read ${kept.size + 1}`);
  return kept.get(text);
}

const readers = new AsyncLocalStorage<Reader>();

/** Runs `work`, whose statements on `openReads` see the organization of `reader`. */
export const readAs = <Result>(reader: Reader, work: () => Promise<Result>): Promise<Result> =>
  readers.run(reader, work);

type Submit = (query: ReadQuery, answered: (error: Error | null, result: pg.QueryResult) => void) => void;

async function ask(
  client: pg.PoolClient,
  reader: Reader,
  text: string,
  given: readonly unknown[],
  options: ReadOptions,
): Promise<pg.QueryResult> {
  const send = (name: string | undefined): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      const query = new ReadQuery(reader, text, [...given], name, options);
      // The library's types know callbacks of texts only.
      (client.query.bind(client) as unknown as Submit)(query, (error, result) =>
        error ? reject(error) : resolve(result),
      );
    });
  const name = options.keeps_statements ? findStatementName(text) : undefined;
  return send(name).catch((error: unknown) => {
    if (name && isStalePlan(error)) return send(undefined);
    throw error;
  });
}

/**
 * A connection that is about to close, or whose server does not have what we take for kept: given to another caller, it would fail
 * that one's statement as well.
 */
const isSpoiledBy = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || (error instanceof pg.DatabaseError && error.code === '26000');

/** The statement fails in an event of its connection: without these lines nothing would say who asked. */
function addCallers(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error().stack?.replace(/^.*\n/, '')}`;
  return error;
}

/**
 * The database for statements of `readAs`. Each runs in its own transaction; PostgreSQL refuses writes. The library's own driver would take and
 * give back a connection in ten steps and remember each loan in weak sets, which costs more than the statement.
 */
export function openReads(pool: pg.Pool, options: ReadOptions): Kysely<DB> {
  const connection = {
    async executeQuery({ sql, parameters }: CompiledQuery) {
      const reader = readers.getStore();
      if (!reader) throw new Error('Reading needs an organization: call it within readAs.');
      const client = await pool.connect();
      let isSpoiled = false;
      try {
        const { rows } = await ask(client, reader, sql, parameters, options);
        return { rows };
      } catch (error) {
        isSpoiled = isSpoiledBy(error);
        throw addCallers(error);
      } finally {
        client.release(isSpoiled);
      }
    },
  } as DatabaseConnection;
  const dialect = new PostgresDialect({ pool });
  return new Kysely<DB>({
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
      provideConnection: (consumer) => consumer(connection),
    }),
  });
}
