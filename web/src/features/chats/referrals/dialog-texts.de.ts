// Written by a model and checked by translating it back.
export default {
  title: '{name} hinzufügen',
  text: 'In dieser Nachricht wird diese Person erwähnt.',
  reached_by: 'Kontakt: {address}',
  first_name: 'Vorname',
  last_name: 'Nachname',
  where: 'Wie weiter',
  to_message: 'Selbst schreiben',
  message_text:
    'Die Person wird ein Lead. Ein Entwurf in einem eigenen Thread erwähnt {referrer}. Sie senden ihn selbst.',
  to_campaign: 'Zu einer Kampagne hinzufügen',
  to_list: 'Zu einer Lead-Liste hinzufügen',
  campaign: 'Zu dieser Kampagne hinzufügen',
  campaign_text:
    'Die Person beginnt beim ersten Schritt, innerhalb der Limits. Frühere Antworten aus ihrem Unternehmen halten sie nicht auf.',
  list: 'Lead-Liste',
  choose: 'Auswählen',
  none_campaigns: 'Sie haben noch keine Kampagne.',
  none_lists: 'Sie haben noch keine Lead-Liste. Erstellen Sie eine unter „Leads“.',
  cancel: 'Abbrechen',
  submit: 'Lead hinzufügen',
  write: 'Nachricht schreiben',
  added: '{name} wurde hinzugefügt',
  was_there: '{name} war bereits vorhanden',
  failed: 'Hinzufügen fehlgeschlagen. Versuchen Sie es erneut.',
};
