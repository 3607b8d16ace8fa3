import type { accountsEndpoints } from '@overture/contract/accounts';
import type { RouteTable } from '../../kernel/slice.ts';
import { checkDeliverability, setDkimSelector } from './sender-domains.service.ts';

export const senderDomainsRoutes: Pick<
  RouteTable<typeof accountsEndpoints>,
  'getDeliverability' | 'setDkimSelector'
> = {
  getDeliverability: (ctx, { params, query }) => checkDeliverability(ctx, params.id, query.refresh),
  setDkimSelector: (ctx, { params, body }) => setDkimSelector(ctx, params.id, body.dkim_selector),
};
