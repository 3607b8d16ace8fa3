import { CALL_OUTCOME_LABELS } from '@overture/domain/calls/call-outcomes';
import { defineTexts } from '../../texts.ts';

export const callOutcomeLabel = defineTexts({ ...CALL_OUTCOME_LABELS });
