import { writeConditionBlock } from '@overture/domain/message/condition-blocks';
import { t } from '../texts.ts';

/** What a new condition begins with, to be written over. */
export const NEW_CONDITION = writeConditionBlock({
  name: 'job_title',
  comparison: 'known',
  value: '',
  yes: t('condition_then'),
  no: t('condition_else'),
});
