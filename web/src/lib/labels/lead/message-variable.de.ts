// Written by a model and checked by translating it back.
export default {
  first_name: 'Vorname',
  last_name: 'Nachname',
  job_title: 'Position',
  company_name: 'Name des Unternehmens',
  location: 'Ort',
  industry: 'Branche',
};
