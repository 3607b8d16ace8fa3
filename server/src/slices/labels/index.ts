export { createChatLabelsRoutes } from './chat-labels.routes.ts';
export { listLabelsOfProspects } from './chat-labels.store.ts';
