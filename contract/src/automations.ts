import { RIGHTS } from '@overture/domain/access/permissions';
import {
  AUTOMATION_ACTIONS,
  AUTOMATION_LIMITS,
  CONDITION_OPERATORS,
  EFFECT_STATES,
  FIELD_KINDS,
  RUN_STATES,
} from '@overture/domain/automations/automations';
import { CRM_TYPES } from '@overture/domain/crm';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { TRIGGER_TYPES } from './automation-fields.ts';
import { cursorQuery, done, endpoint, idSchema, nextCursor, pageQuery, seenVersion, unused } from './endpoint.ts';
import { sentenceSchema } from './said.ts';

const L = AUTOMATION_LIMITS;
const triggerType = z.enum(TRIGGER_TYPES);

const conditionSchema = z.object({
  /** Path in the event's data: `prospect.email`. */
  field: z.string().min(1).max(100),
  operator: z.enum(CONDITION_OPERATORS),
  /** None for `is_empty` and `is_not_empty`, one or more for `any_of`, otherwise one. */
  values: z.array(z.string().max(L.text_max)).max(L.values_max).default([]),
});

/** What an automation does, in this order. All but the last two act on the lead of the event. */
const actionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add_label'), label_id: idSchema }),
  z.object({ type: z.literal('remove_label'), label_id: idSchema }),
  z.object({ type: z.literal('add_to_list'), search_id: idSchema }),
  z.object({ type: z.literal('add_to_campaign'), campaign_id: idSchema }),
  z.object({ type: z.literal('remove_from_campaign'), campaign_id: idSchema }),
  z.object({ type: z.literal('stop_campaigns') }),
  /** The first column unless one is named. A lead that is on the board moves there. */
  z.object({ type: z.literal('put_on_board'), board_id: idSchema, column_id: unused(idSchema) }),
  z.object({ type: z.literal('push_to_crm'), integration: z.enum(CRM_TYPES) }),
  z.object({ type: z.literal('assign'), user_id: idSchema }),
  /** Round robin: the member whose turn is longest ago. A conversation that is assigned stays with its assignee. */
  z.object({ type: z.literal('assign_in_turn'), user_ids: z.array(idSchema).min(2).max(L.turn_members) }),
  /** Reminds the assignee of the conversation, or otherwise this person. */
  z.object({ type: z.literal('remind'), in_days: z.number().int().min(1).max(L.remind_in_days), user_id: idSchema }),
  z.object({ type: z.literal('call_webhook'), webhook_id: idSchema }),
  /** May hold variables: `{{prospect.first_name}}`. */
  z.object({ type: z.literal('send_slack'), text: z.string().trim().min(1).max(L.message_max) }),
]);
export type AutomationAction = z.output<typeof actionSchema>;

const automationBody = z.object({
  name: z.string().trim().min(1).max(L.name_max),
  trigger_type: triggerType,
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(conditionSchema).max(L.conditions).default([]),
  actions: z.array(actionSchema).min(1).max(L.actions),
});
export type AutomationBody = z.output<typeof automationBody>;

const automationSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** One that left the catalog is among the problems. */
  trigger_type: z.string(),
  match: z.enum(['all', 'any']),
  conditions: z.array(conditionSchema),
  actions: z.array(actionSchema),
  is_active: z.boolean(),
  /** Why it is off after it was on: a person, or too many failures in a row. */
  off_reason: z.enum(['person', 'failures']).nullable(),
  off_at: z.string().nullable(),
  /** Failed runs since the last that was done. */
  failures: z.number().int(),
  last_run_at: z.string().nullable(),
  last_run_state: z.enum(RUN_STATES).nullable(),
  /** What its actions name that is gone, off or not connected, in words. `position` is null for its event. */
  problems: z.array(z.object({ position: z.number().int().nullable(), text: z.string(), sentence: sentenceSchema })),
  /** The event in words. */
  trigger_text: z.string(),
  /** Each action in words, with the names of what it acts on. */
  action_texts: z.array(z.string()),
  action_sentences: z.array(sentenceSchema),
  version: z.number().int(),
  created_at: z.string(),
});
export type Automation = z.output<typeof automationSchema>;

const effectSchema = z.object({
  position: z.number().int(),
  type: z.enum(AUTOMATION_ACTIONS),
  state: z.enum(EFFECT_STATES),
  /** What it did, or why it didn't, in words. */
  note: z.string(),
});

