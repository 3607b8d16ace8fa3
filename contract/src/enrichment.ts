import { RIGHTS } from '@overture/domain/access/permissions';
import { AUTOMATIC_RESEARCH } from '@overture/domain/leads/automatic-research';
import { OUTPUT_TYPES } from '@overture/domain/leads/lead-columns';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { CONTACT_LOOKUPS, RESEARCH_SOURCES, RESULT_USES } from '@overture/domain/money/credits';
import { z } from 'zod';
import { done, endpoint, idSchema, listQuery, mayDeleteField, unused } from './endpoint.ts';
import { filterList, tableBody } from './prospects.ts';

/** A research task or a contact look-up. Built-in ones belong to no organization. */
const enrichmentPromptSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** What messages call what it found out, `{{ research.recent_news }}`: made of its first name, it stays. Of look-ups, and of what is not one's own, none. */
  key: z.string().nullable(),
  prompt: z.string(),
  output_type: z.enum(OUTPUT_TYPES),
  required_sources: z.array(z.enum(RESEARCH_SOURCES)),
  organization_id: z.number().int().nullable(),
  is_data_enrichment: z.boolean(),
  data_enrichment_type: z.enum(CONTACT_LOOKUPS).nullable(),
  icon: z.string().nullable(),
  alias: z.string().nullable(),
  searches: z.array(z.number().int()),
  /** Credits one lead costs when something is found. */
  cost_per_lead: z.number().int(),
  /** Whether it runs for leads for which a column that the question names (`{{research.recent_news}}`) is empty. */
  runs_with_empty: z.boolean(),
  /** Rises with each change; see `editResearchTask`. */
  version: z.number().int(),
  /** The version since which the question is what it is: results of earlier versions answer a former question. */
  question_version: z.number().int(),
});
export type EnrichmentPrompt = z.output<typeof enrichmentPromptSchema>;

export const ANSWER_STATUSES = ['found', 'not_found', 'edited'] as const;

/** What was tried, in order, and what came of it. */
const stepsSchema = z.array(z.object({ label: z.string(), outcome: z.string(), detail: z.string() }));

/** What the JSON text in `answer` holds. */
const answerContentSchema = z.object({
  status: z.enum(ANSWER_STATUSES),
  output: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  explanation: z.string(),
  sources: z.array(z.object({ source: z.string(), title: z.string() })),
  /** Of contact look-ups. */
  steps: stepsSchema.optional(),
  confidence: z.number().min(0).max(100).nullable().optional(),
});
export type AnswerContent = z.output<typeof answerContentSchema>;

const CELL_STATES = ['loading', 'cancelled', 'done', 'failed'] as const;

/** One cell of a research column. A lead without one was never asked about: its cell shows a dash. */
export const enrichmentAnswerSchema = z.object({
  id: z.number().int(),
  prospect: z.number().int(),
  prompt: z.number().int(),
  /** JSON text of `answerContentSchema`; null while there is none. */
  answer: z.string().nullable(),
  failed: z.boolean(),
  state: z.enum(CELL_STATES),
  /** Why it failed, or what a loading cell waits for, in words. */
  error: z.string().nullable(),
  /** What it had tried when it failed; empty where it did not fail or took no steps. */
  tried_steps: stepsSchema,
  prospect_name: z.string(),
  company_name: z.string().nullable(),
  /** Addresses really fetched, with the title of each page. */
  sources: z.array(z.object({ source: z.string(), title: z.string() })),
  credits: z.number().int(),
  updated_at: z.iso.datetime(),
  /** The version of the question that was answered; null where that is not known, or it was written by hand. */
  version: z.number().int().nullable(),
  /** The column that is empty for this lead: the question was not asked, and nothing was charged. */
  empty_input: z.string().nullable(),
});
export type EnrichmentAnswer = z.output<typeof enrichmentAnswerSchema>;

/** A column that also runs for leads added later, as far as they pass the filters. */
const automaticResearchSchema = z.object({
  filters: filterList,
  leads_per_day: z.number().int(),
  /** Leads started today, by the clock of the organization. */
  leads_today: z.number().int(),
  /** Why leads wait, in words; null while none do. */
  problem: z.string().nullable(),
});
export type AutomaticResearch = z.output<typeof automaticResearchSchema>;

