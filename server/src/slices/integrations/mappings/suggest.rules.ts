import type { CrmField } from '@overture/adapters/crm/crm.port';
import type { FieldMapping } from '@overture/contract/integrations';
import { CRM_LEAD_FIELD_IDS, CRM_LEAD_FIELDS, type CrmLeadField } from '@overture/domain/crm';
import { leadField } from '@overture/domain/leads/lead-fields';
import { cutText } from '@overture/domain/text/text-bounds';

const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** For boards, whose columns users name freely: by the type if it is telling, by the title if it says the same. */
export function suggestMappings(fields: readonly CrmField[]): FieldMapping[] {
  const taken = new Set<string>();
  return CRM_LEAD_FIELD_IDS.flatMap((prospectField): FieldMapping[] => {
    const match = fields.find((field) => !taken.has(field.name) && isMeant(field, prospectField));
    if (match === undefined) return [];
    taken.add(match.name);
    return [{ hubspotField: match.name, prospectField, overwrites: false }];
  });
}

const OTHER_WORDS: Partial<Record<CrmLeadField, readonly string[]>> = {
  first_name: ['firstname'],
  last_name: ['lastname', 'surname'],
  job_title: ['title', 'role', 'position'],
  'company.name': ['company', 'account', 'organization', 'organisation'],
  'company.website_url': ['website', 'companywebsite', 'domain'],
  phone_number: ['phone', 'mobile', 'telephone'],
  location: ['city', 'place'],
  linkedin_profile_url: ['linkedin', 'linkedinurl', 'linkedinprofile'],
  'company.industry': ['industry', 'sector'],
  'company.amount_of_employees': ['employees', 'companysize', 'headcount', 'size'],
};

function isMeant({ label, type }: CrmField, lead: CrmLeadField): boolean {
  if (type === 'option' && lead !== 'company.industry') return false;
  if (lead === 'email' && type === 'email') return true;
  if (lead === 'phone_number' && type === 'phone') return true;
  const words = [fold(lead), fold(leadField(CRM_LEAD_FIELDS[lead]).label), ...(OTHER_WORDS[lead] ?? [])];
  return words.includes(fold(cutText(label, 200)));
}
