import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  unnamed: 'Unnamed lead',
});
