export { CampaignLabelsDialog } from './labels-dialog.tsx';
