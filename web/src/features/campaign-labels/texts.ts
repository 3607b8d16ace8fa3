import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  title: 'Manage Labels',
  of_campaigns: '{count, plural, one {{count} campaign} other {{count} campaigns}}',
  assigned: 'Assigned labels',
  common: 'Common labels',
  available: 'Available labels',
  none_assigned: 'No labels assigned yet',
  none_common: 'No common labels across selected campaigns',
  none_created: 'No labels created yet',
  all_assigned: 'All labels are assigned',
  add: 'Add label {name}',
  remove: 'Remove label {name}',
  delete_text: "It's removed from every campaign that has it. The campaigns stay as they are.",
  change_failed: "Couldn't change the labels.",
  load_failed: "Couldn't load the labels.",
});
