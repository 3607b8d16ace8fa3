// Written by a model and checked by translating it back.
export default {
  en: 'Englisch',
  nl: 'Niederländisch',
  de: 'Deutsch',
  fr: 'Französisch',
  es: 'Spanisch',
  it: 'Italienisch',
  pt: 'Portugiesisch',
  ru: 'Russisch',
};
