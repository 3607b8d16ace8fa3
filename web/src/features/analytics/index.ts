export { CampaignAnalyticsTab } from './campaign-analytics.tsx';
