import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

export interface SlackRow {
  sealed_url: Buffer;
  name: string;
  last_error: string | null;
  succeeded_at: Date | null;
}

export async function findConnection({ db, organization }: Reader): Promise<SlackRow | undefined> {
  const rows = await sql<SlackRow>`select sealed_url, name, last_error, succeeded_at from slack_connections
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

export async function saveConnection({ db, organization, user }: Tx, sealed_url: Buffer, name: string): Promise<void> {
  await sql`insert into slack_connections (organization_id, sealed_url, name, created_by)
    values (${organization.id}, ${sealed_url}, ${name}, (select id from users where organization_id = ${organization.id} and id = ${user?.id ?? null}))
    on conflict (organization_id) do update set sealed_url = excluded.sealed_url, name = excluded.name, created_by = excluded.created_by,
      created_at = app_now(), last_error = null, succeeded_at = null`.execute(db);
}

export async function deleteConnection({ db, organization }: Tx): Promise<boolean> {
  const rows = await sql`delete from slack_connections where organization_id = ${organization.id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

const LONGEST_ERROR = 500;

/** @param error of the last message; null if it was posted */
export async function saveResult({ db, organization }: Reader, error: string | null): Promise<void> {
  await sql`update slack_connections set last_error = ${error === null ? null : cutText(error, LONGEST_ERROR)},
    succeeded_at = case when ${error === null} then app_now() else succeeded_at end
    where organization_id = ${organization.id}`.execute(db);
}
