// Written by a model and checked by translating it back.
export default {
  look_up: 'Fehlende Kontaktdaten suchen',
  look_up_text: 'Sucht bis zu {names} (höchstens {credits} Credits). Sie zahlen nur für gefundene Ergebnisse.',
  look_up_off: 'Nutzt die Daten Ihrer Leads. Es wird nichts gesucht; Leads ohne diese Daten folgen dem Nein-Zweig.',
  and: ' und ',
  emails: '{count, plural, one {{shown} E-Mail-Adresse} other {{shown} E-Mail-Adressen}}',
  phones: '{count, plural, one {{shown} Telefonnummer} other {{shown} Telefonnummern}}',
  websites: '{count, plural, one {{shown} Website} other {{shown} Websites}}',
  price: '{credits} Credits für jedes Ergebnis, das gesucht werden muss',
};
