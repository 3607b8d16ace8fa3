export { CampaignLeads } from './campaign-leads.tsx';
