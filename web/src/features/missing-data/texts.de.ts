// Written by a model and checked by translating it back.
export default {
  incomplete:
    '{count, plural, one {Bei {shown} Lead fehlen Daten, die eine Nachricht braucht} other {Bei {shown} Leads fehlen Daten, die eine Nachricht braucht}}',
  unknown_variable: 'unbekannte Variable „{name}“',
  incomplete_more: 'und {shown} weitere',
  incomplete_note: 'Sie warten, bis die Daten ergänzt sind, und laufen dann automatisch weiter.',
};
