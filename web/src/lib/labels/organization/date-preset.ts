import { DATE_PRESET_LABELS } from '@overture/domain/time/date-presets';
import { defineTexts } from '../../texts.ts';

export const datePresetLabel = defineTexts({ ...DATE_PRESET_LABELS });
