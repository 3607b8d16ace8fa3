// Written by a model and checked by translating it back.
export default {
  '==': 'ist',
  '!=': 'ist nicht',
  contains: 'enthält',
  '>': 'ist mehr als',
  '<': 'ist weniger als',
  '>=': 'ist mindestens',
  '<=': 'ist höchstens',
};
