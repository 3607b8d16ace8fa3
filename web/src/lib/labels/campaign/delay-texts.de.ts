// Written by a model and checked by translating it back.
export default {
  immediately: 'Sofort',
  days: '{count, plural, one {# Tag} other {# Tage}}',
  hours: '{count, plural, one {# Stunde} other {# Stunden}}',
};
