// Written by a model and checked by translating it back.
export default {
  started: 'Die Anreicherung läuft',
  saved: 'Spalte gespeichert.',
  start_failed: 'Die Recherche konnte nicht gestartet werden. Es wurde nichts berechnet.',
  run_failed: 'Der Start ist fehlgeschlagen. Es wurde nichts berechnet.',
  stop: 'Recherche-Aufgaben stoppen',
  running: '{shown} in Arbeit',
  stopped:
    '{count, plural, one {{shown} Zelle gestoppt. {credits} reservierte Credits zurückgegeben.} other {{shown} Zellen gestoppt. {credits} reservierte Credits zurückgegeben.}}',
  stop_failed: 'Die Recherche konnte nicht gestoppt werden. Versuchen Sie es erneut.',
  job: 'Recherche in {name}',
  job_count: '{done} von {total} Zellen',
};
