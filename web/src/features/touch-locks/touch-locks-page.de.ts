// Written by a model and checked by translating it back.
export default {
  in_contact: 'In Kontakt',
  finished: 'Kontaktiert',
  replied: 'Geantwortet',
  interested: 'Interessiert',
  not_interested: 'Nicht interessiert',
  unsubscribed: 'Abgemeldet',
  erased: 'Auf Wunsch gelöscht',
};
