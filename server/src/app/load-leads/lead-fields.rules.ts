/**
 * Fields that a file of leads can fill, each with the column names that hold it: People Data Labs' and Apollo's exports, our own
 * names, and what people write by hand. Names are compared by `columnKey`; the first column of a row that is not empty counts.
 */
export const LEAD_FIELDS = {
  first_name: ['first_name', 'firstname', 'given_name'],
  last_name: ['last_name', 'lastname', 'surname', 'family_name'],
  full_name: ['full_name', 'fullname', 'name', 'person_name'],
  headline: ['headline', 'linkedin_headline', 'tagline'],
  job_title: ['job_title', 'title', 'position', 'current_title'],
  seniority: ['job_title_levels', 'seniority', 'seniority_level', 'management_level'],
  department: ['departments', 'department', 'job_title_role', 'job_function'],
  linkedin_url: [
    'linkedin_url',
    'person_linkedin_url',
    'linkedin_profile_url',
    'linkedin_profile',
    'linkedin',
    'profile_url',
  ],
  email: ['work_email', 'email', 'email_address', 'recommended_personal_email'],
  phone_number: ['mobile_phone', 'phone_number', 'work_direct_phone', 'phone', 'phone_numbers'],
  location: ['location_name', 'location', 'person_location'],
  city: ['location_locality', 'city', 'locality'],
  region: ['location_region', 'state', 'region'],
  country: ['location_country', 'country'],
  company_name: ['job_company_name', 'company_name', 'company', 'organization.name', 'organization_name'],
  company_domain: ['company_domain', 'domain', 'organization.primary_domain'],
  company_website_url: [
    'job_company_website',
    'website',
    'company_website',
    'company_website_url',
    'organization.website_url',
  ],
  company_linkedin_url: ['job_company_linkedin_url', 'company_linkedin_url', 'organization.linkedin_url'],
  company_logo_url: ['company_logo_url', 'logo_url', 'organization.logo_url'],
  company_industry: ['job_company_industry', 'company_industry', 'industry', 'organization.industry'],
  company_location: ['job_company_location_name', 'company_location', 'company_address'],
  company_city: ['company_city', 'organization.city'],
  company_region: ['company_state', 'organization.state'],
  company_country: ['company_country', 'organization.country'],
  company_keywords: [
    'keywords',
    'company_keywords',
    'company_description',
    'short_description',
    'organization.keywords',
  ],
  company_employees: [
    'job_company_employee_count',
    'employees',
    'number_of_employees',
    'employee_count',
    'job_company_size',
    'company_size',
    'company_amount_of_employees',
    'organization.estimated_num_employees',
  ],
  company_revenue: [
    'annual_revenue',
    'job_company_inferred_revenue',
    'company_revenue',
    'revenue',
    'organization.annual_revenue',
  ],
} as const satisfies Record<string, readonly string[]>;
export type LeadField = keyof typeof LEAD_FIELDS;

export type LeadMapping = Readonly<Record<LeadField, readonly string[]>>;

/** 'Person Linkedin Url' and 'person_linkedin_url' are one column; '# Employees' is 'employees'. Dots lead into nested objects. */
export function columnKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/**
 * The mapping of a mapping file, `{"job_title": "Functie"}` or with lists of columns; fields it does not name keep the known columns, and
 * null or an empty text turns a field off. @throws Error in words for unknown fields and wrong shapes
 */
export function parseMapping(given: unknown): LeadMapping {
  if (given === null || given === undefined) return LEAD_FIELDS;
  if (typeof given !== 'object' || Array.isArray(given))
    throw new Error('The mapping must be an object: {"field": "column"}.');
  const mapping: Record<LeadField, readonly string[]> = { ...LEAD_FIELDS };
  for (const [field, columns] of Object.entries(given)) {
    if (!isLeadField(field)) {
      throw new Error(
        `The mapping names an unknown field: ${field}. There are: ${Object.keys(LEAD_FIELDS).join(', ')}.`,
      );
    }
    const names = columns === null || columns === '' ? [] : Array.isArray(columns) ? columns : [columns];
    if (!names.every((name) => typeof name === 'string')) throw new Error(`The columns of ${field} must be texts.`);
    mapping[field] = names.map((name) => columnKey(String(name)));
  }
  return mapping;
}

function isLeadField(name: string): name is LeadField {
  return Object.hasOwn(LEAD_FIELDS, name);
}

/** A row of a file: values by `columnKey`. */
export type FileRow = ReadonlyMap<string, unknown>;

/** The first value of a field's columns that says anything. */
export function findValue(row: FileRow, mapping: LeadMapping, field: LeadField): unknown {
  for (const column of mapping[field]) {
    const value = row.get(column) ?? (column.includes('.') ? nestedValue(row, column) : undefined);
    if (value !== null && value !== undefined && value !== '' && typeof value !== 'boolean') return value;
  }
  return null;
}

function nestedValue(row: FileRow, column: string): unknown {
  const [first = '', ...path] = column.split('.');
  let value = row.get(first);
  for (const step of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    value = Object.hasOwn(value, step) ? Reflect.get(value, step) : null;
  }
  return value;
}

/** Columns of a heading that some field uses; a file without any of them has no data about people. */
export function hasIdentityColumn(columns: Iterable<string>, mapping: LeadMapping): boolean {
  const identity = new Set([...mapping.linkedin_url, ...mapping.email]);
  return [...columns].some((column) => identity.has(column));
}
