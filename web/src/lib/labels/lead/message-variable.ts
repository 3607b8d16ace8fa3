import { VARIABLE_LABELS } from '@overture/domain/message/tokens';
import { defineTexts } from '../../texts.ts';

export const messageVariableLabel = defineTexts({ ...VARIABLE_LABELS });
