export { createCampaignLabelsRoutes, createChatLabelsRoutes } from './labels.routes.ts';
export { putLabelOnProspects, removeLabelFromProspects } from './labels.service.ts';
export { findLabel, listCarriedLabels } from './labels.store.ts';
