// Written by a model and checked by translating it back.
export default {
  label: 'Später kontaktieren',
  asks: 'Möchte am {day} wieder kontaktiert werden.',
  remind: 'Am {day} erinnern',
  other: 'Anderer Zeitpunkt…',
  reminded: 'Kommt {time} zurück',
};
