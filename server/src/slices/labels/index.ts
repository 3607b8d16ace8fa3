export { createCampaignLabelsRoutes } from './campaign-labels.routes.ts';
export { listLabelsOfCampaigns } from './campaign-labels.store.ts';
export { createChatLabelsRoutes } from './chat-labels.routes.ts';
export { putLabelOnProspect } from './chat-labels.service.ts';
export { findChatLabel, listLabelsOfProspects } from './chat-labels.store.ts';
