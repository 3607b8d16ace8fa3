import { labelMissing } from '@overture/domain/message/missing-words';
import { t } from './texts.ts';

/** What is lacking, as it stands in a table: 'Job title'. */
export function fieldLabel(field: string): string {
  const label = labelMissing(field);
  return field.startsWith('unknown:') ? t('unknown_variable', { name: label }) : label;
}
