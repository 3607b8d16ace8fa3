// Written by a model and checked by translating it back.
export default {
  ADMIN: 'Admin',
  USER: 'Admin der Organisation',
  RESTRICTED: 'Mitglied',
};
