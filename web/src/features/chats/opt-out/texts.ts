import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'Did they ask you to stop?',
  question: 'Did they ask you to stop?',
  because: 'A message from {name} may say so. Nothing is sent until you decide.',
  lead: 'the lead',
  yes: 'Yes, stop all messages',
  no: 'No',
  stopped: 'The lead is suppressed and its campaigns have ended',
  dismissed: 'The lead is not suppressed',
  failed: "Couldn't save. Try again.",
});
