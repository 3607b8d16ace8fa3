// Written by a model and checked by translating it back.
export default {
  saved: 'Gespeichert.',
  failed: 'Speichern fehlgeschlagen. Es wurde nichts geändert.',
};
