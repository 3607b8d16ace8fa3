// Written by a model and checked by translating it back.
export default {
  add_to_list: 'Zur Liste hinzufügen',
  deleted:
    '{count, plural, one {{shown} Lead aus dieser Liste gelöscht.} other {{shown} Leads aus dieser Liste gelöscht.}}',
  delete_failed: 'Die Leads konnten nicht gelöscht werden.',
  delete_title:
    '{count, plural, one {{shown} Lead aus dieser Liste löschen?} other {{shown} Leads aus dieser Liste löschen?}}',
  delete_text:
    'Sie werden nur aus dieser Liste gelöscht; andere Listen, Kampagnen und Unterhaltungen behalten sie. Importieren Sie sie erneut, um sie zurückzuholen.',
  undo: 'Rückgängig',
  undone: 'Leads wiederhergestellt.',
  undo_failed: 'Die Leads konnten nicht wiederhergestellt werden.',
};
