import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export async function insertRequest(
  { db }: Tx,
  request: { id: string; organization_id: number; is_test: boolean; lifetime_in_minutes: number },
): Promise<void> {
  await sql`insert into saml_requests (id, organization_id, is_test, expires_at) values (${request.id},
    ${request.organization_id}, ${request.is_test}, app_now() + make_interval(mins => ${request.lifetime_in_minutes}))`.execute(
    db,
  );
}

export async function isRequestOpen({ db }: Tx, organizationId: number, id: string): Promise<boolean> {
  const rows = await sql`select from saml_requests
    where id = ${id} and organization_id = ${organizationId} and expires_at > app_now()`.execute(db);
  return rows.rows.length > 0;
}

/** Of two parallel responses one counts. */
export async function consumeRequest(
  { db }: Tx,
  organizationId: number,
  id: string,
): Promise<{ is_test: boolean } | undefined> {
  const rows = await sql<{ is_test: boolean }>`delete from saml_requests
    where id = ${id} and organization_id = ${organizationId} and expires_at > app_now() returning is_test`.execute(db);
  return rows.rows[0];
}

/** False for one that was shown before. */
export async function insertAssertion(
  { db }: Tx,
  seen: { organization_id: number; assertion_id: string; ends_at: Date },
): Promise<boolean> {
  const rows = await sql`insert into saml_assertions_seen (organization_id, assertion_id, expires_at)
    values (${seen.organization_id}, ${seen.assertion_id}, ${seen.ends_at}) on conflict do nothing
    returning organization_id`.execute(db);
  return rows.rows.length > 0;
}

/** Expired requests and assertions: their time is over, even with clocks an hour apart. */
export async function deleteExpired({ db }: Tx): Promise<void> {
  await sql`delete from saml_requests where expires_at < app_now()`.execute(db);
  await sql`delete from saml_assertions_seen where expires_at < least(app_now(), now()) - interval '1 hour'`.execute(
    db,
  );
}
