import type { LinkedinImportKind, LinkedinSource } from '@overture/domain/linkedin/linkedin-import';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import { findImport, type ImportRow, keyName } from '../import/imports.store.ts';

export const IMPORTS_LOOP = 'linkedin-imports';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A claimed import with what reading needs. */
export interface LinkedinImportRow extends ImportRow {
  kind: LinkedinImportKind;
  source_url: string;
  amount: number;
}

/** Longer than a page takes at its slowest; a worker that died is followed after it. */
const lease = sql`interval '90 seconds'`;

export async function insertLinkedinImport(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: {
    search_id: number;
    created_by: number | null;
    account_id: number;
    amount: number;
    source: LinkedinSource;
    label: string;
  },
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into imports (organization_id, search_id, created_by, status, kind,
      source_url, account_id, amount, file_name, encoding, delimiter, header, column_mapping, bytes_total, keeps_changes, key_name)
    values (${organization.id}, ${given.search_id}, ${given.created_by}, 'queued', ${given.source.kind},
      ${given.source.url}, ${given.account_id}, ${given.amount}, ${given.label}, '', '', '{}', '{}', 0, true, ${keyName(user)})
    returning id`.execute(db);
  return rows.rows[0]!.id;
}

/** Claims a due, unclaimed import; undefined otherwise. */
export async function claimLinkedinImport(tx: Tx, id: number): Promise<LinkedinImportRow | undefined> {
  const claimed = await sql`update imports set status = 'running', lease_token = lease_token + 1,
      lease_until = app_now() + ${lease}, attempts = attempts + 1, waiting_for = null
    where organization_id = ${tx.organization.id} and id = ${id} and kind <> 'csv'
      and status in ('queued', 'running') and lease_until <= app_now() and wake_at <= app_now()`.execute(tx.db);
  if (claimed.numAffectedRows !== 1n) return undefined;
  return (await findImport(tx, id)) as LinkedinImportRow | undefined;
}

export interface Pace {
  /** True when the seat is ours until the page is stored or the lease ends. */
  is_free: boolean;
  /** The seat is idle and may not read for a while: LinkedIn asked it to slow down. */
  rests_long: boolean;
  /** People the seat read today. */
  read_today: number;
}

/** Longer pauses than this are shown to waiting imports; shorter ones separate any two pages. */
const longRest = sql`interval '20 seconds'`;

/** One page of a seat at a time, for any number of imports; returns when it is another import's turn. */
export async function waitForTurn({ db, organization }: Tx, accountId: number, importId: number): Promise<Pace> {
  await sql`insert into linkedin_paces (account_id, organization_id) values (${accountId}, ${organization.id})
    on conflict (account_id) do nothing`.execute(db);
  const rows = await sql<Pace>`with taken as (
      update linkedin_paces set next_read_at = app_now() + ${lease}
      where account_id = ${accountId} and next_read_at <= app_now() returning 1)
    select exists (select from taken) as is_free,
      next_read_at > app_now() + ${longRest} and not exists (select from imports o
        where o.organization_id = ${organization.id} and o.account_id = ${accountId} and o.id <> ${importId}
          and o.status = 'running' and o.lease_until > app_now()) as rests_long,
      case when read_on = (app_now() at time zone 'UTC')::date then read_people else 0 end as read_today
    from linkedin_paces where account_id = ${accountId}`.execute(db);
  return rows.rows[0] ?? { is_free: false, rests_long: false, read_today: 0 };
}

/** The turn is over: the seat rests so long, and has read so many more. */
export async function endTurn(
  { db }: Tx,
  accountId: number,
  given: { rest_in_seconds: number; people: number },
): Promise<void> {
  await sql`update linkedin_paces set next_read_at = app_now() + make_interval(secs => ${given.rest_in_seconds}::float8),
      read_people = ${given.people} + case when read_on = (app_now() at time zone 'UTC')::date then read_people else 0 end,
      read_on = (app_now() at time zone 'UTC')::date
    where account_id = ${accountId}`.execute(db);
}

/**
 * Not now: gives the claim back without counting it as a try. `words` are for people; null for a short wait. Who waits for
 * a turn looks again soon: the turn under way lasts much shorter than its lease, and a short rest ends at its time.
 * Undefined when the claim is no longer ours.
 */
export async function postpone(
  tx: Tx,
  row: Pick<ImportRow, 'id' | 'lease_token'>,
  until: 'turn' | 'rested' | 'tomorrow',
  words: string | null,
): Promise<ImportRow | undefined> {
  const rested = sql`greatest(app_now(), (select next_read_at from linkedin_paces p where p.account_id = imports.account_id))`;
  const wake = {
    turn: sql`least(app_now() + interval '2 seconds', ${rested})`,
    rested,
    tomorrow: sql`(date_trunc('day', app_now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`,
  }[until];
  const rows = await sql`update imports set lease_until = app_now(), wake_at = ${wake}, attempts = attempts - 1,
      waiting_for = ${words}
    where organization_id = ${tx.organization.id} and id = ${row.id} and lease_token = ${row.lease_token}
      and status = 'running'`.execute(tx.db);
  return rows.numAffectedRows === 1n ? findImport(tx, row.id) : undefined;
}

/** A page could not be read: it is tried again after so long. Undefined when the claim is no longer ours. */
export async function waitAfterTrouble(
  tx: Tx,
  row: Pick<ImportRow, 'id' | 'lease_token'>,
  given: { seconds: number; words: string },
): Promise<ImportRow | undefined> {
  const rows = await sql`update imports set lease_until = app_now(), waiting_for = ${given.words},
      wake_at = app_now() + make_interval(secs => ${given.seconds}::float8)
    where organization_id = ${tx.organization.id} and id = ${row.id} and lease_token = ${row.lease_token}
      and status = 'running'`.execute(tx.db);
  return rows.numAffectedRows === 1n ? findImport(tx, row.id) : undefined;
}

export interface PageProgress {
  added: number;
  duplicate: number;
  skipped: number;
  bad: number;
  updated_prospects: number;
  cursor: string | null;
  is_last: boolean;
  rest_in_seconds: number;
}

/** Counts a page and moves the place; undefined when the claim is no longer ours: then all must be rolled back. */
export async function recordPage(
  tx: Tx,
  row: Pick<ImportRow, 'id' | 'lease_token'>,
  by: PageProgress,
): Promise<ImportRow | undefined> {
  const total = by.added + by.duplicate + by.skipped + by.bad;
  // Others that wait for the same seat go first: imports of a seat take turns.
  const courtesy = sql`case when ${by.rest_in_seconds}::float8 > 0 and exists (select from imports o
    where o.organization_id = ${tx.organization.id} and o.account_id = i.account_id and o.id <> i.id
      and o.status in ('queued', 'running')) then interval '3 seconds' else interval '0' end`;
  const counted = await sql`update imports i set added_prospects = added_prospects + ${by.added},
      duplicate_rows = duplicate_rows + ${by.duplicate}, skipped_rows = skipped_rows + ${by.skipped},
      bad_rows = bad_rows + ${by.bad}, updated_prospects = updated_prospects + ${by.updated_prospects}, total_rows = total_rows + ${total}, cursor = ${by.cursor}, attempts = 0,
      lease_until = app_now(), wake_at = app_now() + make_interval(secs => ${by.rest_in_seconds}::float8) + ${courtesy},
      waiting_for = null, status = ${by.is_last ? 'finished' : 'running'}, finished_at = ${by.is_last ? sql`app_now()` : null}
    where organization_id = ${tx.organization.id} and id = ${row.id} and lease_token = ${row.lease_token}
      and status = 'running'`.execute(tx.db);
  return counted.numAffectedRows === 1n ? findImport(tx, row.id) : undefined;
}

/** Imports whose next page is due, of all organizations. */
export async function findDueImports({
  db,
}: Pick<SystemTransactionContext, 'db'>): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select id, organization_id from imports
    where status in ('queued', 'running') and kind <> 'csv' and wake_at <= app_now() and lease_until <= app_now()
      and ${isNotParked(IMPORTS_LOOP, sql.ref('organization_id'), sql`id::text`)}
    order by wake_at limit 200`.execute(db);
  return rows.rows;
}
