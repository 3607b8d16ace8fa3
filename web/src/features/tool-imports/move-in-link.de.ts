// Written by a model and checked by translating it back.
export default {
  link: 'Aus einem anderen Tool importieren',
};
