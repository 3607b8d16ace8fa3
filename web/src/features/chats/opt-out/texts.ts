import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'Did they ask you to stop?',
  question: 'Did they ask you to stop?',
  because: 'A message may say so. Nothing is sent until you decide.',
  yes: 'Yes, stop all messages',
  no: 'No',
  stopped: 'Stopped. The sender of that message is suppressed',
  dismissed: 'Nobody is suppressed',
  failed: "Couldn't save. Try again.",
});
