// Written by a model and checked by translating it back.
export default {
  object: 'Widerspruch',
  access: 'Auskunft',
  correct: 'Berichtigung',
  erase: 'Löschung',
};
