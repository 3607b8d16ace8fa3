import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  emails: 'Campaigns have sent {used} of {limit} emails from this sender today.',
  messages: 'Campaigns have sent {used} of {limit} LinkedIn messages from this sender today.',
  not_counted: 'Your message is not counted.',
});
