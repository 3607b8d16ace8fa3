// Written by a model and checked by translating it back.
export default {
  subject: 'Betreff',
  cc: 'CC',
  bcc: 'BCC',
  to: 'An',
  addresses_placeholder: 'E-Mail-Adressen',
  cc_wrong: '{address} ist keine E-Mail-Adresse.',
  forwarding: 'E-Mail weiterleiten',
  forwarding_text: 'Diese E-Mail wird weitergeleitet. Der Lead bekommt nichts.',
  forward_cancel: 'Weiterleiten abbrechen',
  forwarded_files: 'Dateien der E-Mail',
  remove_file: '{name} entfernen',
};
