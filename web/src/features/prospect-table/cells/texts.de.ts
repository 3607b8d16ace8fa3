// Written by a model and checked by translating it back.
export default {
  editor: '{column} von {name}',
  chosen: '{count, plural, one {{count} Zelle ausgewählt} other {{count} Zellen ausgewählt}}',
  changed_text: '{column} von {name} geändert.',
  changed: '{count, plural, one {{count} Zelle geändert.} other {{count} Zellen geändert.}}',
  undone:
    '{count, plural, one {Änderung von {count} Zelle zurückgenommen.} other {Änderung von {count} Zellen zurückgenommen.}}',
  undo: 'Rückgängig',
  failed: 'Speichern fehlgeschlagen. Die Zellen zeigen ihre alten Werte.',
  refused: '{column} von {name}: {reason}',
  refused_more: '{refused} und {count} weitere.',
  unknown_lead: 'einem Lead',
  not_editable: 'Diese Spalte kann hier nicht bearbeitet werden.',
  pasted_limit: 'Nur die ersten {count} Zellen wurden eingefügt.',
  pasted_cut:
    '{count, plural, one {{shown} Zeile wurde ausgelassen: In der Tabelle ist dafür keine Zeile geladen.} other {{shown} Zeilen wurden ausgelassen: In der Tabelle sind dafür keine Zeilen geladen.}}',
  copied: '{count, plural, one {{count} Zelle kopiert.} other {{count} Zellen kopiert.}}',
  yes: 'Ja',
  no: 'Nein',
};
