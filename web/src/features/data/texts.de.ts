// Written by a model and checked by translating it back.
export default {
  title: 'Daten',
  subtitle: 'Alles, was Ihre Organisation hat, in einer Datei, die Ihnen gehört.',
  create: 'Archiv erstellen',
  empty: 'Noch keine Archive',
  empty_text:
    'Ein Archiv enthält Ihre Leads, Kampagnen, Unterhaltungen, Dateien und Einstellungen, wie sie zu einem Zeitpunkt sind. Sie können es ohne dieses Programm lesen.',
  loading_failed: 'Die Archive konnten nicht geladen werden.',
  list: 'Archive',
  made: 'Angefordert: {date}',
  made_by: 'Angefordert: {date}, von {name}',
  making: 'Archiv wird erstellt',
  waiting: 'Wartet, bis es an der Reihe ist',
  rows: '{done} von {total} Zeilen',
  making_text:
    'Sie können diese Seite verlassen: Wir senden eine E-Mail, wenn es fertig ist. Ihre Kampagnen laufen weiter.',
  stop: 'Stoppen',
  stopped_toast: 'Das Archiv wurde gestoppt.',
  stop_failed: 'Das Archiv konnte nicht gestoppt werden. Versuchen Sie es erneut.',
  state_ready: 'Fertig',
  state_failed: 'Fehlgeschlagen',
  state_stopped: 'Gestoppt',
  state_expired: 'Gelöscht',
  ready: '{size}, verfügbar bis {date}',
  with_secrets: 'mit Postfach-Passwörtern, verschlüsselt',
  without_secrets: 'ohne Postfach-Passwörter',
  expired_note: 'Archive werden nach 7 Tagen gelöscht.',
  download: 'Herunterladen',
  download_failed: 'Das Archiv konnte nicht heruntergeladen werden. Versuchen Sie es erneut.',
  download_started: 'Ihr Download hat begonnen.',

  dialog_title: 'Archiv erstellen',
  includes:
    'Das Archiv enthält Leads, Listen, Recherchen, Kampagnen mit ihrem Verlauf, Unterhaltungen, Dateien, Boards, die Sperrliste und Ihr Team.',
  excludes:
    'Es enthält nie Passwörter Ihres Teams, API-Schlüssel, Webhook-Geheimnisse oder Verbindungen zu Google, Microsoft, LinkedIn oder einem CRM.',
  moving:
    'Um in einer anderen Installation weiterzumachen, pausieren Sie zuerst Ihre Kampagnen. Zwei Installationen, die beide senden, kontaktieren Personen doppelt.',
  has_passphrase: 'Postfach-Passwörter einschließen, verschlüsselt mit einer Passphrase',
  passphrase: 'Passphrase',
  passphrase_hint: 'Mindestens {min} Zeichen.',
  repeat: 'Passphrase wiederholen',
  warning:
    'Wir speichern die Passphrase nicht und können sie nicht wiederherstellen. Ohne sie sind die Postfach-Passwörter im Archiv verloren.',
  too_short: 'Geben Sie mindestens {min} Zeichen ein.',
  differs: 'Die Passphrasen stimmen nicht überein.',
  create_failed: 'Das Archiv konnte nicht erstellt werden. Versuchen Sie es erneut.',
};
