// What holds a rehearsed campaign up, by the English of `domain/src/rehearsal`. Written by a model and checked by translating it back.
export default {
  Emails: 'E-Mails',
  'LinkedIn invitations': 'LinkedIn-Einladungen',
  'LinkedIn messages': 'LinkedIn-Nachrichten',
  'LinkedIn profile visits': 'LinkedIn-Profilbesuche',
  'Withdrawals of LinkedIn invitations': 'Zurückgezogene LinkedIn-Einladungen',
  'LinkedIn likes': 'LinkedIn-Likes',
  'Look-ups of LinkedIn connections': 'Abrufe von LinkedIn-Kontakten',
  Steps: 'Schritte',
  'this campaign': 'dieser Kampagne',
  '{what} of {whose}: {amount} a week': '{what} von {whose}: {amount} pro Woche',
  '{what} of {whose}: {amount} a day': '{what} von {whose}: {amount} pro Tag',
  '{what} of {whose}: the minimum gap between two actions of a sender':
    '{what} von {whose}: der Mindestabstand zwischen zwei Aktionen eines Absenders',
  Mon: 'Mo',
  Tue: 'Di',
  Wed: 'Mi',
  Thu: 'Do',
  Fri: 'Fr',
  Sat: 'Sa',
  Sun: 'So',
  'The sending window: {start} to {end}, days a week: {count}':
    'Die Sendezeiten: {start} bis {end}, Tage pro Woche: {count}',
  'The sending window: {first} to {last}, {start} to {end}': 'Die Sendezeiten: {first} bis {last}, {start} bis {end}',
};
