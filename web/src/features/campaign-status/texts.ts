import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  trial_ended: 'Waiting: trial ended',
  subscription_ended: 'Waiting: subscription ended',
  waiting: '{count, plural, one {{shown} waiting for data} other {{shown} waiting for data}}',
});
