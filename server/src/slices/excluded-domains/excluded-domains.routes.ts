import type { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './excluded-domains.service.ts';

export const excludedDomainsRoutes: RouteTable<typeof excludedDomainsEndpoints> = {
  listExcludedDomains: async (ctx, { query }) => {
    const { excluded_domains, ...page } = await service.listExcludedDomains(ctx, query);
    return { excluded_domains: await withMayDelete(ctx, 'excluded_domains', excluded_domains), ...page };
  },
  addExcludedDomain: async (ctx, { body }) => ({
    excluded_domain: await service.excludeDomain(ctx, body.domain ?? ''),
  }),
  removeExcludedDomain: async (ctx, { params }) => {
    await service.includeDomain(ctx, params.id);
    return { success: true };
  },
  checkExcludedDomains: async (ctx, { body }) => ({ already_excluded: await service.findExcluded(ctx, body.domains) }),
  addExcludedDomains: (ctx, { body }) => service.excludeDomains(ctx, body.domains),
  removeExcludedDomains: async (ctx, { body }) => ({
    removed_domains: await service.includeDomains(ctx, body.domain_ids),
  }),
  uploadExcludedDomains: async (ctx, { body, file }) => ({
    success: true,
    ...(await service.uploadDomains(ctx, file, body.column_name ?? '')),
  }),
};
