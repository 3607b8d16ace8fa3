// Written by a model and checked by translating it back.
export default {
  invite: 'Einladungen',
  message: 'Nachrichten',
  inmail: 'InMails',
  visit: 'Profilbesuche',
  withdraw: 'Zurückziehen von Einladungen',
  like: 'Likes',
  look: 'Abrufe von Kontakten',
};
