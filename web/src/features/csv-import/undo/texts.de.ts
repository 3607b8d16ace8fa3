// Written by a model and checked by translating it back.
export default {
  imports: 'Importe in diese Liste',
  none: 'In diese Liste wurde nichts importiert.',
  undo: 'Import rückgängig machen',
  undo_title: 'Diesen Import rückgängig machen?',
  undo_text:
    'Seine Leads verlassen diese Liste, außer denen, die ein späterer Import in sie geändert hat. Neue werden gelöscht, außer sie sind in Verwendung, wurden bearbeitet oder es wurde für sie bezahlt. Geänderte Werte werden wiederhergestellt, sofern sie seitdem nicht geändert wurden.',
  undo_stays: 'Personen, die durch die Datei auf die Sperrliste kamen, bleiben dort.',
  undo_failed: 'Der Import konnte nicht rückgängig gemacht werden.',
  until: 'Kann bis {date} rückgängig gemacht werden',
  over: 'Kann nicht mehr rückgängig gemacht werden',
  before:
    'Kann nicht rückgängig gemacht werden: mit einer Version importiert, die geänderte Werte nicht aufbewahrt hat',
  running: 'Wird rückgängig gemacht: {count, plural, one {{shown} Lead entfernt} other {{shown} Leads entfernt}}',
  undone:
    'Rückgängig gemacht: {count, plural, one {{shown} Lead hat die Liste verlassen} other {{shown} Leads haben die Liste verlassen}}',
  kept: '{count, plural, one {{shown} neuer Lead bleibt, weil er in Verwendung ist oder bearbeitet wurde} other {{shown} neue Leads bleiben, weil sie in Verwendung sind oder bearbeitet wurden}}',
  counts: '{added} hinzugefügt · {updated} aktualisiert · {rows} Zeilen',
};
