import { type RawBuilder, sql } from 'kysely';

/**
 * Every advisory lock of the program; the list keeps numbers unique. Never change a number: processes of two versions share
 * them.
 */
export const ADVISORY_LOCKS = {
  /** Held for as long as the owner of the embedded database lives: the kernel closes its connection, and so drops the lock, however it dies. */
  embedded_owner: 7_683_783,
  /** Starts of several processes migrate and make the same logins; one does it, the others find it done. */
  migration: 71_530_001,
  first_start: 71_530_004,
  relay: 71_530_002,
  events: 71_530_003,
  connecting_account: 71_530_010,
  merging_leads: 71_530_020,
  /** Trials of imports merge as imports do: one at a time, before which no import waits long. */
  trying_import: 71_530_021,
  adding_leads: 71_530_030,
  campaign: 71_530_031,
  /** Dispatches share it. Recording earlier contacts holds it alone: it waits for dispatches that began before. */
  touch_locks: 71_530_032,
  starting_research: 71_530_053,
  claiming_cells: 71_530_054,
  idempotency: 71_530_060,
  templates: 71_530_061,
  snippets: 71_530_062,
  kanban_boards: 71_530_070,
  messaging_account: 71_530_071,
  message_uploads: 71_530_072,
  /** Taken in SQL only: making a month of `campaign_events`. */
  event_month: 71_530_064,
  /** Taken in SQL only, with the number of a slot: `claim_sum_slot`. */
  sum_slot: 71_530_086,
} as const;

/** Waits for this lock of the same organization or row, and holds it until the end of the transaction. */
export function acquireLock(name: keyof typeof ADVISORY_LOCKS, id: number): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS[name])}, ${id % 2_147_483_647}::int)`;
}

/** As `acquireLock`, beside others who share it; it waits only for a sole holder. `id`: SQL of a positive number. */
export function shareLock(name: keyof typeof ADVISORY_LOCKS, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock_shared(${sql.lit(ADVISORY_LOCKS[name])}, (${id} % 2147483647)::int)`;
}

/** True when this lock of the same organization or row was free; it is then held until the end of the transaction. */
export function tryLock(name: keyof typeof ADVISORY_LOCKS, id?: number): RawBuilder<boolean> {
  const number = sql.lit(ADVISORY_LOCKS[name]);
  return id === undefined
    ? sql`pg_try_advisory_xact_lock(${number})`
    : sql`pg_try_advisory_xact_lock(${number}, ${id % 2_147_483_647}::int)`;
}
