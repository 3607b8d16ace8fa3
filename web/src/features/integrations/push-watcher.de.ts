// Written by a model and checked by translating it back.
export default {
  job: 'Übertragung an {name}',
  job_count: '{done} von {total}',
  job_failures: '{count} fehlgeschlagen',
  job_paused: 'Pausiert: {reason}',
  stop_failed: 'Die Übertragung konnte nicht gestoppt werden.',
};
