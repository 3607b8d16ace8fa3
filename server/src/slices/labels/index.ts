export { createCampaignLabelsRoutes, createChatLabelsRoutes } from './labels.routes.ts';
export { putLabelOnProspect } from './labels.service.ts';
export { findLabel, listLabelsOf } from './labels.store.ts';
