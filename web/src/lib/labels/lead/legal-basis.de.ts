// Written by a model and checked by translating it back.
export default {
  legitimate_interest: 'Berechtigtes Interesse (Art. 6 Abs. 1 lit. f DSGVO)',
  consent: 'Einwilligung (Art. 6 Abs. 1 lit. a DSGVO)',
  contract: 'Vertrag oder vorvertragliche Maßnahmen (Art. 6 Abs. 1 lit. b DSGVO)',
};
