// Written by a model and checked by translating it back.
export default {
  address: 'E-Mail-Adresse',
  person: 'Person',
  phone: 'Telefonnummer',
  linkedin: 'LinkedIn-Profil',
};
