import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  trial_ended: 'Waiting: trial ended',
  subscription_ended: 'Waiting: subscription ended',
  waiting_one: '{{shown}} waiting for data',
  waiting_other: '{{shown}} waiting for data',
});
