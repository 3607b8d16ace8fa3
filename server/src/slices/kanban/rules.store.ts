import { KANBAN } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReadContext, 'db' | 'organization'>;

export type SetOffBy = 'replied' | 'interested' | 'not_interested' | 'entered';

export interface RuleRow {
  id: number;
  board_id: number;
  column_id: number;
  set_off_by: SetOffBy;
  campaign_ids: number[];
  label_id: number | null;
  push_to: string | null;
  push_stage: string | null;
  push_stage_name: string | null;
  notes_meeting: boolean;
  stops_campaigns: boolean;
  is_active: boolean;
}

export type RuleFields = Omit<RuleRow, 'id' | 'board_id'>;

const ruleColumns = sql.raw(
  'id, board_id, column_id, set_off_by, campaign_ids, label_id, push_to, push_stage, push_stage_name, notes_meeting, stops_campaigns, is_active',
);

/** Rules of a board, oldest first. */
export async function listRules({ db, organization }: Tx, board: number): Promise<RuleRow[]> {
  const rows = await sql<RuleRow>`select ${ruleColumns} from kanban_rules
    where organization_id = ${organization.id} and board_id = ${board} order by id limit ${KANBAN.max_rules}`.execute(
    db,
  );
  return rows.rows;
}

export async function insertRule({ db, organization }: Tx, board: number, rule: RuleFields): Promise<RuleRow> {
  const rows =
    await sql<RuleRow>`insert into kanban_rules (organization_id, board_id, column_id, set_off_by, campaign_ids,
      label_id, push_to, push_stage, push_stage_name, notes_meeting, stops_campaigns, is_active)
    values (${organization.id}, ${board}, ${rule.column_id}, ${rule.set_off_by}, ${rule.campaign_ids}::bigint[],
      ${rule.label_id}, ${rule.push_to}, ${rule.push_stage}, ${rule.push_stage_name}, ${rule.notes_meeting},
      ${rule.stops_campaigns}, ${rule.is_active})
    returning ${ruleColumns}`.execute(db);
  return rows.rows[0]!;
}

export async function updateRule(
  { db, organization }: Tx,
  board: number,
  id: number,
  rule: RuleFields,
): Promise<RuleRow | undefined> {
  const rows =
    await sql<RuleRow>`update kanban_rules set column_id = ${rule.column_id}, set_off_by = ${rule.set_off_by},
      campaign_ids = ${rule.campaign_ids}::bigint[], label_id = ${rule.label_id}, push_to = ${rule.push_to},
      push_stage = ${rule.push_stage}, push_stage_name = ${rule.push_stage_name}, notes_meeting = ${rule.notes_meeting},
      stops_campaigns = ${rule.stops_campaigns}, is_active = ${rule.is_active}
    where organization_id = ${organization.id} and board_id = ${board} and id = ${id} returning ${ruleColumns}`.execute(
      db,
    );
  return rows.rows[0];
}

/** Answers whether there was one. */
export async function deleteRule({ db, organization }: Tx, board: number, id: number): Promise<boolean> {
  const rows = await sql`delete from kanban_rules
    where organization_id = ${organization.id} and board_id = ${board} and id = ${id}`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** Active rules that a fact of this lead sets off and that did not run for it yet, in the order of boards, which is the order of locks. */
export async function findSetOff(
  { db, organization }: Tx,
  by: Exclude<SetOffBy, 'entered'>,
  prospectId: number,
  limit: number,
): Promise<RuleRow[]> {
  const rows = await sql<RuleRow>`select ${ruleColumns} from kanban_rules r
    where r.organization_id = ${organization.id} and r.set_off_by = ${by} and r.is_active
      and (r.campaign_ids = '{}' or exists (select from campaign_leads l
        where l.prospect_id = ${prospectId} and l.campaign_id = any(r.campaign_ids)))
      and not exists (select from kanban_rule_runs n where n.rule_id = r.id and n.prospect_id = ${prospectId})
    order by r.board_id, r.id limit ${limit}`.execute(db);
  return rows.rows;
}

/** What happens when a card comes into a column. */
export async function findEntryRules({ db, organization }: Tx, column: number): Promise<RuleRow[]> {
  const rows = await sql<RuleRow>`select ${ruleColumns} from kanban_rules
    where organization_id = ${organization.id} and column_id = ${column} and set_off_by = 'entered' and is_active
    order by id limit ${KANBAN.max_rules}`.execute(db);
  return rows.rows;
}

/** True the first time a rule runs for a lead; two parallel runs wait for each other. */
export async function claimRun({ db, organization }: Tx, rule: number, prospectId: number): Promise<boolean> {
  const rows = await sql`insert into kanban_rule_runs (rule_id, prospect_id, organization_id)
    values (${rule}, ${prospectId}, ${organization.id}) on conflict do nothing`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** Which of the campaigns are the organization's. */
export async function countCampaigns({ db, organization }: Tx, ids: readonly number[]): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*) as count from campaigns
    where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.rows[0]?.count ?? 0;
}

export interface PlacedRule extends RuleRow {
  board: string;
  column: string;
}

/** Rules of all boards, in the order of the boards' names. */
export async function listAllRules(
  { db, organization }: Reader,
  limit: number,
): Promise<{ rows: PlacedRule[]; total: number }> {
  const rows =
    await sql<PlacedRule>`select r.id, r.board_id, r.column_id, r.set_off_by, r.campaign_ids, r.label_id, r.push_to, r.push_stage,
      r.push_stage_name, r.notes_meeting, r.stops_campaigns, r.is_active, b.name as board, c.name as "column"
    from kanban_rules r join kanban_boards b on b.id = r.board_id join kanban_columns c on c.id = r.column_id
    where r.organization_id = ${organization.id} order by lower(b.name), b.id, r.id limit ${limit}`.execute(db);
  const total = await sql<{ n: number }>`select count(*)::int as n from kanban_rules
    where organization_id = ${organization.id}`.execute(db);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** Of any board. */
export async function findRule({ db, organization }: Reader, id: number): Promise<RuleRow | undefined> {
  const rows = await sql<RuleRow>`select ${ruleColumns} from kanban_rules
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return rows.rows[0];
}
