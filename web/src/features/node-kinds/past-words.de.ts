// Written by a model and checked by translating it back.
export default {
  LINKEDIN_INVITE: 'LinkedIn-Einladung gesendet',
  LINKEDIN_MESSAGE: 'LinkedIn-Nachricht gesendet',
  VISIT_LINKEDIN_PROFILE: 'LinkedIn-Profil besucht',
  INMAIL: 'InMail gesendet',
  DELETE_LINKEDIN_INVITE: 'LinkedIn-Einladung zurückgezogen',
  LIKE_LAST_LINKEDIN_POST: 'LinkedIn-Beitrag gelikt',
  EMAIL: 'E-Mail gesendet',
  CALL_PROSPECT: 'Angerufen',
};
