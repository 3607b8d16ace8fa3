// Written by a model and checked by translating it back.
export default {
  score: 'Bewertung',
  score_points: '{points} von 100',
  score_lost: '(−{points})',
  score_failed: 'Die Bewertung konnte nicht geladen werden. Die Kampagne kann ohne sie starten.',
  score_sender: 'Absender',
  score_sequence: 'Sequenz',
  score_writing: 'Texte',
  score_open: 'Schritt öffnen',
  score_open_label: 'Schritt öffnen: {text}',
  score_deliverability: 'Zustellbarkeit',
};
