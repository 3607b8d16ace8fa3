// Written by a model and checked by translating it back.
export default {
  estimate_leads:
    '{count, plural, one {{chosen} Lead} other {{chosen} Leads}}: {known} bekannt, {tried} in den letzten 90 Tagen ohne Ergebnis gesucht, {left} zu suchen.',
  estimate_most: 'Höchstens {most} Credits.',
  estimate_likely: 'Höchstens {most} Credits, wahrscheinlich {likely} ({percent} in den letzten 30 Tagen gefunden).',
};
