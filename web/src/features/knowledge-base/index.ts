export { KnowledgeBasePage } from './knowledge-base-page.tsx';
