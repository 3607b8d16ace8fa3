import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  unnamed: 'Unnamed lead',
  previous_lead: 'Previous lead',
  next_lead: 'Next lead',
});
