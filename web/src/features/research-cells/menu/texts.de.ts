// Written by a model and checked by translating it back.
export default {
  delete_column: 'Spalte löschen',
  edit_column: 'Spalte bearbeiten',
  sort_asc: 'Aufsteigend sortieren',
  sort_desc: 'Absteigend sortieren',
  sort_none: 'Sortierung entfernen',
  filter_column: 'Nach dieser Spalte filtern',
  run_heading: 'Für Leads ohne Ergebnis ausführen',
  automatic_start: 'Für neue Leads ausführen…',
  automatic_change: 'Läuft für neue Leads…',
};
