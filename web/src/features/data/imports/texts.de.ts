// Written by a model and checked by translating it back.
export default {
  title: 'Archiv übernehmen',
  subtitle:
    'Holen Sie alles aus einer anderen Installation in diese Organisation. Wir prüfen das Archiv zuerst und zeigen, was geschehen würde. Nichts wird gesendet.',
  choose: 'Archiv auswählen',
  loading_failed: 'Die Importe konnten nicht geladen werden.',
  list: 'Übernommene Archive',

  dialog_title: 'Archiv übernehmen',
  file: 'Archiv (eine ZIP-Datei)',
  no_file: 'Wählen Sie die ZIP-Datei, die unter „Einstellungen“, „Daten“ erstellt wurde.',
  another: 'Andere Datei auswählen',
  passphrase: 'Passphrase',
  passphrase_hint:
    'Die Passphrase des Archivs. Ohne sie bleiben die Postfach-Passwörter im Archiv, und Absender müssen von Hand neu verbunden werden.',
  too_large:
    'Dateien bis {size} können hochgeladen werden. Bitten Sie die Person, die diese Installation betreibt, ein größeres Archiv zu übernehmen.',
  check: 'Hochladen und prüfen',
  uploading: 'Wird hochgeladen',
  upload_failed: 'Das Archiv konnte nicht hochgeladen werden. Versuchen Sie es erneut.',

  checking: 'Archiv wird geprüft',
  checking_text: 'Sie können diese Seite verlassen. Es wird noch nichts geändert.',
  moving_in: 'Archiv wird übernommen',
  moving_in_text:
    'Sie können diese Seite verlassen. Ihre eigenen Kampagnen laufen weiter, und nichts aus dem Archiv wird gesendet.',
  undoing: 'Import wird rückgängig gemacht',
  undoing_text: 'Alles, was das Archiv mitgebracht hat, wird gelöscht.',
  rows: '{done} von {total} Zeilen',

  state_checked: 'Geprüft',
  state_refused: 'Abgelehnt',
  state_discarded: 'Verworfen',
  state_stopped: 'Gestoppt',
  state_failed: 'Unterbrochen',
  state_done: 'Übernommen',
  state_undone: 'Rückgängig gemacht',
  uploaded: '{name}, hochgeladen: {date}',
  uploaded_by: '{name}, hochgeladen: {date}, von {person}',
  until_undo: 'Kann bis {date} rückgängig gemacht werden.',
  until_discard: 'Wird am {date} verworfen, wenn es bis dahin nicht übernommen ist.',
  stopped_text: 'Was bisher übernommen wurde, bleibt. Fahren Sie fort oder machen Sie es rückgängig.',

  from: 'Archiv von {organization}, erstellt: {date}',
  leads: '{count} Leads',
  known_leads: '{count} sind bereits hier und bleiben, wie sie sind',
  erased_leads: '{count} wurden hier auf Wunsch gelöscht und bleiben gelöscht',
  running_campaigns:
    '{count} laufende Kampagnen kommen pausiert an, jeder Lead bei seinem Schritt. Pausieren Sie sie an ihrem alten Ort, bevor Sie sie hier fortsetzen',
  senders: 'Neu zu verbindende Absender: {names}',
  passwords_opened: 'Postfächer, deren Passwörter im Archiv sind, kommen verbunden an',
  passwords_closed: 'Postfach-Passwörter sind im Archiv, aber es wurde keine Passphrase eingegeben',
  collision: '{total} {kind} mit gleichem Namen sind bereits hier, beide bleiben: {names}',
  people: 'Personen kommen ohne Zugang an. Aktivieren Sie sie unter „Einstellungen“, „Teammitglieder“.',
  left_out: 'Bleibt im Archiv',
  left_out_row: '{title}: {rows}. {reason}',
  result_row: '{title}: {made} übernommen',
  result_found: '{found} bereits hier',
  result_left_out: '{rows} weggelassen ({reason})',

  start: 'Übernehmen',
  continue: 'Fortfahren',
  discard: 'Verwerfen',
  undo: 'Import rückgängig machen',
  undo_title: 'Diesen Import rückgängig machen?',
  undo_text:
    'Alles, was dieses Archiv mitgebracht hat, wird gelöscht: Leads, Kampagnen, Unterhaltungen und Dateien. Was vorher hier war, bleibt. Was Ihr Team seitdem daran ergänzt hat, wird mitgelöscht.',
  start_failed: 'Starten fehlgeschlagen. Versuchen Sie es erneut.',
  stop_failed: 'Stoppen fehlgeschlagen. Versuchen Sie es erneut.',
  undo_failed: 'Der Import konnte nicht rückgängig gemacht werden. Versuchen Sie es erneut.',
  stopped_toast: 'Gestoppt.',
  discarded_toast: 'Das Archiv wurde verworfen.',
};
