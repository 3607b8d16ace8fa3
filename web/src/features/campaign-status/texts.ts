import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  waiting_one: '{{shown}} waits for data',
  waiting_other: '{{shown}} wait for data',
});
