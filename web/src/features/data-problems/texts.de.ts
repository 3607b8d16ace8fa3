// Written by a model and checked by translating it back.
export default {
  summary:
    '{count, plural, one {Bei {shown} Lead fehlen Daten, die eine Nachricht braucht} other {Bei {shown} Leads fehlen Daten, die eine Nachricht braucht}}',
  none: 'Jeder Lead hat, was die Nachrichten brauchen.',
  note: 'Zurückgehaltene Leads warten, bis die Daten ergänzt sind, und laufen dann automatisch weiter. Ohne Adresse warten sie so viele Tage, wie im Schritt eingestellt ist. Danach wird der Schritt übersprungen.',
  failed: 'Die Prüfung auf fehlende Daten ist fehlgeschlagen.',
  table: 'Fehlende Daten nach Feld und Schritt',
  column_field: 'Fehlt',
  column_step: 'Schritt',
  column_leads: 'Leads',
  step: '{step} · Schritt {number}',
  resolve: 'Beheben',
  resolve_row: 'Beheben: {field}, Schritt {number}',
  show: 'Daten prüfen',
  show_title: 'Daten der Leads',
  unknown_variable: 'Unbekannte Variable „{name}“',
  // What can be done
  stand_in: 'Für diese Leads andere Worte verwenden…',
  fallback: 'Ersatztext in die Nachricht schreiben…',
  look_up: 'Suchen lassen…',
  fill: 'Hier ausfüllen…',
  skip: 'Diesen Schritt für sie überspringen…',
  remove: 'Aus der Kampagne entfernen…',
  hold: 'Weiter warten lassen',
  // One decision
  words: 'Ersatzworte',
  words_hint_stand_in:
    '{count, plural, one {Für {shown} Lead in dieser Kampagne. Sein eigener Wert wird verwendet, sobald er einen hat.} other {Für {shown} Leads in dieser Kampagne. Ihre eigenen Werte werden verwendet, sobald sie welche haben.}}',
  words_hint_fallback:
    'Eine Kopie der Nachricht mit diesen Worten wird zur Ersatznachricht. Sie geht an jeden Lead, dem dies fehlt, jetzt und später.',
  stand_in_title: 'Andere Worte für „{field}“',
  fallback_title: 'Ersatz für „{field}“',
  skip_title:
    '{count, plural, one {Schritt {number} für {shown} Lead überspringen?} other {Schritt {number} für {shown} Leads überspringen?}}',
  skip_text:
    'Diese Leads bekommen den Schritt nicht. Der nächste Schritt wartet, als wäre dieser ausgeführt worden. Bis dahin können Sie das rückgängig machen.',
  remove_title:
    '{count, plural, one {{shown} Lead aus der Kampagne entfernen?} other {{shown} Leads aus der Kampagne entfernen?}}',
  remove_text: 'Diese Leads bleiben in ihrer Lead-Liste. Aus dieser Kampagne wird ihnen nichts mehr gesendet.',
  look_up_title: '„{field}“ suchen lassen?',
  look_up_text:
    '{count, plural, one {Das kostet höchstens {shown} Credit. Sie zahlen nur, was gefunden wird.} other {Das kostet höchstens {shown} Credits. Sie zahlen nur, was gefunden wird.}}',
  look_up_done: 'Es gibt nichts mehr zu suchen.',
  apply: 'Diese Worte verwenden',
  skip_confirm: 'Schritt überspringen',
  remove_confirm: 'Leads entfernen',
  look_up_confirm: 'Suche starten',
  cancel: 'Abbrechen',
  done: '{count, plural, one {Für {shown} Lead erledigt.} other {Für {shown} Leads erledigt.}}',
  done_none: 'Das fehlt keinem Lead mehr.',
  looking: '{count, plural, one {Suche für {shown} Lead läuft.} other {Suche für {shown} Leads läuft.}}',
  decide_failed: 'Es wurde nichts geändert.',
  // Decided already
  decided_skip:
    '{count, plural, one {Schritt {number} wird für {shown} Lead übersprungen} other {Schritt {number} wird für {shown} Leads übersprungen}}',
  decided_words:
    '{count, plural, one {„{words}“ wird für {field} bei {shown} Lead verwendet} other {„{words}“ wird für {field} bei {shown} Leads verwendet}}',
  decided_many:
    '{count, plural, one {Für {field} werden bei {shown} Lead andere Worte verwendet} other {Für {field} werden bei {shown} Leads andere Worte verwendet}}',
  undo: 'Rückgängig',
  undo_decision: 'Rückgängig: {what}',
  // Filling in
  fill_title: '„{field}“ ausfüllen',
  fill_text:
    'Fügen Sie eine Spalte in ein Feld ein, um die Felder darunter zu füllen. Werte, die andere inzwischen ergänzt haben, bleiben erhalten.',
  fill_label: '{field} von {name}',
  fill_save: 'Speichern',
  fill_saved: '{count, plural, one {{shown} Lead ausgefüllt.} other {{shown} Leads ausgefüllt.}}',
  fill_left: '{count, plural, one {{shown} hatte bereits einen Wert.} other {{shown} hatten bereits einen Wert.}}',
  fill_rest:
    '{count, plural, one {{shown} Zeile passte nicht auf diese Seite.} other {{shown} Zeilen passten nicht auf diese Seite.}}',
  fill_empty: 'Das fehlt keinem Lead mehr.',
  fill_failed: 'Speichern fehlgeschlagen. Ihr Text bleibt erhalten.',
  close: 'Schließen',
  // Odd values
  odd: '{count, plural, one {{shown} Wert wird in Ihrer Nachricht seltsam aussehen} other {{shown} Werte werden in Ihren Nachrichten seltsam aussehen}}',
  odd_more: 'Mehr als {shown} Werte werden in Ihren Nachrichten seltsam aussehen',
  odd_review: 'Prüfen',
  odd_title: 'Werte, die seltsam aussehen werden',
  odd_text:
    'Wählen Sie, was geändert werden soll. Bis Sie es anwenden, ändert sich nichts, und Sie können es hier rückgängig machen.',
  odd_all: 'Alle auswählen',
  odd_row: '{field} von {name}: „{from}“ in „{to}“ ändern',
  odd_empty: 'leer',
  odd_none: 'Nichts sieht seltsam aus.',
  odd_apply: '{count, plural, one {{shown} Wert ändern} other {{shown} Werte ändern}}',
  odd_changed: '{count, plural, one {{shown} Wert geändert.} other {{shown} Werte geändert.}}',
  odd_left:
    '{count, plural, one {{shown} wurde von jemand anderem bearbeitet und bleibt.} other {{shown} wurden von jemand anderem bearbeitet und bleiben.}}',
  odd_undone: 'Alles ist wieder wie vorher.',
  odd_failed: 'Die Werte konnten nicht geändert werden.',
};
