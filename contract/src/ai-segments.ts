import { RIGHTS } from '@overture/domain/access/permissions';
import { SNIPPETS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint, idSchema, mayDeleteField } from './endpoint.ts';

/** An AI snippet: sentences of a message that are written for each lead. */
const aiSegmentSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  instructions: z.string(),
  amount_of_sentences: z.number().int().min(SNIPPETS.min_sentences).max(SNIPPETS.max_sentences),
  /** Research tasks whose sources are read for it. */
  enrichment_sources: z.array(z.number().int()),
  /** Null for default snippets, which cannot be changed. */
  organization_id: z.number().int().nullable(),
  /** Credits one lead costs when something was written. */
  cost_per_lead: z.number().int(),
});
export type AiSegment = z.output<typeof aiSegmentSchema>;

const SNIPPET_STATES = ['wanted', 'queued', 'running', 'written', 'nothing', 'failed', 'no_credits'] as const;

/** What a snippet says to one lead in one step: written before the message is sent, then kept. */
export const leadSnippetSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Null until it is requested. */
  state: z.enum(SNIPPET_STATES).nullable(),
  text: z.string().nullable(),
  /** Why there is no text, in words. */
  reason: z.string().nullable(),
  /** Pages really read that say what the text says. */
  sources: z.array(z.object({ source: z.string(), title: z.string() })),
  /** Credits set aside or spent. */
  credits: z.number().int(),
  /** True when the snippet was changed since: written again, it says something else. */
  is_outdated: z.boolean(),
});
export type LeadSnippet = z.output<typeof leadSnippetSchema>;

const fields = {
  name: z.string().max(SNIPPETS.name_max),
  instructions: z.string().max(SNIPPETS.instructions_max),
  amount_of_sentences: z.number().int().min(SNIPPETS.min_sentences).max(SNIPPETS.max_sentences),
  enrichment_sources: z.array(idSchema).max(SNIPPETS.max_sources),
};
const feature = 'ai_snippets_enabled';

export const aiSegmentsEndpoints = {
  listAiSegments: endpoint('GET /campaigns/ai-segments/', {
    summary: 'Default AI snippets and those of the organization',
    shows: ['snippets'],
    feature,
    ok: z.object({
      segments: z.array(aiSegmentSchema.extend(mayDeleteField)).max(SNIPPETS.max_custom + LIST_LIMITS.fixed),
      /** What the agency of the organization shares with it: to be looked at and copied. */
      agency_segments: z.array(aiSegmentSchema).max(SNIPPETS.max_custom),
    }),
  }),
  createAiSegment: endpoint('POST /campaigns/ai-segments/', {
    summary: 'Create an AI snippet',
    touches: ['snippets'],
    roles: RIGHTS.work,
    feature,
    body: z.object(fields),
    errors: ['bad_request', 'research_sources_missing'],
    ok: z.object({ segment: aiSegmentSchema }),
  }),
  copyAgencySegment: endpoint('POST /campaigns/ai-segments/agency/{id}/copy/', {
    summary: "Make a snippet of the agency one of the organization's own, with the research tasks it draws on",
    touches: ['snippets'],
    roles: RIGHTS.work,
    feature,
    errors: ['bad_request', 'feature_disabled', 'research_name_taken'],
    ok: z.object({ segment: aiSegmentSchema }),
  }),
  updateAiSegment: endpoint('PUT /campaigns/ai-segments/', {
    summary: 'Change an AI snippet of the organization; texts already written for leads are kept',
    touches: ['snippets'],
    roles: RIGHTS.work,
    feature,
    body: z.object({ id: idSchema, ...fields }),
    errors: ['bad_request', 'forbidden', 'research_sources_missing'],
    ok: z.object({ segment: aiSegmentSchema }),
  }),
  deleteAiSegment: endpoint('DELETE /campaigns/ai-segments/', {
    summary: 'Delete an AI snippet of the organization; messages that use it fall back to their fallback message',
    touches: ['snippets'],
    roles: RIGHTS.work,
    feature,
    body: z.object({ id: idSchema }),
    errors: ['not_yours', 'forbidden'],
    ok: done,
  }),
};
