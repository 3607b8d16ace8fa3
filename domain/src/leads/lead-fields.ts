/** What is said of a field once, for everything that shows, compares, reads, writes or sends it. */
interface LeadFieldFacts {
  label: string;
  /** What it is called elsewhere, where that differs: in files that are written, in the dialog that reads them, in messages, in the drawer. */
  labels?: { file?: string; import?: string; message?: string; drawer?: string };
  /** Of the table `prospects`; on the wire `company_x` is `company.x`. Left out for what is made of others. */
  column?: string;
  /** Other spellings that clients send. */
  aliases?: readonly string[];
  /** Holds sizes ('51 - 200', '$10 - 50M') and sorts by them. */
  is_size?: true;
  /** A file of leads can fill it: under which name on the wire. What other tools call it: `csv/column-synonyms.ts`. */
  import?: {
    target: string;
    /** What its values look like, where they can be told from words. */
    values?: 'email' | 'phone' | 'person' | 'company' | 'website' | 'size' | 'zone';
  };
  /** Values of an example lead, shown in message previews while a campaign has no leads. */
  example?: string;
  /** What a click on its value does. */
  link?: 'mail' | 'phone' | 'web';
  /** Can be changed in the drawer, under this name of the update call. */
  edited_as?: string;
}

export const LEAD_FIELDS = {
  name: { label: 'Name', aliases: ['lead'] },
  first_name: {
    label: 'First name',
    column: 'first_name',
    import: {
      target: 'first_name',
    },
    example: 'Alex',
    edited_as: 'first_name',
  },
  last_name: {
    label: 'Last name',
    column: 'last_name',
    import: {
      target: 'last_name',
    },
    example: 'Morgan',
    edited_as: 'last_name',
  },
  email: {
    label: 'Email',
    column: 'email',
    import: {
      target: 'email',
      values: 'email',
    },
    example: 'alex.morgan@northwind.example',
    link: 'mail',
    edited_as: 'email',
  },
  phone_number: {
    label: 'Phone number',
    column: 'phone_number',
    aliases: ['phone'],
    import: {
      target: 'phone_number',
      values: 'phone',
    },
    link: 'phone',
    edited_as: 'phone_number',
  },
  linkedin_profile_url: {
    label: 'LinkedIn profile',
    labels: { file: 'LinkedIn URL', drawer: 'LinkedIn' },
    column: 'linkedin_profile_url',
    aliases: ['linkedin_url'],
    import: {
      target: 'linkedin_url',
      values: 'person',
    },
    example: 'https://www.linkedin.com/in/alex-morgan-example',
    link: 'web',
  },
  headline: {
    label: 'Headline',
    column: 'headline',
    import: { target: 'headline' },
    edited_as: 'headline',
  },
  job_title: {
    label: 'Job title',
    column: 'job_title',
    import: {
      target: 'job_title',
    },
    example: 'Head of Sales',
    edited_as: 'job_title',
  },
  location: {
    label: 'Location',
    column: 'location',
    import: {
      target: 'location',
    },
    example: 'Amsterdam',
    edited_as: 'location',
  },
  time_zone: {
    label: 'Time zone',
    column: 'time_zone',
    import: {
      target: 'time_zone',
      values: 'zone',
    },
    edited_as: 'time_zone',
  },
  company_name: {
    label: 'Company',
    labels: { file: 'Company name', message: 'Company name', drawer: 'Name' },
    column: 'company_name',
    aliases: ['company'],
    import: {
      target: 'company_name',
    },
    example: 'Northwind',
    edited_as: 'company_name',
  },
  company_website_url: {
    label: 'Company website',
    labels: { file: 'Company website URL', import: 'Company website', drawer: 'Website' },
    column: 'company_website_url',
    import: {
      target: 'company_website_url',
      values: 'website',
    },
    example: 'https://northwind.example',
    link: 'web',
    edited_as: 'company_website',
  },
  company_linkedin_url: {
    label: 'Company LinkedIn',
    labels: { file: 'Company LinkedIn URL', drawer: 'LinkedIn' },
    column: 'company_linkedin_url',
    import: {
      target: 'company_linkedin_url',
      values: 'company',
    },
    link: 'web',
  },
  company_location: {
    label: 'Company location',
    labels: { drawer: 'Location' },
    column: 'company_location',
    import: {
      target: 'company_location',
    },
    edited_as: 'company_location',
  },
  industry: {
    label: 'Industry',
    labels: { file: 'Company industry' },
    column: 'industry',
    aliases: ['company.industry'],
    import: {
      target: 'company_industry',
    },
    example: 'Software',
    edited_as: 'industry',
  },
  amount_of_employees: {
    label: 'Employees',
    labels: { file: 'Company size' },
    column: 'company_amount_of_employees',
    aliases: ['company_size', 'employees'],
    is_size: true,
    import: {
      target: 'company_size',
      values: 'size',
    },
    example: '51 - 200',
  },
  revenue: {
    label: 'Revenue',
    labels: { file: 'Company revenue' },
    column: 'company_revenue',
    is_size: true,
  },
} as const satisfies Record<string, LeadFieldFacts>;

type Fields = typeof LEAD_FIELDS;
export type LeadFieldId = keyof Fields;
/** Fields stored in a database column of their own. */
export type StoredFieldId = { [Id in LeadFieldId]: Fields[Id] extends { column: string } ? Id : never }[LeadFieldId];
export type LeadFieldColumn = Fields[StoredFieldId]['column'];
type EditedFieldId = { [Id in StoredFieldId]: Fields[Id] extends { edited_as: string } ? Id : never }[StoredFieldId];
/** Names of the fields that users may edit, in the update call. */
export type EditedField = Fields[EditedFieldId]['edited_as'];
export type EditedColumn = Fields[EditedFieldId]['column'];
/** Edited fields whose values have no form of their own. */
type EditedTextId = {
  [Id in EditedFieldId]: Fields[Id] extends { import: { values: string } } ? never : Id;
}[EditedFieldId];
type ImportedFieldId = { [Id in LeadFieldId]: Fields[Id] extends { import: object } ? Id : never }[LeadFieldId];
/** The name of a field in a column mapping. */
export type LeadTarget = Fields[ImportedFieldId]['import']['target'];

