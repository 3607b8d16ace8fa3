import { writeConditionBlock } from '@overture/domain/message/condition-blocks';

/** A condition to insert. Both branches are empty, so it adds no text to the message. */
export const NEW_CONDITION = writeConditionBlock({
  name: 'job_title',
  comparison: 'known',
  value: '',
  yes: '',
  no: '',
});
