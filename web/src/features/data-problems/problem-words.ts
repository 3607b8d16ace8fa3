import { labelMissing } from '@overture/domain/message/missing-words';
import { t } from './texts.ts';

/** Name of the missing data in the table: 'Job title'. */
export function fieldLabel(field: string): string {
  const label = labelMissing(field);
  return field.startsWith('unknown:') ? t('unknown_variable', { name: label }) : label;
}
