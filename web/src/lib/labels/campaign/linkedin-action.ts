import { LINKEDIN_ACTION_LABELS } from '@overture/domain/linkedin/linkedin-actions';
import { defineTexts } from '../../texts.ts';

export const linkedinActionLabel = defineTexts({ ...LINKEDIN_ACTION_LABELS });
