import type { KanbanRule, KanbanRuleBody } from '@overture/contract/kanban-rules';
import { canUseIntegrations } from '@overture/domain/access/permissions';
import { KANBAN } from '@overture/domain/limits';
import type { KanbanAction } from '../../events.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findLabel } from '../labels/index.ts';
import { findOrganization } from '../organization/index.ts';
import { limitError, publishBoard } from './boards.service.ts';
import * as boards from './boards.store.ts';
import * as store from './rules.store.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;
type SettingCtx = Pick<SessionContext, 'transaction' | 'user'>;
type Tx = TransactionContext;

const present = ({ board_id: _, ...rule }: store.RuleRow): KanbanRule => rule;

/** @throws ApiError not_found */
export async function listRules(ctx: Ctx, board: number): Promise<KanbanRule[]> {
  return ctx.read(async (tx) => {
    orNotFound(await boards.findBoard(tx, board));
    return (await store.listRules(tx, board)).map(present);
  });
}

/** @throws ApiError not_found, kanban_column_gone, kanban_rule_empty, kanban_rule_without_crm, kanban_full */
export async function createRule(ctx: SettingCtx, board: number, given: KanbanRuleBody): Promise<KanbanRule> {
  return ctx.transaction(async (tx) => {
    orNotFound(await boards.lockBoard(tx, board));
    const fields = await checkRule(tx, board, given);
    if (fields.push_to !== null) await requireCrm(tx, ctx.user);
    if ((await store.listRules(tx, board)).length >= KANBAN.max_rules)
      throw limitError(KANBAN.max_rules, 'rules on a board');
    const rule = await store.insertRule(tx, board, fields);
    publishBoard(tx, board);
    return present(rule);
  });
}

/** @throws ApiError not_found, kanban_column_gone, kanban_rule_empty, kanban_rule_without_crm */
export async function updateRule(
  ctx: SettingCtx,
  board: number,
  id: number,
  given: KanbanRuleBody,
): Promise<KanbanRule> {
  return ctx.transaction(async (tx) => {
    const fields = await checkRule(tx, board, given);
    if (fields.push_to !== null) await requireCrm(tx, ctx.user);
    const rule = orNotFound(await store.updateRule(tx, board, id, fields));
    publishBoard(tx, board);
    return present(rule);
  });
}

/** @throws ApiError not_found */
export async function deleteRule(ctx: Ctx, board: number, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await store.deleteRule(tx, board, id))) throw new ApiError('not_found');
    publishBoard(tx, board);
  });
}

/** What a rule names is the organization's, and it does something: actions for a column, nothing but the column for a fact. */
async function checkRule(tx: Tx, board: number, given: KanbanRuleBody): Promise<store.RuleFields> {
  if (!(await boards.findColumn(tx, board, given.column_id))) throw new ApiError('kanban_column_gone');
  const isEntry = given.set_off_by === 'entered';
  return {
    column_id: given.column_id,
    set_off_by: given.set_off_by,
    campaign_ids: isEntry ? [] : await requireCampaigns(tx, given.campaign_ids ?? []),
    ...(isEntry ? await requireActions(tx, given) : NO_ACTIONS),
    is_active: given.is_active ?? true,
  };
}

async function requireCampaigns(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const distinct = [...new Set(ids)];
  if (distinct.length > 0 && (await store.countCampaigns(tx, distinct)) < distinct.length) {
    throw new ApiError('not_found');
  }
  return distinct;
}

type Push = Pick<store.RuleFields, 'push_to' | 'push_stage' | 'push_stage_name' | 'notes_meeting'>;
const NO_PUSH: Push = { push_to: null, push_stage: null, push_stage_name: null, notes_meeting: false };
const NO_ACTIONS = { ...NO_PUSH, label_id: null, stops_campaigns: false };

async function requireActions(tx: Tx, given: KanbanRuleBody) {
  const label_id = given.label_id ?? null;
  if (label_id !== null) orNotFound(await findLabel(tx, 'chat_labels', label_id));
  const push = toPush(given);
  const stops_campaigns = given.stops_campaigns === true;
  if (label_id === null && push.push_to === null && !stops_campaigns) throw new ApiError('kanban_rule_empty');
  return { ...push, label_id, stops_campaigns };
}

function toPush({ push_to, push_stage, push_stage_name, notes_meeting }: KanbanRuleBody): Push {
  if (!push_to) return NO_PUSH;
  return {
    push_to,
    push_stage: push_stage || null,
    push_stage_name: push_stage ? push_stage_name || push_stage : null,
    notes_meeting: notes_meeting === true,
  };
}

/** Clients of an agency have no CRM: a rule that pushes there would do nothing. @throws kanban_rule_without_crm */
async function requireCrm(tx: Tx, user: SessionContext['user']): Promise<void> {
  const { is_whitelabel, is_agency } = orNotFound(await findOrganization(tx, tx.organization.id));
  if (!canUseIntegrations({ ...user, organization: { is_whitelabel, is_agency } }))
    throw new ApiError('kanban_rule_without_crm');
}

/** What the rules of a column ask for when a card comes into it. */
export async function listActions(tx: Tx, column: { id: number; name: string }): Promise<KanbanAction[]> {
  const rules = await store.findEntryRules(tx, column.id);
  return rules.flatMap((rule) => toActions(rule, column.name));
}

/** What a rule of a column asks for. */
export function toActions(rule: store.RuleRow, column: string): KanbanAction[] {
  return [
    ...(rule.label_id === null ? [] : [{ rule_id: rule.id, action: 'add_label' as const, label_id: rule.label_id }]),
    ...(rule.push_to === null ? [] : [pushOf(rule, rule.push_to, column)]),
    ...(rule.stops_campaigns ? [{ rule_id: rule.id, action: 'stop_campaigns' as const }] : []),
  ];
}

const pushOf = (rule: store.RuleRow, integration: string, column: string): KanbanAction => ({
  rule_id: rule.id,
  action: 'push_to_crm',
  integration,
  stage: rule.push_stage,
  notes_meeting: rule.notes_meeting,
  column,
});
