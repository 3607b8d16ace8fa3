import type { knowledgeBaseEndpoints } from '@overture/contract/knowledge-base';
import type { RouteTable } from '../../kernel/slice.ts';
import { suggestFromWebsite } from './read-website.service.ts';

export const knowledgeBaseRoutes: RouteTable<typeof knowledgeBaseEndpoints> = {
  readOwnWebsite: (ctx, { body }) => suggestFromWebsite(ctx, body.website_url),
};
