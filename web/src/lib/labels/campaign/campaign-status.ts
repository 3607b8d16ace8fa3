import { CAMPAIGN_STATUS_LABELS } from '@overture/domain/campaign/transitions';
import { defineTexts } from '../../texts.ts';

export const campaignStatusLabel = defineTexts({ ...CAMPAIGN_STATUS_LABELS });
