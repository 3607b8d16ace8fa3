export { CampaignMissingData } from './campaign-missing-data.tsx';
export { IncompleteList } from './incomplete-list.tsx';
