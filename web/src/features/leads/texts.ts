import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  crm: 'CRM',
  added: 'Added',
  added_to_crm: 'Added to CRM',
  unnamed: 'Unnamed lead',
  previous_lead: 'Previous lead',
  next_lead: 'Next lead',
  zone_now: '{time} there now',
  zone_known: '{time} there now. {zone}, known from {source}',
  zone_city: 'the city',
  zone_state: 'the state or province',
  zone_country: 'the country',
  zone_phone: 'the phone number',
  zone_company_location: 'where the company is',
  zone_domain: "the country of the company's domain",
});
