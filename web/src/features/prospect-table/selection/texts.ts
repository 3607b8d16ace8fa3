import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  add_to_list: 'Add to list',
  deleted: '{count, plural, one {{shown} lead deleted from this list.} other {{shown} leads deleted from this list.}}',
  delete_failed: "Couldn't delete the leads.",
  delete_title:
    '{count, plural, one {Delete {shown} lead from this list?} other {Delete {shown} leads from this list?}}',
  delete_text:
    "They're deleted from this list only; other lists, campaigns and conversations keep them. Import them again to bring them back.",
  undo: 'Undo',
  undone: 'Leads restored.',
  undo_failed: "Couldn't restore the leads.",
});
