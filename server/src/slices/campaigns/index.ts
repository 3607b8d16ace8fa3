export { campaignEnrichmentRoutes } from './campaign-enrichment.routes.ts';
export { campaignStepsRoutes } from './campaign-steps.routes.ts';
export { campaignsRoutes } from './campaigns.routes.ts';
export { demandCampaigns } from './campaigns.service.ts';
export { listCampaignsOfAccount } from './campaigns.store.ts';
export { figuresTable, findPageDays, sumsWithin } from './day-sums.store.ts';
export { campaignLeadsRoutes } from './leads.routes.ts';
export { rehearsalRoutes } from './rehearsal/rehearsal.routes.ts';
export {
  CAMPAIGN_STEP,
  campaignRunsSlice,
  campaignStepKind,
  type ReceivedBounce,
  type ReceivedReply,
  recordBounce,
  recordReply,
  recordUnsubscribe,
  runDueSteps,
  type StoppedLead,
  wakeCampaigns,
  wakeSender,
} from './run/index.ts';
