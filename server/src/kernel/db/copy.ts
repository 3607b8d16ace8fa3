import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type PostgresPool } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Begins transactions together with what they say first: one way to the database instead of two, for every request. */
class OpeningDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    const opening = findOpening();
    if (opening === null || settings.isolationLevel || settings.accessMode) {
      return super.beginTransaction(connection, settings);
    }
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${opening}`));
    } catch (error) {
      // Begun or not: the connection goes back to the pool without a transaction.
      await this.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }
}

/** PostgreSQL for transactions of `withCopy`. */
export class OpeningDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new OpeningDriver({ pool: this.#pool });
  }
}

/** COPY inside a transaction: what no query builder offers, and a hundred times a statement per row. */
export interface CopyInTransaction {
  /** Takes `copy ... from stdin`; write the rows, then end. Refused by PostgreSQL on tables with row-level security. */
  into(statement: string): Writable;
  /**
   * The rows of a query as CSV without a heading (UTF-8), every cell quoted: where `;` parts cells, it would begin a new one. Read it to its end: in the middle of COPY nothing else can be said
   * on a connection, not even rollback. It counts towards statement_timeout until it was read.
   */
  outOf(query: CompiledQuery): Readable;
}

const holder = new AsyncLocalStorage<{ client: pg.PoolClient | null; opening: string }>();

/** What the transaction that `withCopy` begins says first; null outside of one. */
const findOpening = (): string | null => holder.getStore()?.opening ?? null;

/** The pool as Kysely uses it, telling `withCopy` which connection a transaction was given. */
export function trackConnections(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      const held = holder.getStore();
      if (held) held.client = client;
      return client;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/**
 * Runs `work`, which begins one transaction, and lends it COPY on that transaction's connection.
 * @param opening statements that are sent together with `begin`
 */
export function withCopy<Result>(opening: string, work: (copy: CopyInTransaction) => Promise<Result>): Promise<Result> {
  const held: { client: pg.PoolClient | null; opening: string } = { client: null, opening };
  const client = (): pg.PoolClient => {
    if (!held.client) throw new Error('COPY was asked for before the transaction began.');
    return held.client;
  };
  return holder.run(held, () =>
    work({
      into: (statement) => client().query(copyFrom(statement)),
      outOf: (query) =>
        client().query(copyTo(`copy (${inlineParameters(query)}) to stdout (format csv, force_quote *)`)),
    }),
  );
}

/** COPY takes no parameters: each `$n` becomes a quoted literal, which PostgreSQL reads as it would the parameter. */
function inlineParameters({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, index: string) => {
    const value = parameters[Number(index) - 1];
    if (value === null || value === undefined) return 'null';
    return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(Number).join(',')}}` : String(value));
  });
}
