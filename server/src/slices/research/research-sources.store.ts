import type { SourceDocument } from '@overture/adapters/sources/sources.port';
import type { ResearchSource } from '@overture/domain/money/credits';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';

interface Tx {
  db: Kysely<DB>;
  organization: { id: number };
}

export interface SourceKey {
  company: string;
  kind: ResearchSource;
  /** Hash of the question, empty when the source does not depend on it. */
  question: string;
}

export interface StoredSource {
  documents: SourceDocument[];
  reason: string | null;
}

/** A source read before and still fresh. */
export async function findStoredSource({ db, organization }: Tx, key: SourceKey): Promise<StoredSource | null> {
  const rows = await sql<StoredSource>`select documents, reason from research_sources
    where organization_id = ${organization.id} and company = ${key.company} and kind = ${key.kind}
      and question = ${key.question} and expires_at > app_now()`.execute(db);
  const row = rows.rows[0];
  if (row === undefined) return null;
  return {
    ...row,
    documents: row.documents.map((document) => ({ ...document, fetched_at: new Date(document.fetched_at) })),
  };
}

export async function storeSource(
  { db, organization }: Tx,
  key: SourceKey,
  stored: StoredSource,
  kept_for_in_days: number,
): Promise<void> {
  await sql`insert into research_sources
      (organization_id, company, kind, question, documents, reason, expires_at)
    values (${organization.id}, ${key.company}, ${key.kind}, ${key.question}, ${toJson(stored.documents)}::jsonb,
      ${stored.reason}, app_now() + make_interval(days => ${kept_for_in_days}))
    on conflict (organization_id, company, kind, question) do update set documents = excluded.documents,
      reason = excluded.reason, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`.execute(db);
}

/**
 * Deletes expired sources (system transaction).
 * @returns how many
 */
export async function deleteExpiredSources({ db }: { db: Kysely<DB> }, limit: number): Promise<number> {
  const deleted = await sql`delete from research_sources where ctid in
    (select ctid from research_sources where expires_at < app_now() limit ${limit})`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}
