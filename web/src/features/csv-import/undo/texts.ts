import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  imports: 'Imports into this list',
  none: 'Nothing was imported into this list.',
  undo: 'Undo import',
  undo_title: 'Undo this import?',
  undo_text:
    'Its leads leave this list, except those that a later import into it changed. New ones are deleted unless they are in use, were edited or something was paid for them. Values it changed are restored where they were not changed since.',
  undo_stays: 'People that the file put on the suppression list stay there.',
  undo_failed: "Couldn't undo the import.",
  until: 'Can be undone until {date}',
  over: 'Can no longer be undone',
  before: "Can't be undone: imported by a version that kept none of the values it changed",
  running: 'Being undone: {count, plural, one {{shown} lead taken out} other {{shown} leads taken out}}',
  undone: 'Undone: {count, plural, one {{shown} lead left the list} other {{shown} leads left the list}}',
  kept: '{count, plural, one {{shown} new lead stays, because it is in use or was edited} other {{shown} new leads stay, because they are in use or were edited}}',
  counts: '{added} added · {updated} updated · {rows} rows',
});
