// Written by a model and checked by translating it back.
export default {
  no_steps: 'Kampagnen ohne Schritte können nicht aktiviert werden.',
};
