export { wakeCampaigns, wakeLanes, wakeSender } from './campaign-lanes.store.ts';
