// Written by a model and checked by translating it back.
export default {
  column_menu: 'Spalte {name}',
  automatic_mark: 'Läuft für neue Leads',
  loading: 'Wird geladen…',
  cancelled: 'Abgebrochen',
  failed: 'Fehlgeschlagen',
  former: 'Beantwortet eine frühere Frage (Version {version})',
  empty_input: '{name} ist leer',
  not_found: 'Nicht gefunden',
  yes: 'Ja',
  no: 'Nein',
  score: '{score} von 5',
  run: 'Ausführen',
  run_cell: '{name} für {lead} ausführen',
  run_cost:
    '{count, plural, one {Ausführen: {count} Credit, wenn etwas gefunden wird} other {Ausführen: {count} Credits, wenn etwas gefunden wird}}',
  cell: '{task} von {lead}:',
  empty_value: 'noch kein Ergebnis',
  sources_count: '{count, plural, one {{count} Quelle} other {{count} Quellen}}',
  confidence: '{percent} Sicherheit',
};
