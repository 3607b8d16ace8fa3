import { LEAD_FIELDS, LEAD_PLACES, type LeadFieldColumn, STORED_FIELDS } from './lead-fields.ts';

export type IncomingField = LeadFieldColumn | 'linkedin_key' | 'profile_picture_url' | 'company_logo_url' | 'custom';

/** The columns of an incoming person that a file can fill, in the order in which they are copied; the key comes with the address. */
// `custom` follows them where a file fills custom columns: a JSON object of values, never null.
export const INCOMING_FIELDS: readonly IncomingField[] = [
  ...LEAD_PLACES.import.map((id) => LEAD_FIELDS[id].column),
  'linkedin_key',
];

/** INCOMING_FIELDS and what other sources know besides. */
export const ALL_INCOMING_FIELDS: readonly IncomingField[] = [
  ...new Set<IncomingField>([
    ...INCOMING_FIELDS,
    ...STORED_FIELDS.map((id) => LEAD_FIELDS[id].column),
    'profile_picture_url',
    'company_logo_url',
  ]),
];
