export { createCampaignLabelsRoutes, createChatLabelsRoutes } from './labels.routes.ts';
export { putLabelOnProspect, removeLabelFromProspect } from './labels.service.ts';
export { findLabel, listCarriedLabels } from './labels.store.ts';
