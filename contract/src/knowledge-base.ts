import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Fields of the organization that a website may fill. */
export const SUGGESTED_FIELDS = [
  'name',
  'product_description',
  'usp_description',
  'case_studies',
  'icp_description',
  'pain_points',
  'objections',
  'competitors',
] as const;
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];

const suggestionSchema = z.object({
  field: z.enum(SUGGESTED_FIELDS),
  text: z.string(),
  page_url: z.string(),
  page_title: z.string(),
});
export type Suggestion = z.output<typeof suggestionSchema>;

export const knowledgeBaseEndpoints = {
  readOwnWebsite: endpoint('POST /organization/read-website/', {
    summary: 'Read the pages of a website and suggest what the knowledge base may say; nothing is stored',
    roles: RIGHTS.knowledge_base,
    reads_only: true,
    body: z.object({ website_url: z.string().trim().min(1).max(TEXT_LIMITS.url_max) }),
    errors: ['website_unreadable', 'website_not_understood', 'not_configured', 'rate_limited'],
    ok: z.object({ pages_read: z.number().int(), suggestions: z.array(suggestionSchema) }),
  }),
};
