// Written by a model and checked by translating it back.
export default {
  label: 'Frühere E-Mails',
  note: '{count, plural, one {{count} E-Mail mit diesem Lead} other {{count} E-Mails mit diesem Lead}} außerhalb Ihrer Kampagnen.',
  show: 'Anzeigen',
  title: 'E-Mails außerhalb Ihrer Kampagnen',
  text: 'Aus Ihren Postfächern gelesen. Sie zählen nicht als Antworten. Nach einer E-Mail Ihres Teams pausieren laufende Kampagnen 7 Tage lang.',
  received: 'Von {name}',
  sent: 'Von {account} an {name}',
  sent_by_us: 'Von Ihrem Team an {name}',
  no_subject: 'Kein Betreff',
  no_text: 'Kein Text',
  failed: 'Diese E-Mails konnten nicht geladen werden. Versuchen Sie es erneut.',
  close: 'Schließen',
};
