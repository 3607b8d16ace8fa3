import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  title: 'Run for new leads: {name}',
  text: 'Leads that you add to this list from now on are researched without a click. Leads that are in it now, or come from an import that is running now, are not.',
  filters: 'Which leads',
  all: 'All new leads. Add filters to research only some of them.',
  matching: 'Only leads that pass these filters, within {days} days of being added.',
  limit: 'Leads a day, at most',
  cost: '{count, plural, one {{count} credit per lead if something is found: at most {most} a day.} other {{count} credits per lead if something is found: at most {most} a day.}}',
  today: 'Today: {count} of {limit} leads.',
  on: 'Turn on',
  save: 'Save',
  off: 'Turn off',
  turned_on: 'New leads will be researched.',
  turned_off: 'New leads are no longer researched.',
  failed: 'This could not be saved. Try again.',
});
