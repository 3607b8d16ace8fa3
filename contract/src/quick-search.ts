import { TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const foundLeadSchema = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string().nullable(),
  company_name: z.string().nullable(),
  email: z.string().nullable(),
  has_conversation: z.boolean(),
  /** The newest list that holds the lead. */
  search_id: z.number().int().nullable(),
});
export type FoundLead = z.output<typeof foundLeadSchema>;

const foundCompanySchema = z.object({
  name: z.string(),
  /** The newest list that holds one of its leads. */
  search_id: z.number().int(),
});
export type FoundCompany = z.output<typeof foundCompanySchema>;

export const quickSearchEndpoints = {
  quickSearch: endpoint('GET /quick-search/', {
    summary: 'Leads by the beginning of their name, last name, email or company, at most 8; and companies, at most 4',
    shows: ['leads', 'lists', 'chats'],
    query: z.object({ search_query: z.string().trim().min(2).max(TEXT_LIMITS.search_query_max) }),
    ok: z.object({ leads: z.array(foundLeadSchema).max(8), companies: z.array(foundCompanySchema).max(4) }),
  }),
};
