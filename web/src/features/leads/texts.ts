import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  crm: 'CRM',
  added: 'Added',
  added_to_crm: 'Added to CRM',
  unnamed: 'Unnamed lead',
  previous_lead: 'Previous lead',
  next_lead: 'Next lead',
});
