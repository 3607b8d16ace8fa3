import { LANGUAGE_LABELS } from '@overture/domain/message/languages';
import { defineTexts } from '../../texts.ts';

export const messageLanguageLabel = defineTexts({ ...LANGUAGE_LABELS });
