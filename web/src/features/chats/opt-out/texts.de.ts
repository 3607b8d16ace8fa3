// Written by a model and checked by translating it back.
export default {
  label: 'Möchte diese Person keine Nachrichten mehr?',
  question: 'Möchte diese Person keine Nachrichten mehr?',
  because: 'Eine Nachricht von {name} könnte das bedeuten. Bis Sie entscheiden, wird nichts gesendet.',
  lead: 'dem Lead',
  yes: 'Ja, alle Nachrichten stoppen',
  no: 'Nein',
  stopped: 'Der Lead ist gesperrt und seine Kampagnen sind beendet',
  dismissed: 'Der Lead ist nicht gesperrt',
  failed: 'Speichern fehlgeschlagen. Versuchen Sie es erneut.',
};
