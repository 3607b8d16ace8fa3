// Written by a model and checked by translating it back.
export default {
  title: 'Leads importieren',
  csv: 'Aus CSV importieren',
  csv_text: 'Eine Datei aus einem beliebigen Tool. Spalten werden für Sie zugeordnet.',
  'linkedin-post_text': 'Personen, die reagiert oder kommentiert haben.',
  'linkedin-group_text': 'Mitglieder einer Gruppe.',
  'linkedin-search_text': 'Ergebnisse einer Personensuche.',
  'sales-navigator_text': 'Ergebnisse einer Lead-Suche.',
  recruiter_text: 'Ergebnisse einer Recruiter-Suche.',
  from_linkedin: 'Aus LinkedIn',
  connect: 'Verbinden Sie ein LinkedIn-Konto, um daraus zu importieren.',
  connect_link: 'Zu den Absendern',
  notice: 'In importierten Daten können Position, Unternehmen und Branche fehlen. Bitte prüfen Sie sie.',
};
