import type { KanbanHistoryEntry } from '@overture/contract/kanban';
import { KANBAN } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

export interface HistoryNote {
  board_id: number;
  prospect_id: number;
  kind: KanbanHistoryEntry['kind'];
  detail?: string;
  from_detail?: string | null;
  /** The rule of the board that did it. */
  rule_id?: number | null;
}

/** An actor of another organization stays unnamed. */
export async function insertHistory({ db, organization, user }: Tx, note: HistoryNote): Promise<void> {
  const author = note.rule_id ? null : (user?.id ?? null);
  await sql`insert into kanban_history (organization_id, board_id, prospect_id, kind, user_id, rule_id, detail, from_detail)
    values (${organization.id}, ${note.board_id}, ${note.prospect_id}, ${note.kind},
      (select id from users where organization_id = ${organization.id} and id = ${author}), ${note.rule_id ?? null},
      ${note.detail ?? ''}, ${note.from_detail ?? null})`.execute(db);
}

/** The same for all cards of a column. */
export async function insertColumnHistory(
  { db, organization, user }: Tx,
  column: number,
  note: Omit<HistoryNote, 'prospect_id'>,
): Promise<void> {
  await sql`insert into kanban_history (organization_id, board_id, prospect_id, kind, user_id, detail, from_detail)
    select ${organization.id}, ${note.board_id}, k.prospect_id, ${note.kind},
      (select id from users where organization_id = ${organization.id} and id = ${user?.id ?? null}),
      ${note.detail ?? ''}, ${note.from_detail ?? null}
    from kanban_cards k where k.organization_id = ${organization.id} and k.column_id = ${column}`.execute(db);
}

/** What happened to a lead on a board, newest first. */
export async function listHistory(
  { db, organization }: Tx,
  board: number,
  prospectId: number,
): Promise<KanbanHistoryEntry[]> {
  const rows = await sql<
    Omit<KanbanHistoryEntry, 'created_at'> & { created_at: Date }
  >`select h.id, h.kind, h.detail, h.from_detail, case when a.id is not null then 'automation ' || a.name when k.id is null then u.name when k.kind = 'app' then 'app ' || k.name else 'key ' || k.name end as author, h.rule_id is not null as is_by_rule, h.created_at
    from kanban_history h left join users u on u.id = h.user_id left join api_keys k on k.id = h.api_key_id left join automations a on a.id = h.automation_id
    where h.organization_id = ${organization.id} and h.board_id = ${board} and h.prospect_id = ${prospectId}
    order by h.id desc limit ${KANBAN.max_history}`.execute(db);
  return rows.rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
