// Written by a model and checked by translating it back.
export default {
  credits: 'Mehr Credits kaufen',
  upgrade: 'Tarif erweitern',
};
