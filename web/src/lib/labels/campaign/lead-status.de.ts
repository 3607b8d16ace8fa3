// Written by a model and checked by translating it back.
export default {
  NOT_STARTED: 'Nicht begonnen',
  SCHEDULED: 'Geplant',
  SCHEDULING: 'Wird geplant',
  ACTIVE: 'Aktiv',
  PAUSED: 'Pausiert',
  COMPLETED: 'Abgeschlossen',
  FAILED: 'Fehlgeschlagen',
  REPLIED: 'Geantwortet',
};
