import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  editor: '{column} of {name}',
  chosen: '{count, plural, one {{count} cell selected} other {{count} cells selected}}',
  changed_text: '{column} of {name} changed.',
  changed: '{count, plural, one {{count} cell changed.} other {{count} cells changed.}}',
  undone: '{count, plural, one {{count} cell changed back.} other {{count} cells changed back.}}',
  undo: 'Undo',
  failed: "Couldn't save. The cells show their old values.",
  refused: '{column} of {name}: {reason}',
  refused_more: '{refused} and {count} more.',
  unknown_lead: 'a lead',
  not_editable: "This column can't be edited here.",
  pasted_limit: 'Only the first {count} cells were pasted.',
  pasted_cut:
    '{count, plural, one {{shown} row was left out: the table has no row loaded for it.} other {{shown} rows were left out: the table has no rows loaded for them.}}',
  copied: '{count, plural, one {{count} cell copied.} other {{count} cells copied.}}',
  yes: 'Yes',
  no: 'No',
});