const LIST_TABLE = [
  'name',
  'job_title',
  'company_name',
  'industry',
  'location',
  'amount_of_employees',
  'revenue',
] as const satisfies readonly LeadFieldId[];

/** The places of fields, in display order. */
export const LEAD_PLACES = {
  list_table: LIST_TABLE,
  /** Offered in the list's column menu and hidden until selected. */
  list_offered: ['email', 'phone_number', 'headline', 'company_website_url'],
  campaign_table: ['name', 'company_name', 'email', 'phone_number'],
  /** Filters and sorts: what the table of lists shows first, then what the drawer shows. */
  filters: [
    ...LIST_TABLE,
    'email',
    'phone_number',
    'headline',
    'linkedin_profile_url',
    'company_website_url',
    'company_linkedin_url',
    'first_name',
    'last_name',
    'time_zone',
  ],
  /** Both exports. Their headings are such that the import recognises them without a person's help. */
  export: [
    'first_name',
    'last_name',
    'email',
    'phone_number',
    'linkedin_profile_url',
    'headline',
    'job_title',
    'location',
    'time_zone',
    'company_name',
    'company_website_url',
    'company_linkedin_url',
    'company_location',
    'industry',
    'amount_of_employees',
    'revenue',
  ],
  import: [
    'first_name',
    'last_name',
    'email',
    'phone_number',
    'linkedin_profile_url',
    'location',
    'headline',
    'job_title',
    'company_name',
    'company_website_url',
    'company_linkedin_url',
    'company_location',
    'industry',
    'amount_of_employees',
    'time_zone',
  ],
  messages: ['first_name', 'last_name', 'job_title', 'company_name', 'location', 'industry'],
  drawer: {
    contact: ['email', 'phone_number', 'linkedin_profile_url'],
    about: ['first_name', 'last_name', 'job_title', 'headline', 'industry', 'location', 'time_zone'],
    company: [
      'company_name',
      'company_website_url',
      'company_linkedin_url',
      'industry',
      'company_location',
      'amount_of_employees',
      'revenue',
    ],
  },
} as const satisfies {
  list_table: readonly LeadFieldId[];
  list_offered: readonly LeadFieldId[];
  campaign_table: readonly LeadFieldId[];
  filters: readonly LeadFieldId[];
  export: readonly StoredFieldId[];
  import: readonly ImportedFieldId[];
  messages: readonly StoredFieldId[];
  drawer: Record<'contact' | 'about' | 'company', readonly StoredFieldId[]>;
};

/** A field's facts; those it has not are undefined. */
export function leadField(id: LeadFieldId): LeadFieldFacts & { edited_as?: EditedField } {
  return LEAD_FIELDS[id];
}

/** What a field is called at a place that has words of its own; elsewhere it is called by its `label`. */
export function leadLabel(id: LeadFieldId, place: 'file' | 'import' | 'message' | 'drawer'): string {
  const { label, labels } = leadField(id);
  return labels?.[place] ?? (place === 'import' ? labels?.file : undefined) ?? label;
}

export const LEAD_HEADINGS: readonly string[] = LEAD_PLACES.export.map((id) => leadLabel(id, 'file'));

type CompanyColumn = Extract<LeadFieldColumn, `company_${string}`>;
type ValueOf<Column> = Column extends 'first_name' | 'last_name' ? string : string | null;
export type LeadFieldValues = { [Column in LeadFieldColumn]: ValueOf<Column> };

/** A lead's fields as they travel. */
export type LeadShape = { [Column in Exclude<LeadFieldColumn, CompanyColumn>]: ValueOf<Column> } & {
  company: { [Column in CompanyColumn as Column extends `company_${infer Key}` ? Key : never]: string | null };
};

export const STORED_FIELDS = Object.keys(LEAD_FIELDS).filter((id) => id !== 'name') as StoredFieldId[];

const EDITED_IDS = STORED_FIELDS.filter((id): id is EditedFieldId => leadField(id).edited_as !== undefined);
export const EDITED_FIELDS = EDITED_IDS.map((id) => LEAD_FIELDS[id].edited_as);
export const EDITED_TEXTS = EDITED_IDS.filter(
  (id): id is EditedTextId => leadField(id).import?.values === undefined,
).map((id) => LEAD_FIELDS[id].edited_as);

/** Columns as they travel; those that are left out are empty. */
export function shapeLead(values: Partial<LeadFieldValues>): LeadShape {
  const lead: Record<string, unknown> = { first_name: '', last_name: '' };
  const company: Record<string, unknown> = {};
  for (const id of STORED_FIELDS) {
    const { column } = LEAD_FIELDS[id];
    const [place, key] = column.startsWith('company_') ? [company, column.slice(8)] : [lead, column];
    place[key] = values[column] ?? place[key] ?? null;
  }
  return { ...lead, company } as LeadShape;
}

export function leadValue(lead: LeadShape, id: StoredFieldId): string | null {
  const { column } = LEAD_FIELDS[id];
  const [place, key] = column.startsWith('company_') ? [lead.company, column.slice(8)] : [lead, column];
  return (place as Record<string, string | null>)[key] ?? null;
}
