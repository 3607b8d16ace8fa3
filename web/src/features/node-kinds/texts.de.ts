// Written by a model and checked by translating it back.
export default {
  look_up: 'Fehlende Kontaktdaten suchen',
  look_up_text: 'Sucht bis zu {{names}} (höchstens {{credits}} Credits). Sie zahlen nur für gefundene Ergebnisse.',
  look_up_off: 'Nutzt die Daten Ihrer Leads. Es wird nichts gesucht; Leads ohne diese Daten folgen dem Nein-Zweig.',
  and: ' und ',
  emails_one: '{{shown}} E-Mail-Adresse',
  emails_other: '{{shown}} E-Mail-Adressen',
  phones_one: '{{shown}} Telefonnummer',
  phones_other: '{{shown}} Telefonnummern',
  websites_one: '{{shown}} Website',
  websites_other: '{{shown}} Websites',
  price: '{{credits}} Credits für jedes Ergebnis, das gesucht werden muss',
};
