// Written by a model and checked by translating it back.
export default {
  unreachable: 'Der Server war nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  offline: 'Sie scheinen offline zu sein. Nichts ging verloren; bitte versuchen Sie es noch einmal.',
};
