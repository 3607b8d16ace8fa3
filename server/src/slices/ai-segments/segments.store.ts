import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import { FIRST_CUSTOM_SEGMENT, findDefaultSegment, type Segment } from './default-segments.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const columns = sql`id, organization_id, name, instructions, amount_of_sentences, enrichment_sources`;

export type SegmentFields = Pick<Segment, 'name' | 'instructions' | 'amount_of_sentences' | 'enrichment_sources'>;

/** Blocks other inserts of snippets until the end of the transaction. */
export async function lockSegments({ db, organization }: Tx): Promise<void> {
  await sql`select ${acquireLock('snippets', organization.id)}`.execute(db);
}

/** The organization's own snippets, oldest first, as many as it can have. */
export async function listCustomSegments({ db, organization }: Tx, limit: number): Promise<Segment[]> {
  const rows = await sql<Segment>`select ${columns} from ai_segments where organization_id = ${organization.id}
    order by id limit ${limit}`.execute(db);
  return rows.rows;
}

/** Snippets shared by the agency: the function only uses the transaction's organization. */
export async function listSegmentsOfAgency({ db }: Pick<Tx, 'db'>): Promise<Segment[]> {
  const rows = await sql<Segment>`select id, null::bigint as organization_id, name, instructions, amount_of_sentences,
    enrichment_sources from segments_of_my_agency()`.execute(db);
  return rows.rows;
}

/** Default and own snippets by id; unknown ones are left out. */
export async function findSegments({ db, organization }: Tx, ids: readonly number[]): Promise<Segment[]> {
  const custom = ids.filter((id) => id >= FIRST_CUSTOM_SEGMENT);
  const defaults = ids.flatMap((id) => findDefaultSegment(id) ?? []);
  if (custom.length === 0) return defaults;
  const rows = await sql<Segment>`select ${columns} from ai_segments
    where organization_id = ${organization.id} and id = any(${custom}::bigint[])`.execute(db);
  return [...defaults, ...rows.rows];
}

export async function insertSegment(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  fields: SegmentFields,
): Promise<Segment> {
  const rows = await sql<Segment>`insert into ai_segments
      (organization_id, name, instructions, amount_of_sentences, enrichment_sources, created_by)
    values (${organization.id}, ${fields.name}, ${fields.instructions}, ${fields.amount_of_sentences},
      ${[...fields.enrichment_sources]}::bigint[], ${user?.id ?? null}) returning ${columns}`.execute(db);
  return rows.rows[0]!;
}

export async function updateSegment(
  { db, organization }: Tx,
  id: number,
  fields: SegmentFields,
): Promise<Segment | undefined> {
  const rows = await sql<Segment>`update ai_segments set name = ${fields.name}, instructions = ${fields.instructions},
      amount_of_sentences = ${fields.amount_of_sentences}, enrichment_sources = ${[...fields.enrichment_sources]}::bigint[],
      updated_at = app_now()
    where organization_id = ${organization.id} and id = ${id} returning ${columns}`.execute(db);
  return rows.rows[0];
}

/** Returns whether it existed. */
export async function deleteSegment({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from ai_segments where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