/** A column of a list. `results` are those of the leads asked for, at most 500. */
const researchColumnSchema = z.object({
  prompt: enrichmentPromptSchema,
  alias: z.string().nullable(),
  results: z.array(enrichmentAnswerSchema),
  /** Cells of the whole list that wait or run. */
  loading_count: z.number().int(),
  /** Null where it runs by hand only. */
  automatic: automaticResearchSchema.nullable(),
  /** Why it runs for no lead, in words: a column that the question names was deleted. Null while it runs. */
  paused: z.string().nullable(),
});
export type ResearchColumn = z.output<typeof researchColumnSchema>;

/** What polishing knows how to improve. */
const INSTRUCTION_KINDS = ['research', 'snippet'] as const;
export type InstructionKind = (typeof INSTRUCTION_KINDS)[number];

const taskFields = {
  name: unused(z.string().max(200)),
  prompt: unused(z.string().max(20_000)),
  output_type: unused(z.enum(OUTPUT_TYPES)),
  required_sources: unused(z.array(z.enum(RESEARCH_SOURCES)).max(20)),
  runs_with_empty: unused(z.boolean()),
};

/** What happens to the cells of a list when the question is changed. */
const RERUN_CHOICES = ['keep', 'all', 'empty'] as const;
export type RerunChoice = (typeof RERUN_CHOICES)[number];

/** A question as it was. */
const versionSchema = z.object({
  version: z.number().int(),
  name: z.string(),
  prompt: z.string(),
  output_type: z.enum(OUTPUT_TYPES),
  required_sources: z.array(z.enum(RESEARCH_SOURCES)),
  runs_with_empty: z.boolean(),
  /** Who wrote it; null where that is not known, or the person is gone. */
  edited_by: z.number().int().nullable(),
  edited_by_name: z.string().nullable(),
  edited_at: z.iso.datetime(),
});
export type ResearchVersion = z.output<typeof versionSchema>;

/** What a contact look-up of a view costs. */
export const lookupEstimateSchema = z.object({
  /** Leads of the view: with the data, looked up without it in the last 90 days, and left. */
  chosen: z.number().int(),
  known: z.number().int(),
  tried: z.number().int(),
  to_look_up: z.number().int(),
  most_credits: z.number().int(),
  /** At the share that the look-ups of the last 30 days found; null if those were fewer than 20. */
  likely_credits: z.number().int().nullable(),
  found_percent: z.number().int().nullable(),
});
export type LookupEstimate = z.output<typeof lookupEstimateSchema>;

const promptFields = {
  prompt_id: unused(idSchema),
  ...taskFields,
  /** How many leads to run, in the table's order; 0 or nothing saves without running. */
  prospect_limit: unused(z.coerce.number<number | string>().int().min(0).max(REQUEST_LIMITS.max_amount)),
  ...tableBody,
};
const startErrors = [
  'bad_request',
  'research_name_taken',
  'research_task_locked',
  'research_sources_missing',
  'not_enough_credits',
  'credit_cap_reached',
  'feature_disabled',
] as const;
const started = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Cells that now wait, and the credits reserved for them. */
  started_cells: z.number().int(),
  reserved_credits: z.number().int(),
});

const cells = z
  .array(z.object({ prompt_id: idSchema, prospect_id: idSchema }))
  .min(1)
  .max(10_000);
const column = { searchId: idSchema, promptId: idSchema };

