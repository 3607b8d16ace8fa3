import { RESEARCH_SOURCE_LABELS } from '@overture/domain/money/credits';
import { defineTexts } from '../../lib/texts.ts';

export const sourceLabel = defineTexts({ ...RESEARCH_SOURCE_LABELS });
