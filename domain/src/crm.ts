import { type LeadShape, leadValue, type StoredFieldId } from './leads/lead-fields.ts';

/** The CRMs, with their names. */
export const CRM_LABELS = {
  HUBSPOT: 'HubSpot',
  PIPEDRIVE: 'Pipedrive',
  SALESFORCE: 'Salesforce',
  MONDAY: 'monday.com',
} as const;
export type CrmType = keyof typeof CRM_LABELS;
export const CRM_TYPES = Object.keys(CRM_LABELS) as [CrmType, ...CrmType[]];

/** How long a CRM keeps a deleted record in its recycle bin, as its documentation says; 0: we delete for good; null: it says no number. */
export const CRM_BIN_DAYS: Readonly<Record<CrmType, number | null>> = {
  HUBSPOT: 0,
  PIPEDRIVE: 30,
  SALESFORCE: 15,
  MONDAY: null,
};

/** What of a lead can be written into a CRM, in the order of the list to choose from; the key is the word of the wire. */
export const CRM_LEAD_FIELDS = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  job_title: 'job_title',
  'company.name': 'company_name',
  'company.website_url': 'company_website_url',
  phone_number: 'phone_number',
  location: 'location',
  linkedin_profile_url: 'linkedin_profile_url',
  'company.industry': 'industry',
  'company.amount_of_employees': 'amount_of_employees',
} as const satisfies Record<string, StoredFieldId>;

export type CrmLeadField = keyof typeof CRM_LEAD_FIELDS;
export const CRM_LEAD_FIELD_IDS = Object.keys(CRM_LEAD_FIELDS) as [CrmLeadField, ...CrmLeadField[]];

/** A lead's value as a CRM gets it; empty where there is none. */
export function getCrmValue(lead: LeadShape, field: CrmLeadField): string {
  return leadValue(lead, CRM_LEAD_FIELDS[field])?.trim() ?? '';
}

/** Automatic syncs the user can turn on; all are off by default. */
export const CRM_SYNC_SWITCHES = [
  'new_leads',
  'replies',
  'interest',
  'board_cards',
  'read_back',
  'owners',
  'unsubscribes',
  'calls',
  'meetings',
] as const;
export type CrmSyncSwitch = (typeof CRM_SYNC_SWITCHES)[number];

/** What the sign-in of a CRM may not have been granted: to make the field of our reference, or a permission that a call needs. */
export const CRM_GRANTS = ['reference', 'scopes'] as const;
export type CrmGrant = (typeof CRM_GRANTS)[number];

/** Those for which people of the CRM are read. */
export const CRM_READING_SWITCHES = ['read_back', 'owners', 'unsubscribes'] as const satisfies CrmSyncSwitch[];

/** The owner of a record created in a CRM: none, the sender who writes to the lead, or one user of the CRM. */
export const CRM_OWNER_KINDS = ['none', 'sender', 'user'] as const;
export type CrmOwnerKind = (typeof CRM_OWNER_KINDS)[number];

/** Why a person known to the CRM is left out of campaigns, the strongest first: it wins where several records of one person differ. */
export const CRM_STANDINGS = ['do_not_contact', 'customer', 'open_deal'] as const;
export type CrmStanding = (typeof CRM_STANDINGS)[number];

const CRM_STATUS_WORDS: Record<CrmStanding, string> = {
  customer: 'is a customer',
  open_deal: 'has an open deal',
  do_not_contact: 'is marked as do not contact',
};

/** 'Is a customer in Acme CRM.' */
export function describeCrmStatus(standing: CrmStanding, crm: string): string {
  return `This person ${CRM_STATUS_WORDS[standing]} in ${crm}.`;
}

export const CRM_LIMITS = {
  max_mappings: 100,
  /** A push up to this size is answered when it is done; a larger one runs in the background. */
  answered_at_once: 25,
  exchanges_kept: 1000,
  /** Of those that ended; running ones stay. The screens show the newest 20. */
  pushes_kept: 1000,
  pushes_kept_in_days: 180,
  max_push: 100_000,
  errors_shown: 50,
} as const;
