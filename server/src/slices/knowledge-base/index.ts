export { knowledgeBaseRoutes } from './knowledge-base.routes.ts';
