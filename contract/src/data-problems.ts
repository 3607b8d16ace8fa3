import { RIGHTS } from '@overture/domain/access/permissions';
import { STEP_TYPES } from '@overture/domain/flow/step-types';
import { DATA_PROBLEM_LIMITS, FLOW_LIMITS, REQUEST_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { VARIABLES } from '@overture/domain/message/tokens';
import { z } from 'zod';
import { CAMPAIGNS_FEATURE } from './campaigns.ts';
import { booleanQuery, cursorQuery, done, endpoint, idSchema, nextCursor, pageQuery, unused } from './endpoint.ts';

/** As missing data is named: 'job_title', 'research:3:Funding', 'unknown:nick', 'email'. */
const fieldName = z.string().min(1).max(200);
/** Fields of a lead that a person can fill in here. */
const FILLABLE = ['email', ...VARIABLES] as const;
/** And a custom column, `custom.<key>`. */
const customField = z.string().startsWith('custom.').max(100);

/** What can be done for the leads that lack one thing at one step; leaving them on hold always can. */
const FIXES = ['stand_in', 'fallback', 'skip', 'remove'] as const;
export type DataFix = (typeof FIXES)[number];

const dataProblemSchema = z.object({
  step_id: z.number().int(),
  /** Counted along the flow, conditions left out, from 1. */
  step_number: z.number().int(),
  step_type: z.enum(STEP_TYPES),
  field: z.string(),
  leads: z.number().int(),
  fixes: z.array(z.enum(FIXES)),
  /** The value can be filled in lead by lead. */
  can_fill: z.boolean(),
  /** What looking it up costs at most; null where nothing looks for it. */
  look_up_credits: z.number().int().nullable(),
});
export type DataProblem = z.output<typeof dataProblemSchema>;

/** What was decided already, for whom it holds, and that can be taken back. */
const dataDecisionSchema = z.object({
  kind: z.enum(['skip', 'stand_in']),
  /** Of a step that is skipped. */
  step_id: z.number().int().nullable(),
  step_number: z.number().int().nullable(),
  /** For fallback words: the field, and the words when all leads share them. */
  field: z.string().nullable(),
  words: z.string().nullable(),
  leads: z.number().int(),
});
export type DataDecision = z.output<typeof dataDecisionSchema>;

const dataProblemsSchema = z.object({
  problems: z.array(dataProblemSchema).max(DATA_PROBLEM_LIMITS.problems),
  decisions: z.array(dataDecisionSchema).max(LIST_LIMITS.decisions),
  /** Different leads that lack something at a step still to come. */
  leads_with_problems: z.number().int(),
  /** Steps whose mails lack the unsubscribe link that the organization requires: none of them leaves, and the campaign does not start. */
  unlinked_steps: z
    .array(
      z.object({
        step_id: z.number().int(),
        step_number: z.number().int(),
        step_type: z.enum(STEP_TYPES),
        text: z.string(),
      }),
    )
    .max(FLOW_LIMITS.max_nodes),
});
export type DataProblems = z.output<typeof dataProblemsSchema>;

const problemLeadSchema = z.object({
  prospect_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string().nullable(),
  company_name: z.string().nullable(),
  email: z.string().nullable(),
});
export type ProblemLead = z.output<typeof problemLeadSchema>;

const leadValue = z.object({
  prospect_id: idSchema,
  value: z.string().max(TEXT_LIMITS.lead_field_max),
});

const valueChange = z.object({
  prospect_id: idSchema,
  field: z.enum(VARIABLES),
  /** The value when it was checked: a value changed in the meantime stays. */
  from: z.string().max(TEXT_LIMITS.lead_field_max),
  to: z.string().max(TEXT_LIMITS.lead_field_max),
});
export type ValueChange = z.output<typeof valueChange>;

const oddValueSchema = z.object({
  prospect_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  field: z.enum(VARIABLES),
  value: z.string(),
  /** What is odd about it, in words. */
  reason: z.string(),
  /** The suggested value: '' clears the field, and the lead counts as lacking it. */
  suggestion: z.string(),
});
export type OddValue = z.output<typeof oddValueSchema>;

const max_body_bytes = REQUEST_LIMITS.max_json_body_in_bytes;

export const dataProblemsEndpoints = {
  listDataProblems: endpoint('GET /campaigns/{id}/data-problems/', {
    summary: 'What leads of the campaign lack, by field and step, what can be done about it, and what was decided',
    shows: ['campaigns', 'campaign_leads', 'leads'],
    ok: dataProblemsSchema,
  }),
  listProblemLeads: endpoint('GET /campaigns/{id}/data-problems/leads/', {
    summary: 'The leads that lack one thing at one step; without both, all that lack something',
    shows: ['campaigns', 'campaign_leads', 'leads'],
    query: z.object({
      step_id: unused(idSchema),
      field: unused(fieldName),
      page: pageQuery,
      ...cursorQuery,
      /** Check the steps of the working copy instead of those that run. */
      in_working_copy: booleanQuery.optional(),
    }),
    errors: ['cursor_invalid'],
    ok: z.object({ leads: z.array(problemLeadSchema), total: z.number().int(), ...nextCursor }),
  }),
  fixDataProblem: endpoint('POST /campaigns/{id}/data-problems/fix/', {
    roles: RIGHTS.work,
    summary: 'Decide for all leads that lack one thing at one step; done twice it changes nothing more',
    touches: ['campaigns', 'campaign_leads', 'leads'],
    feature: CAMPAIGNS_FEATURE,
    body: z.object({
      step_id: idSchema,
      field: fieldName,
      fix: z.enum(FIXES),
      /** The words of a stand-in or of a fallback message. */
      words: unused(z.string().max(DATA_PROBLEM_LIMITS.stand_in)),
      /** How many leads the person saw: more than that are never decided about unseen. */
      seen_leads: z.number().int().min(0),
    }),
    errors: ['bad_request', 'conflict', 'campaign_locked'],
    ok: z.object({ changed_leads: z.number().int() }),
  }),
  lookUpMissing: endpoint('POST /campaigns/{id}/data-problems/look-up/', {
    needs_plan: true,
    summary: 'Look up missing data of leads at one step, for leads without a lookup so far',
    touches: ['lookups', 'campaign_leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object({ step_id: idSchema, field: fieldName }),
    errors: ['bad_request', 'not_enough_credits', 'credit_cap_reached'],
    ok: z.object({ started_cells: z.number().int(), reserved_credits: z.number().int() }),
  }),
  undoDataDecision: endpoint('POST /campaigns/{id}/data-problems/undo/', {
    roles: RIGHTS.work,
    summary: 'Take a decision back for leads that have not passed the step',
    touches: ['campaigns', 'campaign_leads', 'leads'],
    feature: CAMPAIGNS_FEATURE,
    body: z.object({ step_id: unused(idSchema), field: unused(z.enum(VARIABLES)) }),
    errors: ['bad_request'],
    ok: z.object({ changed_leads: z.number().int() }),
  }),
  fillLeadData: endpoint('POST /campaigns/{id}/data-problems/values/', {
    roles: RIGHTS.work,
    summary: 'Fill in missing data of leads in a campaign; values filled in the meantime stay',
    touches: ['campaign_leads', 'leads'],
    body: z.object({
      field: z.union([z.enum(FILLABLE), customField]),
      values: z.array(leadValue).min(1).max(DATA_PROBLEM_LIMITS.values_at_once),
    }),
    max_body_bytes,
    errors: ['bad_request'],
    ok: z.object({
      filled: z.number().int(),
      /** Leads that have a value by now, or have left the campaign. */
      left: z.number().int(),
      /** Leads whose value cannot be one, with why. */
      refused: z.array(z.object({ prospect_id: z.number().int(), reason: z.string() })),
    }),
  }),
  listOddValues: endpoint('GET /campaigns/{id}/odd-values/', {
    summary: 'Values of leads of the campaign that would read odd in a message, with what to write instead',
    shows: ['campaigns', 'campaign_leads', 'leads'],
    ok: z.object({
      odd_values: z.array(oddValueSchema).max(DATA_PROBLEM_LIMITS.odd_values),
      /** There are more than those, or more leads than were looked through. */
      has_more: z.boolean(),
    }),
  }),
  changeOddValues: endpoint('POST /campaigns/{id}/odd-values/', {
    roles: RIGHTS.work,
    summary: 'Clean values, or take that back: each is written only where it still is what was seen',
    touches: ['campaign_leads', 'leads'],
    body: z.object({ changes: z.array(valueChange).min(1).max(DATA_PROBLEM_LIMITS.odd_values) }),
    max_body_bytes,
    errors: ['bad_request'],
    ok: done.extend({ changed: z.number().int(), left: z.number().int() }),
  }),
};
