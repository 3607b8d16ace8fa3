import type { LeadView } from '@overture/contract/lead-views';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
export type NewView = Omit<LeadView, 'id' | 'version'>;

const columns =
  sql.raw(`id, name, user_id is not null as is_own, search_id, filters, sort_field, sort_direction, then_sorts, columns,
  row_height, edit_version as version`);
/** The organization's and the user's own; those of others are invisible. */
const isSeenBy = (userId: number) => sql`(user_id is null or user_id = ${userId})`;

/** The views that a list offers, or all of them. */
export async function listLeadViews({ db }: Tx, userId: number, searchId: number | null, limit: number) {
  const offered = searchId === null ? sql`true` : sql`(search_id is null or search_id = ${searchId})`;
  const rows = await sql<LeadView>`select ${columns} from lead_views where ${isSeenBy(userId)} and ${offered}
    order by fold_case(name) collate "C", id limit ${limit}`.execute(db);
  return rows.rows;
}

export async function findLeadView({ db }: Tx, userId: number, id: number): Promise<LeadView | undefined> {
  const rows = await sql<LeadView>`select ${columns} from lead_views where id = ${id} and ${isSeenBy(userId)}`.execute(
    db,
  );
  return rows.rows[0];
}

export async function countLeadViews({ db }: Tx, userId: number): Promise<number> {
  const rows = await sql<{
    count: number;
  }>`select count(*)::int as count from lead_views where ${isSeenBy(userId)}`.execute(db);
  return rows.rows[0]?.count ?? 0;
}

export async function insertLeadView({ db, organization }: Tx, userId: number, view: NewView): Promise<LeadView> {
  const rows = await sql<LeadView>`insert into lead_views
      (organization_id, user_id, search_id, name, filters, sort_field, sort_direction, then_sorts, columns, row_height, created_by)
    values (${organization.id}, ${view.is_own ? userId : null}, ${view.search_id}, ${view.name}, ${toJson(view.filters)}::jsonb,
      ${view.sort_field}, ${view.sort_direction}, ${toJson(view.then_sorts)}::jsonb, ${toJson(view.columns)}::jsonb,
      ${view.row_height}, ${userId}) returning ${columns}`.execute(db);
  return rows.rows[0]!;
}

export async function updateLeadView(
  { db }: Tx,
  userId: number,
  id: number,
  view: NewView,
): Promise<LeadView | undefined> {
  const rows =
    await sql<LeadView>`update lead_views set user_id = ${view.is_own ? userId : null}, search_id = ${view.search_id},
      name = ${view.name}, filters = ${toJson(view.filters)}::jsonb, sort_field = ${view.sort_field},
      sort_direction = ${view.sort_direction}, then_sorts = ${toJson(view.then_sorts)}::jsonb,
      columns = ${toJson(view.columns)}::jsonb, row_height = ${view.row_height}
    where id = ${id} and ${isSeenBy(userId)} returning ${columns}`.execute(db);
  return rows.rows[0];
}

export async function deleteLeadView({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from lead_views where id = ${id} and ${isSeenBy(userId)}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
