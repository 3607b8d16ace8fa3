import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  incomplete:
    '{count, plural, one {{shown} lead is missing data that a message needs} other {{shown} leads are missing data that a message needs}}',
  unknown_variable: 'unknown variable “{name}”',
  incomplete_more: 'and {shown} more',
  incomplete_note: 'They wait until the data is added, then resume automatically.',
});
