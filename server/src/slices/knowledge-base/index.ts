export { knowledgeBaseRoutes } from './knowledge-base.routes.ts';
export { readOwnWebsite } from './read-website.service.ts';
