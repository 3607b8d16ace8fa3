import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  incomplete_one: '{{shown}} lead is missing data that a message needs',
  incomplete_other: '{{shown}} leads are missing data that a message needs',
  unknown_variable: 'unknown variable “{{name}}”',
  incomplete_more: 'and {{shown}} more',
  incomplete_note: 'They wait until the data is added, then resume automatically.',
});
