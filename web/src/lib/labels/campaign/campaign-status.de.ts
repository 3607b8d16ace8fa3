// Written by a model and checked by translating it back.
export default {
  DRAFT: 'Entwurf',
  ACTIVE: 'Aktiv',
  PAUSED: 'Pausiert',
  COMPLETED: 'Abgeschlossen',
  ARCHIVED: 'Archiviert',
};
