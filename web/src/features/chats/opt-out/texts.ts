import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'Did they ask to be left alone?',
  question: 'Did they ask to be left alone?',
  because: 'A message may say so. Nothing is sent meanwhile.',
  yes: 'Yes, stop all messages',
  no: 'No',
  stopped: 'The lead is suppressed and its campaigns have ended',
  dismissed: 'The lead is not suppressed',
  failed: "Couldn't save. Try again.",
});
