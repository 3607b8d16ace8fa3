import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  label: 'Contact later',
  asks: 'Asks to be contacted again on {day}.',
  remind: 'Remind me on {day}',
  other: 'Another time…',
  reminded: 'Comes back {time}',
});
