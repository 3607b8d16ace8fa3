import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  saved: 'Saved.',
  failed: "Couldn't save. Nothing was changed.",
});
