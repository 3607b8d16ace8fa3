import { RIGHTS } from '@overture/domain/access/permissions';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { CONTACT_LOOKUPS } from '@overture/domain/money/credits';
import { z } from 'zod';
import { addingFields } from './campaign-leads.ts';
import { CAMPAIGNS_FEATURE } from './campaigns.ts';
import { endpoint, idSchema, listQuery, unused } from './endpoint.ts';
import { enrichmentAnswerSchema, lookupEstimateSchema } from './enrichment.ts';
import { tableBody } from './prospects.ts';

/** Most leads that an answer names one by one: every message of the flow is filled in for each of them. */
export const MOST_INCOMPLETE_SHOWN = 50;

/** A kind of look-up of a flow: the leads it may be needed for, and what it can cost at most. */
export const lookupCostSchema = z.object({
  lookup: z.enum(CONTACT_LOOKUPS),
  leads: z.number().int(),
  credits: z.number().int(),
});
export type LookupCost = z.output<typeof lookupCostSchema>;

/** Credits the look-ups and research of a campaign's flow can cost. */
const enrichmentCostsSchema = z.object({
  /** Cost of each condition and research task in the flow for the target leads it is not known of: an address, an answer, that nothing was found. */
  enrichment_costs: z.number().int(),
  /** The part of it that conditions look up; those without a lead to look up are left out. */
  lookups: z.array(lookupCostSchema).max(LIST_LIMITS.fixed),
  /** Leads in the campaign; of a selection, all that are selected. */
  total_prospects: z.number().int(),
  /** Different research tasks that messages of the flow use. */
  unique_prompts_used: z.number().int(),
  /** Leads the costs are for: those the campaign is not over for; of a selection, those that would be added. */
  target_prospects: z.number().int(),
});
export type EnrichmentCosts = z.output<typeof enrichmentCostsSchema>;

/** Leads for whom a message of the flow cannot be written, for want of data that no fallback message does without. */
const missingDataSchema = z.object({
  has_missing_data: z.boolean(),
  total_missing_data: z.number().int(),
  total_prospects: z.number().int(),
  /** The first MOST_INCOMPLETE_SHOWN of them. */
  prospects_with_missing_data: z
    .array(
      z.object({
        prospect_id: z.number().int(),
        first_name: z.string(),
        last_name: z.string(),
        missing_variables: z.array(z.string()),
      }),
    )
    .max(MOST_INCOMPLETE_SHOWN),
});
export type MissingData = z.output<typeof missingDataSchema>;

const selectionBody = z.object({
  ...addingFields,
  /** Where the leads come from: this list, or this campaign. With neither, prospect_ids names people. */
  search_id: unused(idSchema),
  source_campaign_id: unused(idSchema),
});
const max_body_bytes = REQUEST_LIMITS.max_json_body_in_bytes;
const lookup = z.enum(CONTACT_LOOKUPS);
const started = z.object({
  success: z.literal(true),
  /** Cells that now wait, and the credits reserved for them. */
  started_cells: z.number().int(),
  reserved_credits: z.number().int(),
});
const campaignLookUpsSchema = z.object({
  /** Cells started in this campaign that wait or run; look-ups its flow needs are none of them. */
  loading_count: z.number().int(),
  /** Of the leads named, wherever the look-up was started; who was never looked for has none. */
  results: z.array(enrichmentAnswerSchema).max(LIST_LIMITS.crm_choices),
});
export type CampaignLookUps = z.output<typeof campaignLookUpsSchema>;

const ENRICHMENT_FEATURE = 'ai_research_enabled';

