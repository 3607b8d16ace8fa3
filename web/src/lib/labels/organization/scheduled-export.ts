import { SCHEDULED_EXPORT_LABELS, type ScheduledExportKind } from '@overture/domain/scheduled-exports';
import { defineTexts } from '../../texts.ts';

export const scheduledExportLabel = defineTexts({ ...SCHEDULED_EXPORT_LABELS });

/** @param name of the list or campaign; empty where there is none */
export const exportTitle = ({ kind, name }: { kind: ScheduledExportKind; name: string }): string =>
  name === '' ? scheduledExportLabel(kind) : `${scheduledExportLabel(kind)}: ${name}`;
