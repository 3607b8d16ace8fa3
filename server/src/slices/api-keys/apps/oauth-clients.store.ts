import { APP_LIMITS } from '@overture/domain/access/key-scopes';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { isFull } from '../../../kernel/rounds/batches.ts';

interface SystemTx {
  db: Kysely<DB>;
}

export interface OauthClient {
  client_id: string;
  source: 'document' | 'registration';
  name: string;
  redirect_uris: string[];
}

/** A registered client, or a document that is still fresh. */
export async function findClient({ db }: SystemTx, clientId: string): Promise<OauthClient | undefined> {
  const rows = await sql<OauthClient>`select client_id, source, name, redirect_uris from oauth_clients
    where client_id = ${clientId} and (source = 'registration' or fresh_until > app_now())`.execute(db);
  return rows.rows[0];
}

export async function saveDocument({ db }: SystemTx, client: OauthClient, freshInSeconds: number): Promise<void> {
  await sql`insert into oauth_clients (client_id, source, name, redirect_uris, fresh_until)
    values (${client.client_id}, 'document', ${client.name}, ${client.redirect_uris}::text[],
      app_now() + make_interval(secs => ${freshInSeconds}))
    on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
      fresh_until = excluded.fresh_until`.execute(db);
}

export async function insertRegistration({ db }: SystemTx, client: OauthClient): Promise<void> {
  await sql`insert into oauth_clients (client_id, source, name, redirect_uris)
    values (${client.client_id}, 'registration', ${client.name}, ${client.redirect_uris}::text[])`.execute(db);
}

export async function markApproved({ db }: SystemTx, clientId: string): Promise<void> {
  await sql`update oauth_clients set approved_at = app_now() where client_id = ${clientId}`.execute(db);
}

const DELETED_AT_ONCE = 10_000;

/**
 * Registrations that no person approved within a day, or in the longest life of a connection; and documents that nothing asked for in a month.
 * Deletes a batch; true if there may be more.
 */
export async function deleteUnusedClients({ db }: SystemTx): Promise<boolean> {
  const deleted = await sql`delete from oauth_clients where ctid = any(array(select ctid from oauth_clients
    where (source = 'registration' and approved_at is null and created_at < app_now() - interval '1 day')
      or (source = 'registration' and approved_at < app_now() - make_interval(days => ${APP_LIMITS.connection_in_days}))
      or (source = 'document' and fresh_until < app_now() - interval '30 days') limit ${DELETED_AT_ONCE}))`.execute(db);
  return isFull(deleted, DELETED_AT_ONCE);
}