const runSchema = z.object({
  id: z.number().int(),
  /** `unmatched`: the conditions were not met. `skipped`: the loop guard or a switch kept it from running. */
  state: z.enum(RUN_STATES),
  reason: z.string().nullable(),
  /** `id` is null for a rule of a board: its event has no message. */
  event: z.object({ id: z.number().int().nullable(), type: z.string(), occurred_at: z.string() }),
  lead: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Automations and rules of boards that caused the event, the first one first. A rule has the name of its board. */
  caused_by: z.array(z.object({ id: z.number().int(), name: z.string().nullable(), is_board_rule: z.boolean() })),
  effects: z.array(effectSchema),
  duration_in_ms: z.number().int().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type AutomationRun = z.output<typeof runSchema>;

const boardRuleSchema = z.object({
  id: z.number().int(),
  board: z.object({ id: z.number().int(), name: z.string() }),
  /** What sets it off, in words. */
  trigger_text: z.string(),
  trigger_sentence: sentenceSchema,
  /** Each action in words. */
  action_texts: z.array(z.string()),
  action_sentences: z.array(sentenceSchema),
  is_active: z.boolean(),
  last_run_at: z.string().nullable(),
  last_run_state: z.enum(RUN_STATES).nullable(),
});
export type BoardRule = z.output<typeof boardRuleSchema>;

const fieldSchema = z.object({
  path: z.string(),
  label: z.string(),
  kind: z.enum(FIELD_KINDS),
  options: z.array(z.string()),
});

const exampleSchema = z.object({
  occurred_at: z.string(),
  lead: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** What each action would do. */
  texts: z.array(z.string()),
  sentences: z.array(sentenceSchema),
});

const previewAnswer = z.object({
  /** Events of the type, counted up to a limit. */
  events: z.number().int(),
  matched: z.number().int(),
  /** True if there were more events than were read: the figures are of the newest ones. */
  is_cut: z.boolean(),
  examples: z.array(exampleSchema),
});
export type AutomationPreview = z.output<typeof previewAnswer>;

const slackSchema = z.object({
  is_connected: z.boolean(),
  name: z.string(),
  last_error: z.string().nullable(),
  succeeded_at: z.string().nullable(),
});
export type SlackConnection = z.output<typeof slackSchema>;

const runsQuery = z.object({ page: pageQuery, state: unused(z.enum(RUN_STATES)), ...cursorQuery });
export type RunsQuery = z.output<typeof runsQuery>;
const runsAnswer = z.object({
  ...nextCursor,
  runs: z.array(runSchema),
  /** Counted up to 10,000. */
  total: z.number().int(),
});
const ofRun = z.object({ id: idSchema, runId: idSchema });
const answer = z.object({ automation: automationSchema });
const changed = {
  recorded: { event: 'automation_changed', subject: 'automation' },
  roles: RIGHTS.integrations,
  touches: ['automations', 'automation_runs'],
} as const;
const slackChanged = {
  recorded: { event: 'automation_changed' },
  roles: RIGHTS.integrations,
  touches: ['automations'],
} as const;

export const automationsEndpoints = {
  listAutomations: endpoint('GET /automations/', {
    summary: 'Automations of the organization, by name',
    shows: ['automations'],
    roles: RIGHTS.integrations,
    ok: z.object({
      automations: z.array(automationSchema).max(AUTOMATION_LIMITS.automations),
      max_automations: z.number().int(),
    }),
  }),
  readAutomationCatalog: endpoint('GET /automations/catalog/', {
    summary: 'Events that start automations, their fields, and automations that are ready to use',
    roles: RIGHTS.integrations,
    ok: z.object({
      triggers: z
        .array(
          z.object({
            type: triggerType,
            summary: z.string(),
            is_about_lead: z.boolean(),
            fields: z.array(fieldSchema),
          }),
        )
        .max(LIST_LIMITS.fixed),
      operators: z.record(z.enum(FIELD_KINDS), z.array(z.enum(CONDITION_OPERATORS))),
      templates: z.array(automationBody).max(LIST_LIMITS.fixed),
    }),
  }),
  getAutomation: endpoint('GET /automations/{id}/', {
    summary: 'An automation',
    shows: ['automations'],
    roles: RIGHTS.integrations,
    ok: answer,
  }),
  createAutomation: endpoint('POST /automations/', {
    ...changed,
    summary: 'Add an automation; it is off until it is switched on',
    body: automationBody,
    errors: ['automation_invalid', 'automations_full'],
    status: 201,
    ok: answer,
  }),
  updateAutomation: endpoint('PUT /automations/{id}/', {
    ...changed,
    summary: 'Change an automation, whole; runs that have begun end as they began',
    body: automationBody.extend({ version: seenVersion }),
    errors: ['automation_invalid', 'changed_meanwhile'],
    ok: answer,
  }),
  switchAutomation: endpoint('POST /automations/{id}/switch/', {
    ...changed,
    summary: 'Switch an automation on or off; only a version that was previewed is switched on',
    body: z.object({ is_active: z.boolean() }),
    errors: ['automation_invalid', 'automation_not_previewed'],
    ok: answer,
  }),
  deleteAutomation: endpoint('DELETE /automations/{id}/', {
    ...changed,
    summary: 'Delete an automation and its log; what it did stays',
    ok: done,
  }),
  previewAutomation: endpoint('POST /automations/preview/', {
    summary: 'What an automation would have done in the last 30 days. Nothing happens',
    shows: ['automations'],
    reads_only: true,
    roles: RIGHTS.integrations,
    body: automationBody,
    errors: ['automation_invalid', 'rate_limited'],
    ok: previewAnswer,
  }),
  previewStoredAutomation: endpoint('POST /automations/{id}/preview/', {
    summary: 'The same for an automation as it is stored. Its version can then be switched on',
    touches: ['automations'],
    roles: RIGHTS.integrations,
    errors: ['automation_invalid', 'rate_limited'],
    ok: previewAnswer,
  }),
  listAutomationRuns: endpoint('GET /automations/{id}/runs/', {
    summary: 'Log of an automation, the newest first, 25 a page; kept for 30 days',
    shows: ['automation_runs'],
    roles: RIGHTS.integrations,
    query: runsQuery,
    errors: ['cursor_invalid'],
    ok: runsAnswer,
  }),
  listBoardRules: endpoint('GET /automations/board-rules/', {
    summary: 'Rules of all boards, at most 500; they are changed on their board',
    shows: ['board_rules'],
    roles: RIGHTS.integrations,
    ok: z.object({ rules: z.array(boardRuleSchema).max(LIST_LIMITS.board_rules), total: z.number().int() }),
  }),
  listBoardRuleRuns: endpoint('GET /automations/board-rules/{id}/runs/', {
    summary: 'Log of a rule of a board, the newest first, 25 a page; kept for 30 days',
    shows: ['automation_runs'],
    roles: RIGHTS.integrations,
    query: runsQuery,
    errors: ['cursor_invalid'],
    ok: runsAnswer,
  }),
  retryAutomationRun: endpoint('POST /automations/{id}/runs/{runId}/retry/', {
    summary: 'Try the failed actions of a run again',
    touches: ['automations', 'automation_runs'],
    params: ofRun,
    roles: RIGHTS.integrations,
    errors: ['automation_run_not_failed'],
    ok: done,
  }),
  getSlackConnection: endpoint('GET /slack/', {
    summary: 'The Slack channel of the organization',
    shows: ['automations'],
    roles: RIGHTS.integrations,
    ok: slackSchema,
  }),
  saveSlackConnection: endpoint('PUT /slack/', {
    ...slackChanged,
    summary: 'Connect a Slack channel by the address of an incoming webhook',
    body: z.object({ url: z.string().trim().min(1).max(500), name: z.string().trim().max(100).default('') }),
    while_acting: 'refused',
    errors: ['slack_url_invalid', 'step_up_needed'],
    ok: slackSchema,
  }),
  deleteSlackConnection: endpoint('DELETE /slack/', {
    ...slackChanged,
    summary: 'Disconnect the Slack channel',
    ok: done,
  }),
  testSlackConnection: endpoint('POST /slack/test/', {
    summary: 'Post a test message to the Slack channel',
    touches: ['automations'],
    roles: RIGHTS.integrations,
    errors: ['slack_not_connected', 'slack_url_invalid', 'slack_failed', 'rate_limited'],
    ok: done,
  }),
};
