// Written by a model and checked by translating it back.
export default {
  saved_replies: 'Antwortbausteine',
  saved_reply_new: 'Neuer Antwortbaustein',
  saved_reply_edit: 'Antwortbaustein bearbeiten',
  find_reply: 'Antwortbaustein suchen',
  edit_reply: '{name} bearbeiten',
  reply_name: 'Name',
  reply_name_hint: 'Zum Gruppieren stellen Sie die Gruppe und einen Schrägstrich voran: Preise/Rabatt.',
  reply_message: 'Nachricht',
  reply_language: 'Sprache',
  reply_language_any: 'Jede Sprache',
  reply_languages_all: 'Alle Sprachen',
  reply_figures:
    '{sent, plural, one {Einmal} other {#-mal}} gesendet: {answered} beantwortet, davon {positive} interessiert',
  reply_whose: 'Wer darf ihn verwenden',
  reply_own: 'Nur ich',
  reply_team: 'Alle',
  reply_failed: 'Der Antwortbaustein konnte nicht gespeichert werden. Ihr Text bleibt erhalten.',
  reply_delete: 'Antwortbaustein löschen',
  reply_delete_text: '„{name}“ wird gelöscht. Damit geschriebene Nachrichten bleiben, wie sie sind.',
  saved_replies_none:
    'Noch keine Antwortbausteine. Speichern Sie Text, den Sie wiederverwenden. Mit / in einer leeren Zeile öffnen Sie diese Liste.',
  saved_replies_not_found: 'Kein Antwortbaustein passt.',
};
