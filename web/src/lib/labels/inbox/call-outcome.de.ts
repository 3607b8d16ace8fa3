// Written by a model and checked by translating it back.
export default {
  interested: 'Interessiert',
  later: 'Später zurückrufen',
  not_interested: 'Nicht interessiert',
  answered: 'Erreicht',
  no_answer: 'Nicht erreicht',
  voicemail: 'Auf Mailbox gesprochen',
  busy: 'Besetzt',
  wrong_number: 'Falsche Nummer',
  do_not_call: 'Nicht anrufen',
};
