export { knowledgeBaseRoutes } from './knowledge-base.routes.ts';
export { suggestFromWebsite } from './read-website.service.ts';
