// Written by a model and checked by translating it back.
export default {
  add: '{name} als Lead hinzufügen',
  open: '{name} öffnen',
  added_before: 'Als Lead hinzugefügt.',
};
