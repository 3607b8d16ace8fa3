// Written by a model and checked by translating it back.
export default {
  today: 'Heute',
  yesterday: 'Gestern',
  '7_days': 'Letzte 7 Tage',
  '30_days': 'Letzte 30 Tage',
  '90_days': 'Letzte 90 Tage',
  custom: 'Eigener Zeitraum',
};
