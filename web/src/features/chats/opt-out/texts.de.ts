// Written by a model and checked by translating it back.
export default {
  label: 'Wurden Sie gebeten, aufzuhören?',
  question: 'Wurden Sie gebeten, aufzuhören?',
  because: 'Eine Nachricht von {{name}} könnte das bedeuten. Bis Sie entscheiden, wird nichts gesendet.',
  lead: 'dem Lead',
  yes: 'Ja, alle Nachrichten stoppen',
  no: 'Nein',
  stopped: 'Der Lead ist gesperrt und seine Kampagnen sind beendet',
  dismissed: 'Der Lead ist nicht gesperrt',
  failed: 'Speichern fehlgeschlagen. Versuchen Sie es erneut.',
};
