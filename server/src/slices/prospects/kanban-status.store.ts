import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

/** The board of a lead. */
interface KanbanStatus {
  board_id: number;
  board_name: string;
  column_id: number;
  column_name: string;
}

/**
 * The board each lead was added to or moved on last; leads on none are left out. The tables belong to slices/kanban, which this
 * slice cannot import: lists, campaigns and conversations show it as a fact of the lead.
 */
export async function findKanbanStatuses(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  prospectIds: readonly number[],
): Promise<Map<number, KanbanStatus>> {
  if (prospectIds.length === 0) return new Map();
  const rows = await sql<KanbanStatus & { prospect_id: number }>`select distinct on (k.prospect_id) k.prospect_id,
      k.board_id, b.name as board_name, k.column_id, c.name as column_name
    from kanban_cards k join kanban_boards b on b.id = k.board_id join kanban_columns c on c.id = k.column_id
    where k.organization_id = ${organization.id} and k.prospect_id = any(${[...prospectIds]}::bigint[])
    order by k.prospect_id, k.entered_at desc, k.id desc`.execute(db);
  return new Map(rows.rows.map(({ prospect_id, ...status }) => [prospect_id, status]));
}
