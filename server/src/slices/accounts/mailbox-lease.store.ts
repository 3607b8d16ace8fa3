import type { SyncCursor } from '@overture/adapters/mailbox/mailbox.port';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

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
  sync_cursor: SyncCursor;
}

/** Claims up to `limit` mailboxes nobody reads (system transaction). Two claimers never get the same one. */
export async function claimMailboxes({ db }: Tx, limit: number, lease_in_seconds: number): Promise<LeasedMailbox[]> {
  const rows = await sql<LeasedMailbox>`update accounts set sync_lease_token = sync_lease_token + 1,
      sync_leased_until = statement_timestamp() + make_interval(secs => ${lease_in_seconds})
    where id in (select id from accounts
      where deleted_at is null and account_type = 'IMAP' and sealed_connection is not null
        and (sync_leased_until is null or sync_leased_until < statement_timestamp())
      order by sync_leased_until nulls first limit ${limit} for update skip locked)
    returning id as account_id, organization_id, sync_lease_token as token, email::text as email, sealed_connection,
      sync_cursor`.execute(db);
  return rows.rows;
}

/** Prolongs the leases still held; answers their accounts. One that is missing was claimed, reconnected or removed meanwhile. */
export async function renewMailboxes(
  { db }: Tx,
  leases: readonly MailboxLease[],
  lease_in_seconds: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }>`update accounts a
      set sync_leased_until = statement_timestamp() + make_interval(secs => ${lease_in_seconds})
    from unnest(${leases.map((lease) => lease.account_id)}::bigint[], ${leases.map((lease) => lease.token)}::bigint[]) as held (id, token)
    where a.id = held.id and a.sync_lease_token = held.token and a.deleted_at is null returning a.id`.execute(db);
  return rows.rows.map((row) => row.id);
}

/** Gives mailboxes back at once, so that another process need not wait for the lease to run out. */
export async function releaseMailboxes({ db }: Tx, leases: readonly MailboxLease[]): Promise<void> {
  await sql`update accounts a set sync_leased_until = null
    from unnest(${leases.map((lease) => lease.account_id)}::bigint[], ${leases.map((lease) => lease.token)}::bigint[]) as held (id, token)
    where a.id = held.id and a.sync_lease_token = held.token`.execute(db);
}

/** Stores how far a mailbox was read; false when the lease was lost, and the caller must roll back. */
export async function saveSyncCursor({ db }: Tx, lease: MailboxLease, cursor: SyncCursor): Promise<boolean> {
  const rows = await sql`update accounts set sync_cursor = ${JSON.stringify(cursor)}::jsonb
    where id = ${lease.account_id} and sync_lease_token = ${lease.token} and deleted_at is null`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
