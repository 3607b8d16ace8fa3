import { RIGHTS } from '@overture/domain/access/permissions';
import { CRM_TYPES } from '@overture/domain/crm';
import { KANBAN } from '@overture/domain/limits';
import { z } from 'zod';
import { done, endpoint, idSchema, unused } from './endpoint.ts';

/** `replied`, `interested`, `not_interested`: the lead's card is put into the column. `entered`: a card came into it, and the rest is done. */
const setOffBy = z.enum(['replied', 'interested', 'not_interested', 'entered']);

const ruleSchema = z.object({
  id: z.number().int(),
  column_id: z.number().int(),
  set_off_by: setOffBy,
  /** Only leads in one of these campaigns; any where empty. */
  campaign_ids: z.array(z.number().int()),
  label_id: z.number().int().nullable(),
  /** The CRM the lead is pushed to. */
  push_to: z.string().nullable(),
  /** The stage of the deal, or the status, that the CRM then gets; null leaves it as it is. And how it is called. */
  push_stage: z.string().nullable(),
  push_stage_name: z.string().nullable(),
  /** The column means that a meeting was booked: a note at the record says so. */
  notes_meeting: z.boolean(),
  stops_campaigns: z.boolean(),
  is_active: z.boolean(),
});
export type KanbanRule = z.output<typeof ruleSchema>;

const ruleBody = z.object({
  column_id: idSchema,
  set_off_by: setOffBy,
  campaign_ids: unused(z.array(idSchema).max(100)),
  label_id: unused(idSchema),
  push_to: unused(z.enum(CRM_TYPES)),
  push_stage: unused(z.string().max(300)),
  push_stage_name: unused(z.string().max(300)),
  notes_meeting: unused(z.boolean()),
  stops_campaigns: unused(z.boolean()),
  is_active: unused(z.boolean()),
});
export type KanbanRuleBody = z.output<typeof ruleBody>;

const ruleAnswer = z.object({ rule: ruleSchema });

export const kanbanRulesEndpoints = {
  listKanbanRules: endpoint('GET /kanban-boards/{id}/rules/', {
    summary: 'Automations that fill a board and run in its columns',
    shows: ['board_rules'],
    ok: z.object({ rules: z.array(ruleSchema).max(KANBAN.max_rules) }),
  }),
  createKanbanRule: endpoint('POST /kanban-boards/{id}/rules/', {
    summary: 'Add a rule to a board',
    touches: ['board_rules', 'boards', 'board_cards'],
    roles: RIGHTS.settings,
    body: ruleBody,
    errors: ['kanban_rule_empty', 'kanban_rule_without_crm', 'kanban_column_gone', 'kanban_full'],
    ok: ruleAnswer,
  }),
  updateKanbanRule: endpoint('PUT /kanban-boards/{id}/rules/{ruleId}/', {
    summary: 'Change a rule of a board, whole',
    touches: ['board_rules', 'boards', 'board_cards'],
    roles: RIGHTS.settings,
    body: ruleBody,
    errors: ['kanban_rule_empty', 'kanban_rule_without_crm', 'kanban_column_gone'],
    ok: ruleAnswer,
  }),
  deleteKanbanRule: endpoint('DELETE /kanban-boards/{id}/rules/{ruleId}/', {
    summary: 'Delete a rule of a board; what it did stays',
    touches: ['board_rules'],
    roles: RIGHTS.settings,
    ok: done,
  }),
};
