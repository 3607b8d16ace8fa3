import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  look_up: 'Look up missing contact data',
  look_up_text: 'May look up {names} (up to {credits} credits). You pay only for results that are found.',
  look_up_off: 'Uses the data your leads have. Nothing is looked up, and leads without it follow the No branch.',
  and: ' and ',
  emails: '{count, plural, one {{shown} email} other {{shown} emails}}',
  phones: '{count, plural, one {{shown} phone number} other {{shown} phone numbers}}',
  websites: '{count, plural, one {{shown} website} other {{shown} websites}}',
  price: '{credits} credits for each one it has to find',
});
