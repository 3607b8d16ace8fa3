// Written by a model and checked by translating it back.
export default {
  skip: 'Einen Tag überspringen',
  skip_text: 'Stellt die Uhr für alle auf diesem Server vor.',
  skipped: 'Es ist jetzt {time}.',
  failed: 'Die Uhr konnte nicht vorgestellt werden.',
};