export const campaignEnrichmentEndpoints = {
  getEnrichmentCosts: endpoint('GET /campaigns/{id}/enrichment-costs/', {
    summary: 'Credits that the look-ups and research of the flow can cost for the leads of the campaign',
    shows: ['campaigns', 'campaign_leads'],
    ok: enrichmentCostsSchema,
  }),
  countEnrichmentCosts: endpoint('POST /campaigns/{id}/enrichment-costs/', {
    summary: 'The same for leads that are about to be added',
    shows: ['campaigns', 'campaign_leads'],
    feature: CAMPAIGNS_FEATURE,
    reads_only: true,
    body: selectionBody,
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected'],
    ok: enrichmentCostsSchema,
  }),
  getMissingData: endpoint('GET /campaigns/{id}/missing-data/', {
    summary: 'Leads of the campaign that lack data a message needs',
    shows: ['campaigns', 'campaign_leads', 'leads'],
    ok: missingDataSchema,
  }),
  countMissingData: endpoint('POST /campaigns/{id}/missing-data/', {
    summary: 'The same for leads that are about to be added',
    shows: ['campaigns', 'campaign_leads', 'leads'],
    feature: CAMPAIGNS_FEATURE,
    reads_only: true,
    body: selectionBody,
    max_body_bytes,
    errors: ['bad_request', 'no_leads_selected'],
    ok: missingDataSchema,
  }),
  countSnippetCosts: endpoint('POST /campaigns/{id}/ai-segments/enrichment-costs/', {
    summary: 'Credits that the research tasks of snippets can cost for the leads the campaign is not over for',
    shows: ['snippets', 'campaign_leads'],
    reads_only: true,
    body: z.object({ prompt_ids: z.array(idSchema).max(200) }),
    ok: z.object({
      /** Each task once, for the target leads without an answer. Where nothing is found nothing is charged. */
      enrichment_costs: z.number().int(),
      target_prospects: z.number().int(),
    }),
  }),
  countUnenrichedLeads: endpoint('POST /campaigns/{id}/unenriched-prospects-count/', {
    summary: 'Leads of a campaign, filtered, that a contact look-up could still help',
    shows: ['research', 'campaign_leads'],
    reads_only: true,
    body: z.object({ data_enrichment_type: lookup, ...tableBody }),
    errors: ['bad_request'],
    ok: z.object({ unenriched_count: z.number().int(), estimate: lookupEstimateSchema.nullable() }),
  }),
  startCampaignLookups: endpoint('POST /campaigns/{id}/enrichment/', {
    needs_plan: true,
    summary: 'Run a contact look-up for the first leads of the table that lack what it finds',
    touches: ['lookups', 'campaign_leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: ENRICHMENT_FEATURE,
    body: z.object({
      enrichment_type: lookup,
      prospect_limit: unused(z.coerce.number<number | string>().int().min(0).max(REQUEST_LIMITS.max_amount)),
      ...tableBody,
    }),
    errors: ['bad_request', 'not_enough_credits', 'credit_cap_reached'],
    ok: started,
  }),
  listCampaignLookups: endpoint('GET /campaigns/{id}/enrichment/', {
    summary: 'How far the look-ups started in a campaign are, with those of the leads named',
    shows: ['lookups'],
    query: z.object({ prospect_ids: unused(listQuery(z.array(idSchema).max(500))) }),
    ok: campaignLookUpsSchema,
  }),
  cancelCampaignLookups: endpoint('POST /campaigns/{id}/enrichment/cancel/', {
    summary: 'Stop the lookups started in a campaign: none starts anymore, running ones end within 5 s, credits return',
    touches: ['lookups', 'campaign_leads'],
    roles: RIGHTS.work,
    ok: z.object({ success: z.literal(true), cancelled_cells: z.number().int(), released_credits: z.number().int() }),
  }),
  lookUpCampaignCells: endpoint('POST /campaigns/enrichment/{id}/enrich-selected-cells/', {
    needs_plan: true,
    summary: 'Run contact look-ups for the leads of the campaign named',
    touches: ['lookups', 'campaign_leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: ENRICHMENT_FEATURE,
    body: z.object({
      cells: z
        .array(z.object({ prospect_id: idSchema, enrichment_type: lookup }))
        .min(1)
        .max(10_000),
    }),
    max_body_bytes,
    errors: ['bad_request', 'not_enough_credits', 'credit_cap_reached'],
    ok: started,
  }),
};
