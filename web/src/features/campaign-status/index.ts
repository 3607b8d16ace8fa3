export { CampaignStatusChip } from './campaign-status-chip.tsx';
