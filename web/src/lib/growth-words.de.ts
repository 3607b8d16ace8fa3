// Written by a model and checked by translating it back.
export default {
  day: 'im Anlauf, Tag {at} von {of}',
  week: 'im Anlauf, Woche {at} von {of}',
};
