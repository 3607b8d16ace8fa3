import { EVERYBODY } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { done, endpoint, pageQuery, unused } from './endpoint.ts';

/** People at this domain, or at one below it, are never added to a list by the finder, to a campaign, or written to. */
const excludedDomainSchema = z.object({
  id: z.number().int(),
  domain: z.string(),
  created_at: z.iso.datetime(),
});
export type ExcludedDomain = z.output<typeof excludedDomainSchema>;

/** Half a million lines of domains. */
const UPLOAD_MAX_IN_BYTES = 10 * 1024 * 1024;

export const excludedDomainsEndpoints = {
  listExcludedDomains: endpoint('GET /excluded-domains/', {
    summary: 'Excluded domains, 25 a page, newest first',
    query: z.object({ search: z.string().max(TEXT_LIMITS.search_query_max).optional(), page: pageQuery }),
    ok: z.object({ excluded_domains: z.array(excludedDomainSchema), total_domains: z.number().int() }),
  }),
  addExcludedDomain: endpoint('POST /excluded-domains/', {
    summary: 'Exclude a domain; an address or URL counts as its domain',
    roles: EVERYBODY,
    body: z.object({ domain: unused(z.string().max(TEXT_LIMITS.url_max)) }),
    errors: ['excluded_domain_invalid', 'excluded_domains_full'],
    ok: z.object({ excluded_domain: excludedDomainSchema }),
  }),
  removeExcludedDomain: endpoint('DELETE /excluded-domains/{id}/', {
    summary: 'No longer exclude a domain',
    roles: EVERYBODY,
    ok: done,
  }),
  uploadExcludedDomains: endpoint('POST /excluded-domains/upload/', {
    recorded: { event: 'import_started' },
    summary: 'Exclude the domains in a column of a CSV file; cells that hold none are skipped',
    roles: EVERYBODY,
    multipart: { max_file_bytes: UPLOAD_MAX_IN_BYTES },
    body: z.object({ column_name: unused(z.string().max(1000)) }),
    errors: ['csv_only', 'csv_unreadable', 'csv_column_missing', 'excluded_domains_full'],
    ok: z.object({
      success: z.literal(true),
      added_domains: z.number().int(),
      duplicate_rows: z.number().int(),
      skipped_rows: z.number().int(),
      total_rows: z.number().int(),
    }),
  }),
};
