import { SUPPRESSION_LABELS } from '@overture/domain/suppressions/suppressions';
import { defineTexts } from '../../texts.ts';

export const suppressionReasonLabel = defineTexts({ ...SUPPRESSION_LABELS });
