// Written by a model and checked by translating it back.
export default {
  interested: 'Interessiert',
  neutral: 'Frage',
  not_interested: 'Nicht interessiert',
  referral: 'Verweis auf andere Person',
  wrong_person: 'Falsche Person',
  left_company: 'Hat das Unternehmen verlassen',
  out_of_office: 'Abwesend',
  unsubscribe: 'Abmeldung',
  bounce: 'Unzustellbar',
};