export const enrichmentEndpoints = {
  listResearchTasks: endpoint('GET /enrichment/prompts/', {
    summary: 'Built-in research tasks and contact look-ups, and those of the organization',
    shows: ['research_tasks'],
    ok: z.array(enrichmentPromptSchema.extend(mayDeleteField)).max(LIST_LIMITS.research_tasks + LIST_LIMITS.fixed),
  }),
  listUsedPrompts: endpoint('GET /enrichment/used-prompts/', {
    summary: 'Research tasks in use: built-in ones, and those of the organization that are a column or have answers',
    shows: ['research_tasks'],
    /** `is_answered`: it has a result for at least one lead. */
    ok: z
      .array(enrichmentPromptSchema.extend({ is_answered: z.boolean() }))
      .max(LIST_LIMITS.research_tasks + LIST_LIMITS.fixed),
  }),
  listAgencyPrompts: endpoint('GET /enrichment/agency-prompts/', {
    summary: 'Research tasks that the agency of the organization shares with it, to be looked at and copied',
    shows: ['research_tasks'],
    ok: z.array(enrichmentPromptSchema).max(LIST_LIMITS.research_tasks),
  }),
  copyAgencyPrompt: endpoint('POST /enrichment/agency-prompts/{id}/copy/', {
    summary: "Make a task of the agency one of the organization's own; one that says the same is made once",
    touches: ['research_tasks'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    errors: ['feature_disabled', 'research_name_taken'],
    ok: enrichmentPromptSchema,
  }),
  deleteResearchTask: endpoint('DELETE /enrichment/prompt/{id}/', {
    summary: 'Delete a task of the organization with its columns and answers; its running cells stop',
    touches: ['research_tasks', 'research', 'leads'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    errors: ['not_yours', 'forbidden'],
    ok: done,
  }),
  listAffectedSearches: endpoint('GET /enrichment/prompt/{id}/affected-searches/', {
    summary: 'Lists that show the task as a column, and running or paused campaigns whose messages name it',
    shows: ['research_tasks'],
    ok: z.object({
      campaigns: z.array(z.object({ id: z.number().int(), name: z.string() })).max(LIST_LIMITS.naming_campaigns),
      data: z
        .array(z.object({ id: z.number().int(), name: z.string(), prospect_count: z.number().int() }))
        .max(LIST_LIMITS.lists),
      /** Results in all lists and campaigns, counted up to 10,000. */
      result_count: z.number().int(),
    }),
  }),
  editResearchTask: endpoint('PUT /enrichment/prompt/{id}/', {
    needs_plan: true,
    summary: 'Change the question of a task with results: keep them, or run the cells of a list again; all or nothing',
    touches: ['research', 'research_tasks', 'leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object({
      ...taskFields,
      /** The version that is changed: another one since then is refused, which keeps a repeated call from running anything twice. */
      version: z.number().int().min(0),
      /** The list whose cells run again; not needed to keep results. */
      search_id: unused(idSchema),
      /**
       * `all`: cells that were ever started, without those that a person wrote. `empty`: of these the ones without a result. None run again
       * where nothing but the name changes.
       */
      results: z.enum(RERUN_CHOICES),
    }),
    errors: ['changed_meanwhile', 'forbidden', ...startErrors],
    ok: z.object({ task: enrichmentPromptSchema, started_cells: z.number().int(), reserved_credits: z.number().int() }),
  }),
  listResearchVersions: endpoint('GET /enrichment/prompt/{id}/versions/', {
    summary: 'What a task of the organization asks and asked, the newest version first: the last 50 changes',
    shows: ['research_tasks'],
    ok: z.object({ versions: z.array(versionSchema).max(51) }),
  }),
  countResearchReruns: endpoint('GET /enrichment/prompts/{searchId}/{promptId}/reruns/', {
    summary: 'Cells of a list that an edit of the question may run again',
    shows: ['research', 'leads'],
    params: z.object(column),
    ok: z.object({ all: z.number().int(), empty: z.number().int(), by_hand: z.number().int() }),
  }),
  enhancePrompt: endpoint('POST /enrichment/enhance-prompt/', {
    summary: 'Polish the instructions of a research task or of a snippet with AI',
    touches: 'nothing',
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object({
      prompt: unused(z.string().max(20_000)),
      /** What the instructions are for; a research task when left out. */
      type: unused(z.enum(INSTRUCTION_KINDS)),
      output_type: unused(z.enum(OUTPUT_TYPES)),
    }),
    errors: ['prompt_empty', 'enhance_failed', 'not_configured', 'rate_limited'],
    ok: z.object({ enhanced_prompt: z.string() }),
  }),
  listResearchColumns: endpoint('GET /enrichment/prompts/{searchId}', {
    summary: 'Research columns of a list with the answers of the leads named (without names: of its 500 newest leads)',
    shows: ['research'],
    query: z.object({ prospect_ids: unused(listQuery(z.array(idSchema).max(500))) }),
    ok: z.array(researchColumnSchema).max(LIST_LIMITS.research_tasks + LIST_LIMITS.fixed),
  }),
  removeResearchColumn: endpoint('DELETE /enrichment/prompts/{searchId}/{promptId}/', {
    summary: 'Remove a column from a list; its running cells stop and unspent credits return',
    touches: ['research', 'leads'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    params: z.object(column),
    ok: done,
  }),
  setAutomaticResearch: endpoint('PUT /enrichment/prompts/{searchId}/{promptId}/automatic/', {
    needs_plan: true,
    summary: 'Run a column for leads that are added to the list later, or change how',
    touches: ['research'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    params: z.object(column),
    body: z.object({
      filters: unused(filterList),
      leads_per_day: z.number().int().min(1).max(AUTOMATIC_RESEARCH.max_leads_per_day),
    }),
    errors: ['bad_request', 'feature_disabled'],
    ok: automaticResearchSchema,
  }),
  stopAutomaticResearch: endpoint('DELETE /enrichment/prompts/{searchId}/{promptId}/automatic/', {
    summary: 'Run a column by hand only; what runs already continues',
    touches: ['research'],
    roles: RIGHTS.work,
    params: z.object(column),
    ok: done,
  }),
  startResearch: endpoint('POST /enrichment/prompts/{searchId}/', {
    needs_plan: true,
    summary: 'Add a task to a list as a column and run it for the first leads without an answer',
    touches: ['research', 'research_tasks', 'leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object(promptFields),
    errors: startErrors,
    ok: started,
  }),
  replaceResearch: endpoint('PUT /enrichment/prompts/{searchId}/', {
    needs_plan: true,
    summary: 'Change a task and run its column for the next leads',
    touches: ['research', 'research_tasks', 'leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object(promptFields),
    errors: startErrors,
    ok: started,
  }),
  continueResearch: endpoint('PATCH /enrichment/prompts/{searchId}/', {
    needs_plan: true,
    summary: 'Run an existing column for the next leads without an answer',
    touches: ['research', 'leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object(promptFields),
    errors: startErrors,
    ok: started,
  }),
  enrichSelectedCells: endpoint('POST /enrichment/prompts/{searchId}/enrich-selected-cells/', {
    needs_plan: true,
    summary: 'Run (again) the cells named',
    touches: ['research', 'leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object({ cells }),
    errors: ['bad_request', 'not_enough_credits', 'credit_cap_reached', 'feature_disabled'],
    ok: z.object({ success: z.literal(true), started_cells: z.number().int(), reserved_credits: z.number().int() }),
  }),
  cancelResearch: endpoint('POST /enrichment/prompts/{searchId}/cancel/', {
    summary: 'Stop the running tasks of a list: none starts anymore, running ones end within 5 s, credits return',
    touches: ['research', 'leads'],
    roles: RIGHTS.work,
    ok: z.object({ success: z.literal(true), cancelled_cells: z.number().int(), released_credits: z.number().int() }),
  }),
  editAnswer: endpoint('POST /enrichment/answer/{id}/edit/', {
    summary: 'Overwrite an answer by hand',
    touches: ['leads', 'campaign_leads'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object({ answer: z.union([z.string().max(20_000), z.number(), z.boolean()]).nullable() }),
    errors: ['bad_request'],
    ok: z.object({ answer: enrichmentAnswerSchema }),
  }),
  createAnswer: endpoint('POST /enrichment/answer/create/', {
    summary: 'Write an answer by hand where there was none',
    touches: ['leads', 'campaign_leads'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: z.object({
      prompt_id: idSchema,
      prospect_id: idSchema,
      answer: z.union([z.string().max(20_000), z.number(), z.boolean()]).nullable(),
    }),
    errors: ['bad_request'],
    ok: z.object({ answer: enrichmentAnswerSchema }),
  }),
  getLeadCosts: endpoint('GET /prospects/{id}/credits/', {
    summary: 'Credits that look-ups and research of a lead cost, by purpose',
    shows: ['research'],
    ok: z.object({
      credits: z.number().int(),
      uses: z.array(z.object({ kind: z.enum(RESULT_USES), credits: z.number().int() })).max(LIST_LIMITS.fixed),
    }),
  }),
  countUnenrichedProspects: endpoint('POST /searches/{id}/unenriched-prospects-count/', {
    summary: 'Leads of a list, filtered, for which the task has no answer yet',
    shows: ['research', 'leads'],
    reads_only: true,
    body: z.object({ prompt_id: unused(idSchema), ...tableBody }),
    errors: ['bad_request'],
    ok: z.object({
      unenriched_count: z.number().int(),
      /** Of contact look-ups; null for research. */
      estimate: lookupEstimateSchema.nullable(),
    }),
  }),
};
