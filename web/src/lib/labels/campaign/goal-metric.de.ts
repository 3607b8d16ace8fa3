// Written by a model and checked by translating it back.
export default {
  emails_sent: 'Gesendete E-Mails',
  linkedin_messages_sent: 'Gesendete LinkedIn-Nachrichten',
  invites_sent: 'Gesendete Einladungen',
  contacted: 'Kontaktierte Leads',
  replies: 'Antworten',
  interested: 'Positive Antworten',
  meetings: 'Gebuchte Termine',
};
