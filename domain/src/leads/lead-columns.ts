import { LEAD_FIELDS, LEAD_PLACES, leadField } from './lead-fields.ts';
import { DUPLICATE_COLUMN, IN_CAMPAIGN_COLUMN, LAST_TOUCHED_COLUMN, SUPPRESSED_COLUMN } from './lead-history.ts';

/** How a column's cells are compared; see `filters.ts` for the meaning of each. */
export type ColumnKind =
  | 'text'
  | 'multiselect'
  | 'boolean'
  | 'number'
  | 'score'
  /** Text of a size, `51 - 200`: a text to operations, a number to comparisons. */
  | 'size'
  /** A day, `2026-03-09`: a text to operations. */
  | 'date'
  /** A search over several fields. */
  | 'search'
  /** A column that is not loaded yet: it takes every operation and comparison. */
  | 'any';

/** Which columns a table has: the closed set that filters and sorts are checked against. */
export type ColumnSet = ReadonlyMap<string, ColumnKind>;

/** Result formats of research tasks. */
export const OUTPUT_TYPES = ['SHORT_TEXT', 'LONG_TEXT', 'NUMBER', 'BOOLEAN', 'SCORE'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

const OUTPUT_KINDS: Record<OutputType, ColumnKind> = {
  SHORT_TEXT: 'text',
  LONG_TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  SCORE: 'score',
};

/** Searches name, company, job title, email, phone number and custom columns together. */
export const SEARCH_COLUMN = 'anything';

const leadColumns: readonly (readonly [string, ColumnKind])[] = LEAD_PLACES.filters.map((id) => [
  id,
  'is_size' in LEAD_FIELDS[id] ? 'size' : 'text',
]);
/** What the touch lock of a lead says: one of `TOUCH_LOCK_FILTERS`. */
export const TOUCH_LOCK_COLUMN = 'touch_lock';

/** What happened to a lead: tables are filtered by it and don't show it. */
const historyColumns = [
  [TOUCH_LOCK_COLUMN, 'multiselect'],
  [SUPPRESSED_COLUMN, 'multiselect'],
  [IN_CAMPAIGN_COLUMN, 'multiselect'],
  [LAST_TOUCHED_COLUMN, 'date'],
  [DUPLICATE_COLUMN, 'multiselect'],
] as const;

/** True for columns whose cells change without a change of the lead. */
export const isHistoryColumn = (name: string): boolean => historyColumns.some(([column]) => column === name);

const commonColumns = [
  ...leadColumns,
  ['created_at', 'date'] as const,
  [SEARCH_COLUMN, 'search'] as const,
  ...historyColumns,
];

export type LeadColumn = (typeof LEAD_PLACES.filters)[number];

export const LIST_TABLE_COLUMNS: ColumnSet = new Map(commonColumns);

export const CAMPAIGN_TABLE_COLUMNS: ColumnSet = new Map<string, ColumnKind>([
  ...commonColumns,
  ['campaign_status', 'multiselect'],
  ['next_action', 'multiselect'],
  ['sender', 'multiselect'],
  ['labels', 'multiselect'],
  ['added_to_crm', 'boolean'],
  ['is_flagged', 'boolean'],
]);

/** Sort fields of both tables beyond their columns. */
export const LIST_SORT_FIELDS: ReadonlySet<string> = new Set([...LEAD_PLACES.filters, 'created_at']);
export const CAMPAIGN_SORT_FIELDS: ReadonlySet<string> = new Set([
  ...LEAD_PLACES.filters,
  'campaign_status',
  'scheduled_for',
  'next_action',
  'created_at',
]);

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
const COLUMN_ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LEAD_PLACES.filters.flatMap((id) => aliasesOf(id).map((alias) => [alias, id]))),
  status: 'campaign_status',
};

function aliasesOf(id: LeadColumn): readonly string[] {
  const { aliases = [], column } = leadField(id);
  return column?.startsWith('company_') ? [...aliases, column.replace('_', '.')] : aliases;
}

/** The closed name for a column as a client wrote it, or null when the set has no such column. */
export function resolveColumn(column: string, columns: Pick<ColumnSet, 'has'>): string | null {
  if (columns.has(column)) return column;
  const alias = Object.hasOwn(COLUMN_ALIASES, column) ? COLUMN_ALIASES[column] : undefined;
  return alias !== undefined && columns.has(alias) ? alias : null;
}

export function researchColumn(promptId: number): string {
  return `prompt_${promptId}`;
}

/** Research task of a column, or null for a plain column. */
export function parsePromptId(column: string): number | null {
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
