// Written by a model and checked by translating it back.
export default {
  first_name: 'Vorname',
  last_name: 'Nachname',
  full_name: 'Name',
  job_title: 'Position',
  headline: 'Kurzprofil',
  location: 'Ort',
  industry: 'Branche',
  company_name: 'Unternehmen',
  company_website: 'Website des Unternehmens',
  company_size: 'Größe des Unternehmens',
  company_revenue: 'Umsatz',
};
