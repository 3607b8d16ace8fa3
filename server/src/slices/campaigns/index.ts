export { campaignStepsRoutes } from './campaign-steps.routes.ts';
export { campaignsRoutes } from './campaigns.routes.ts';
export { listCampaignsOfAccount } from './campaigns.store.ts';
