import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  add: 'Add {name} as a lead',
  open: 'Open {name}',
  added_before: 'Added as a lead.',
});
