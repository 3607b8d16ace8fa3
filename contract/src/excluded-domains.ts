import { RIGHTS } from '@overture/domain/access/permissions';
import { EXCLUSION_LIST, REQUEST_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { cursorQuery, done, endpoint, idSchema, mayDeleteField, nextCursor, pageQuery, unused } from './endpoint.ts';

/** People at this domain, or at one below it, are never added to a list by the finder, to a campaign, or written to. */
const excludedDomainSchema = z.object({
  id: z.number().int(),
  /** Or one address, which excludes only its owner. */
  domain: z.string(),
  created_at: z.iso.datetime(),
});
export type ExcludedDomain = z.output<typeof excludedDomainSchema>;

const pastedBody = z.object({
  domains: z.array(z.string().max(TEXT_LIMITS.url_max)).min(1).max(EXCLUSION_LIST.max_entries),
});
const max_body_bytes = REQUEST_LIMITS.max_json_body_in_bytes;

/** Half a million lines of domains. */
const UPLOAD_MAX_IN_BYTES = 10 * 1024 * 1024;

export const excludedDomainsEndpoints = {
  listExcludedDomains: endpoint('GET /excluded-domains/', {
    summary: 'Excluded domains, 25 a page, newest first',
    shows: ['suppressions'],
    query: z.object({
      search: z.string().max(TEXT_LIMITS.search_query_max).optional(),
      page: pageQuery,
      ...cursorQuery,
    }),
    errors: ['cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      excluded_domains: z.array(excludedDomainSchema.extend(mayDeleteField)),
      total_domains: z.number().int(),
    }),
  }),
  addExcludedDomain: endpoint('POST /excluded-domains/', {
    summary: 'Exclude a domain, or one email address; a URL counts as its domain',
    touches: ['suppressions'],
    roles: RIGHTS.work,
    body: z.object({ domain: unused(z.string().max(TEXT_LIMITS.url_max)) }),
    errors: ['excluded_domain_invalid', 'excluded_domains_full'],
    ok: z.object({ excluded_domain: excludedDomainSchema }),
  }),
  removeExcludedDomain: endpoint('DELETE /excluded-domains/{id}/', {
    summary: 'No longer exclude a domain; like lifting a suppression, it is for who answers for the organization',
    touches: ['suppressions'],
    roles: RIGHTS.settings,
    ok: done,
  }),
  checkExcludedDomains: endpoint('POST /excluded-domains/check/', {
    summary: 'Which of these domains and addresses are already excluded, directly or by a parent domain',
    reads_only: true,
    max_body_bytes,
    body: pastedBody,
    ok: z.object({ already_excluded: z.array(z.string()) }),
  }),
  addExcludedDomains: endpoint('POST /excluded-domains/bulk/add/', {
    summary: 'Exclude several domains and addresses together; invalid entries are skipped',
    touches: ['suppressions'],
    roles: RIGHTS.work,
    max_body_bytes,
    body: pastedBody,
    errors: ['excluded_domains_full'],
    ok: z.object({
      added_ids: z.array(z.number().int()),
      duplicate_domains: z.number().int(),
      skipped_domains: z.number().int(),
    }),
  }),
  removeExcludedDomains: endpoint('POST /excluded-domains/bulk/remove/', {
    summary: 'No longer exclude these; what is gone already is passed over',
    touches: ['suppressions'],
    roles: RIGHTS.settings,
    body: z.object({ domain_ids: z.array(idSchema).min(1).max(EXCLUSION_LIST.max_entries) }),
    ok: z.object({ removed_domains: z.array(z.string()) }),
  }),
  uploadExcludedDomains: endpoint('POST /excluded-domains/upload/', {
    recorded: { event: 'import_started' },
    summary: 'Exclude the domains and addresses in a column of a CSV file; cells that hold none are skipped',
    touches: ['suppressions'],
    roles: RIGHTS.work,
    multipart: { max_file_bytes: UPLOAD_MAX_IN_BYTES },
    body: z.object({ column_name: unused(z.string().max(1000)) }),
    errors: ['csv_only', 'csv_unreadable', 'csv_column_missing', 'excluded_domains_full'],
    ok: z.object({
      success: z.literal(true),
      added_domains: z.number().int(),
      duplicate_rows: z.number().int(),
      skipped_rows: z.number().int(),
      /** The first hundred that were skipped: their rows, as spreadsheets count them. */
      skipped: z.array(z.object({ row: z.number().int(), value: z.string() })),
      total_rows: z.number().int(),
    }),
  }),
};
