import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  waiting_one: '{{shown}} waiting for data',
  waiting_other: '{{shown}} waiting for data',
});
