// Written by a model and checked by translating it back.
export default {
  '7_days': '7 Tage',
  '30_days': '30 Tage',
  '90_days': '90 Tage',
  '1_year': '1 Jahr',
};
