import { LEAD_STATUS_LABELS } from '@overture/domain/campaign/transitions';
import { defineTexts } from '../../texts.ts';

export const leadStatusLabel = defineTexts({ ...LEAD_STATUS_LABELS });
