import type { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import type { RouteTable } from '../../kernel/slice.ts';
import { excludeDomain, includeDomain, listExcludedDomains, uploadDomains } from './excluded-domains.service.ts';

export const excludedDomainsRoutes: RouteTable<typeof excludedDomainsEndpoints> = {
  listExcludedDomains: (ctx, { query }) => listExcludedDomains(ctx, query),
  addExcludedDomain: async (ctx, { body }) => ({ excluded_domain: await excludeDomain(ctx, body.domain ?? '') }),
  removeExcludedDomain: async (ctx, { params }) => {
    await includeDomain(ctx, params.id);
    return { success: true };
  },
  uploadExcludedDomains: async (ctx, { body, file }) => ({
    success: true,
    ...(await uploadDomains(ctx, file, body.column_name ?? '')),
  }),
};
