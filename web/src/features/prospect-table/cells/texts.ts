import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  editor: '{{column}} of {{name}}',
  chosen_one: '{{count}} cell selected',
  chosen_other: '{{count}} cells selected',
  changed: '{{column}} of {{name}} changed.',
  changed_one: '{{count}} cell changed.',
  changed_other: '{{count}} cells changed.',
  undone_one: '{{count}} cell changed back.',
  undone_other: '{{count}} cells changed back.',
  undo: 'Undo',
  failed: "Couldn't save. The cells show their old values.",
  refused: '{{column}} of {{name}}: {{reason}}',
  refused_more: '{{refused}} and {{count}} more.',
  unknown_lead: 'a lead',
  not_editable: "This column can't be edited here.",
  pasted_limit: 'Only the first {{count}} cells were pasted.',
  copied_one: '{{count}} cell copied.',
  copied_other: '{{count}} cells copied.',
  yes: 'Yes',
  no: 'No',
});
