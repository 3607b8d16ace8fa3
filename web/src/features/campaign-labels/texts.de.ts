// Written by a model and checked by translating it back.
export default {
  title: 'Labels verwalten',
  of_campaigns: '{count, plural, one {{count} Kampagne} other {{count} Kampagnen}}',
  assigned: 'Zugewiesene Labels',
  common: 'Gemeinsame Labels',
  available: 'Verfügbare Labels',
  none_assigned: 'Noch keine Labels zugewiesen',
  none_common: 'Keine gemeinsamen Labels der ausgewählten Kampagnen',
  none_created: 'Noch keine Labels erstellt',
  all_assigned: 'Alle Labels sind zugewiesen',
  add: 'Label {name} hinzufügen',
  remove: 'Label {name} entfernen',
  delete_text: 'Es wird aus jeder Kampagne entfernt, die es hat. Die Kampagnen bleiben unverändert.',
  change_failed: 'Die Labels konnten nicht geändert werden.',
  load_failed: 'Die Labels konnten nicht geladen werden.',
};
