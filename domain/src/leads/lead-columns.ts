/** How a column's cells are compared; see `filters.ts` for the meaning of each. */
export type ColumnKind = 'text' | 'multiselect' | 'boolean' | 'number' | 'score';

/** Which columns a table has: the closed set that filters and sorts are checked against. */
export type ColumnSet = ReadonlyMap<string, ColumnKind>;

/** Result formats of research tasks (leads 3). */
export const OUTPUT_TYPES = ['SHORT_TEXT', 'LONG_TEXT', 'NUMBER', 'BOOLEAN', 'SCORE'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

const OUTPUT_KINDS: Record<OutputType, ColumnKind> = {
  SHORT_TEXT: 'text',
  LONG_TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  SCORE: 'score',
};

const LEAD_COLUMNS = {
  name: 'text',
  first_name: 'text',
  last_name: 'text',
  headline: 'text',
  job_title: 'text',
  industry: 'text',
  location: 'text',
  email: 'text',
  phone_number: 'text',
  linkedin_profile_url: 'text',
  company_name: 'text',
  company_website_url: 'text',
  company_linkedin_url: 'text',
  amount_of_employees: 'text',
  revenue: 'text',
} as const satisfies Record<string, ColumnKind>;

const CAMPAIGN_COLUMNS = {
  ...LEAD_COLUMNS,
  campaign_status: 'multiselect',
  next_action: 'multiselect',
  labels: 'multiselect',
  added_to_crm: 'boolean',
  is_flagged: 'boolean',
} as const satisfies Record<string, ColumnKind>;

export type LeadColumn = keyof typeof LEAD_COLUMNS;

/** Columns of lead-list tables. */
export const LIST_TABLE_COLUMNS: ColumnSet = new Map(Object.entries(LEAD_COLUMNS));

/** Columns of the leads table of a campaign. */
export const CAMPAIGN_TABLE_COLUMNS: ColumnSet = new Map(Object.entries(CAMPAIGN_COLUMNS));

/** Sort fields of both tables beyond their columns. */
export const LIST_SORT_FIELDS: ReadonlySet<string> = new Set([...LIST_TABLE_COLUMNS.keys(), 'created_at']);
export const CAMPAIGN_SORT_FIELDS: ReadonlySet<string> = new Set([
  ...LIST_TABLE_COLUMNS.keys(),
  'campaign_status',
  'scheduled_for',
  'next_action',
  'created_at',
]);

/** Sort fields of the campaigns table (campaigns 7 Analytics and dashboard). */
export const CAMPAIGNS_SORT_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'total_prospects',
  'total_contacted',
  'total_replies',
  'reply_rate',
  'status',
  'created_at',
]);

/** Other spellings of columns that clients send: nested names of the wire and the table's headings. */
const COLUMN_ALIASES: Record<string, string> = {
  company: 'company_name',
  'company.name': 'company_name',
  'company.website_url': 'company_website_url',
  'company.linkedin_url': 'company_linkedin_url',
  'company.amount_of_employees': 'amount_of_employees',
  company_size: 'amount_of_employees',
  employees: 'amount_of_employees',
  'company.revenue': 'revenue',
  'company.industry': 'industry',
  linkedin_url: 'linkedin_profile_url',
  phone: 'phone_number',
  status: 'campaign_status',
  lead: 'name',
};

/** The closed name for a column as a client wrote it, or null when the set has no such column. */
export function resolveColumn(column: string, columns: Pick<ColumnSet, 'has'>): string | null {
  if (columns.has(column)) return column;
  const alias = Object.hasOwn(COLUMN_ALIASES, column) ? COLUMN_ALIASES[column] : undefined;
  return alias !== undefined && columns.has(alias) ? alias : null;
}

/** Name of the column that shows a research task. */
export function researchColumn(promptId: number): string {
  return `prompt_${promptId}`;
}

/** Research task of a column, or null for a plain column. */
export function promptIdOf(column: string): number | null {
  const match = /^prompt_([1-9]\d{0,15})$/.exec(column);
  return match === null ? null : Number(match[1]);
}

/** A table's columns with those of its research tasks. */
export function withResearchColumns(
  columns: ColumnSet,
  prompts: readonly { id: number; output_type: OutputType }[],
): ColumnSet {
  const merged = new Map(columns);
  for (const prompt of prompts) merged.set(researchColumn(prompt.id), OUTPUT_KINDS[prompt.output_type]);
  return merged;
}
