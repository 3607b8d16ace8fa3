/** The embedded engine: ClickHouse as a library, installed on demand by exact version. The same SQL runs on a server. */
export const ENGINE_PACKAGE = { name: 'chdb', version: '3.4.0' } as const;

/** A server must be at least as new as the engine that the tests run on. */
export const OLDEST_SERVER = '25.8';

/** Times in milliseconds, sizes in rows. */
export const ENGINE_LIMITS = {
  query_timeout: 10_000,
  load_timeout: 120_000,
  longest_statement: 3_660_000,
  /** Concurrent queries of the embedded engine; others wait. */
  lanes: 4,
  /** Words and lists of one search: the time grows with their square. */
  sets: 800,
  start_timeout: 60_000,
  max_batch_rows: 100_000,
  /** Rows of one INSERT. */
  insert_rows: 20_000,
  /** People whose companies are held in memory, 8 to 16 bytes each; of more, companies are read from the table. */
  looked_up_people: 60_000_000,
  /** Companies whose facts are held in memory, about 450 bytes each; of more, facts are read from the table. */
  held_companies: 1_500_000,
  /** Between two readings of them. */
  lookup_pause: 20_000,
  page_rows: 25,
  /** Leads looked at in one step of a selection. */
  selection_rows: 1000,
} as const;
