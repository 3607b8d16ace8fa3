// Written by a model and checked by translating it back.
export default {
  email: 'E-Mail',
  phone_number: 'Telefonnummer',
  linkedin_profile_url: 'LinkedIn',
  first_name: 'Vorname',
  last_name: 'Nachname',
  job_title: 'Position',
  headline: 'Kurzprofil',
  industry: 'Branche',
  location: 'Ort',
  time_zone: 'Zeitzone',
  company_name: 'Name',
  company_website_url: 'Website',
  company_linkedin_url: 'LinkedIn',
  company_location: 'Standort',
  amount_of_employees: 'Beschäftigte',
  revenue: 'Umsatz',
};
