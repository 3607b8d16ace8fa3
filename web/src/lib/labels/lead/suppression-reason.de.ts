// Written by a model and checked by translating it back.
export default {
  unsubscribe: 'Abgemeldet',
  complaint: 'Als Spam gemeldet',
  hard_bounce: 'Unzustellbar',
  left: 'Hat das Unternehmen verlassen',
  manual: 'Von Hand hinzugefügt',
  import: 'Importiert',
  crm: 'Aus Ihrem CRM',
  erased: 'Auf Wunsch gelöscht',
};
