// Written by a model and checked by translating it back.
export default {
  label: 'Was mit der Kampagne geschieht',
  one: 'Kampagne „{name}“:',
  many: '{count, plural, one {# Kampagne} other {# Kampagnen}}:',
  pauses: 'pausiert 7 Tage',
  pauses_text: 'Gezählt ab dem Tag, an dem Ihre Nachricht gesendet wird. Danach folgt der nächste Schritt.',
  continues: 'läuft wie geplant weiter',
  continues_text: 'Die nächste Nachricht der Kampagne kann kurz nach Ihrer gesendet werden.',
  ends: 'endet für diesen Lead',
  ends_text: 'Sobald Ihre Nachricht gesendet ist.',
};
