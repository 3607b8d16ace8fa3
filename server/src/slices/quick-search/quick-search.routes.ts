import type { quickSearchEndpoints } from '@overture/contract/quick-search';
import { foldCase } from '@overture/domain/text/text';
import type { RouteTable } from '../../kernel/slice.ts';
import { findCompanies, findLeads } from './quick-search.store.ts';

export const quickSearchRoutes: RouteTable<typeof quickSearchEndpoints> = {
  quickSearch: async (ctx, { query }) => {
    const beginning = foldCase(query.search_query);
    return ctx.replicaRead(async (tx) => ({
      leads: await findLeads(tx, beginning),
      companies: await findCompanies(tx, beginning),
    }));
  },
};
