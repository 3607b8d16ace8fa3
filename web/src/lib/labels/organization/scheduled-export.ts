import { SCHEDULED_EXPORT_LABELS } from '@overture/domain/scheduled-exports';
import { defineTexts } from '../../texts.ts';

export const scheduledExportLabel = defineTexts({ ...SCHEDULED_EXPORT_LABELS });
