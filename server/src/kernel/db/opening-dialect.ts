import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type PostgresPool } from 'kysely';
import { findOpening } from './copy.ts';

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
