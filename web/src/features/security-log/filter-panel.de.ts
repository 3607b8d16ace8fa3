// Written by a model and checked by translating it back.
export default {
  sign_ins: 'Anmeldungen und Geräte',
  credentials: 'Passwörter, Faktoren, E-Mail-Adressen und API-Schlüssel',
  refusals: 'Ablehnungen und Limits',
  senders: 'Absenderkonten',
  data: 'Exporte und Importe',
  team: 'Personen und Einstellungen',
  operation: 'Betrieb der Installation',
};
