// Written by a model and checked by translating it back.
export default {
  day: 'Aufwärmphase, Tag {at} von {of}',
  week: 'Aufwärmphase, Woche {at} von {of}',
};
