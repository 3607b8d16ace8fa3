import type { SyncCursor } from '@overture/adapters/mailbox/mailbox.port';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';

interface Tx {
  db: Kysely<DB>;
}

/** Mailboxes that one process reads, each with a connection of about 100 KB, and how many it opens in a second. */
export const READING_LIMITS = { mailboxes: 10_000, opened_per_second: 40 } as const;

/** A mailbox this process reads until another claim raises the token. */
export interface MailboxLease {
  account_id: number;
  organization_id: number;
  /** Rises with every claim: the fence that keeps a process that woke up late from committing. */
  token: number;
}

export interface LeasedMailbox extends MailboxLease {
  email: string;
  sealed_connection: Buffer;
  cursor: SyncCursor;
}

/**
 * Makes a mailbox available with the current connection: a worker reading with an older one loses its lease.
 * @param keepsCursor false restarts reading, for a connection to another mailbox
 */
export async function offerMailbox(
  { db }: Tx,
  account: { id: number; organization_id: number },
  keepsCursor: boolean,
): Promise<void> {
  await sql`insert into mailbox_syncs as s (account_id, organization_id) values (${account.id}, ${account.organization_id})
    on conflict (account_id) do update set lease_token = s.lease_token + 1, leased_until = '-infinity',
      cursor = case when ${keepsCursor} then s.cursor else '{}' end`.execute(db);
}

/** Ends the reading of a mailbox for good. */
export async function withdrawMailbox({ db }: Tx, accountId: number): Promise<void> {
  await sql`delete from mailbox_syncs where account_id = ${accountId}`.execute(db);
}

/** Claims up to `limit` available mailboxes (system transaction). Two workers never get the same one. */
export async function claimMailboxes({ db }: Tx, limit: number, lease_in_seconds: number): Promise<LeasedMailbox[]> {
  const rows = await sql<LeasedMailbox>`with claimed as (
      update mailbox_syncs set lease_token = lease_token + 1,
        leased_until = statement_timestamp() + make_interval(secs => ${lease_in_seconds})
      where account_id in (select account_id from mailbox_syncs where leased_until < statement_timestamp()
        order by leased_until limit ${limit} for update skip locked)
      returning account_id, organization_id, lease_token, cursor)
    select c.account_id, c.organization_id, c.lease_token as token, c.cursor, a.email::text as email, a.sealed_connection
    from claimed c join accounts a on a.id = c.account_id where a.sealed_connection is not null`.execute(db);
  return rows.rows;
}

/** Renews the leases still held and returns their accounts. A missing one was claimed, reconnected or removed. */
export async function renewMailboxes(
  { db }: Tx,
  leases: readonly MailboxLease[],
  lease_in_seconds: number,
): Promise<number[]> {
  const rows = await sql<{ account_id: number }>`update mailbox_syncs s
      set leased_until = statement_timestamp() + make_interval(secs => ${lease_in_seconds})
    from json_to_recordset(${toJson(leases)}::json) as held (account_id bigint, token bigint)
    where s.account_id = held.account_id and s.lease_token = held.token returning s.account_id`.execute(db);
  return rows.rows.map((row) => row.account_id);
}

/** Which of these leases are still held; writes nothing. */
export async function checkMailboxes({ db }: Tx, leases: readonly MailboxLease[]): Promise<number[]> {
  const rows = await sql<{ account_id: number }>`select s.account_id from mailbox_syncs s
    join json_to_recordset(${toJson(leases)}::json) as held (account_id bigint, token bigint)
      on s.account_id = held.account_id and s.lease_token = held.token`.execute(db);
  return rows.rows.map((row) => row.account_id);
}

/** Releases mailboxes now: other processes need not wait for the lease to expire. */
export async function releaseMailboxes({ db }: Tx, leases: readonly MailboxLease[]): Promise<void> {
  await sql`update mailbox_syncs s set leased_until = '-infinity'
    from json_to_recordset(${toJson(leases)}::json) as held (account_id bigint, token bigint)
    where s.account_id = held.account_id and s.lease_token = held.token`.execute(db);
}

/** Stores how far a mailbox was read; false when the lease was lost, and the caller must roll back. */
export async function saveSyncCursor({ db }: Tx, lease: MailboxLease, cursor: SyncCursor): Promise<boolean> {
  const rows = await sql`update mailbox_syncs set cursor = ${toJson(cursor)}::jsonb
    where account_id = ${lease.account_id} and lease_token = ${lease.token}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
