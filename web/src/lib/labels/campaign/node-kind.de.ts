// Written by a model and checked by translating it back.
export default {
  LINKEDIN_INVITE: 'LinkedIn-Einladung',
  LINKEDIN_MESSAGE: 'LinkedIn-Nachricht',
  VISIT_LINKEDIN_PROFILE: 'LinkedIn-Profil besuchen',
  INMAIL: 'InMail',
  DELETE_LINKEDIN_INVITE: 'LinkedIn-Einladung zurückziehen',
  LIKE_LAST_LINKEDIN_POST: 'Letzten LinkedIn-Beitrag liken',
  EMAIL: 'E-Mail',
  CALL_PROSPECT: 'Lead anrufen',
  ACCEPTED_INVITE: 'Einladung angenommen',
  ALREADY_CONNECTED: 'Bereits vernetzt',
  HAS_EMAIL: 'Hat E-Mail-Adresse',
  HAS_PHONE: 'Hat Telefonnummer',
  CALL_OUTCOME: 'Telefonisch erreicht',
  CLICKED: 'Link angeklickt',
  OPENED: 'E-Mail geöffnet',
  REPLY_CLASS: 'Interessiert geantwortet',
};
