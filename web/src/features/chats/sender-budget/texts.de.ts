// Written by a model and checked by translating it back.
export default {
  emails: 'Kampagnen haben von diesem Absender heute {used} von {limit} E-Mails gesendet.',
  messages: 'Kampagnen haben von diesem Absender heute {used} von {limit} LinkedIn-Nachrichten gesendet.',
  not_counted: 'Ihre Nachricht wird nicht mitgezählt.',
};
