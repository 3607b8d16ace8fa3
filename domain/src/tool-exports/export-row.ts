import { normalizeEmail } from '../addresses/email-address.ts';
import { unguardCell } from '../csv/csv-cell.ts';
import { splitFullName } from '../leads/split-name.ts';
import { cutText } from '../text/text-bounds.ts';
import type { ExportPlan, HistoryColumn } from './export-plan.ts';
import { EXPORT_PRESETS, type ExportState, findState, toKey } from './export-presets.ts';
import { parseExportTime } from './export-times.ts';

/** A lead as an export says it. */
export interface ExportRow {
  campaign: string | null;
  email: string | null;
  fields: Record<
    | 'first_name'
    | 'last_name'
    | 'company_name'
    | 'company_website_url'
    | 'job_title'
    | 'phone_number'
    | 'linkedin_url'
    | 'location',
    string | null
  >;
  variables: Record<string, string>;
  state: Exclude<ExportState, 'open'>;
  last_contacted_at: string | null;
  steps_done: number | null;
  /** A status that is not known, and was read with care. */
  unknown_status: string | null;
  /** A time is there, but can't be read. */
  has_unread_time: boolean;
}

const CELL_MAX = 20_000;
/** Characters of an object of variables. */
const JSON_MAX = 100_000;

/** @param options.assumed what leads are in a file that does not say who was contacted */
export function parseExportRow(
  cells: readonly string[],
  plan: ExportPlan,
  { assumed }: { assumed: 'new' | 'contacted' },
): ExportRow {
  const cell = (index: number | undefined): string | null =>
    index === undefined ? null : unguardCell(cutText(cells[index], CELL_MAX).trim()) || null;
  const filled = (kind: HistoryColumn): string[] => plan.history[kind].flatMap((index) => cell(index) ?? []);
  const times = filled('times').filter(isTruth);
  const read = times.flatMap((time) => parseExportTime(time, plan.date_order) ?? []);
  const emails = plan.emails.flatMap((index) => cell(index) ?? []);
  return {
    campaign: filled('campaign')[0] ?? null,
    // One that is no address is shown as the reason why the row is left out.
    email: emails.find((email) => normalizeEmail(email) !== null) ?? emails[0] ?? null,
    fields: toFields(plan, cell),
    variables: toVariables(plan, cell),
    ...decideState(plan, filled, assumed),
    last_contacted_at: read.toSorted().at(-1) ?? null,
    steps_done: toStepsDone(filled('steps')),
    has_unread_time: read.length < times.length,
  };
}

type Cell = (index: number | undefined) => string | null;

function toFields({ fields }: ExportPlan, cell: Cell): ExportRow['fields'] {
  const whole = splitFullName(cell(fields.full_name) ?? '');
  return {
    first_name: cell(fields.first_name) ?? (whole.first_name || null),
    last_name: cell(fields.last_name) ?? (whole.last_name || null),
    company_name: cell(fields.company_name),
    company_website_url: cell(fields.company_website_url),
    job_title: cell(fields.job_title),
    phone_number: cell(fields.phone_number),
    linkedin_url: cell(fields.linkedin_url),
    location: cell(fields.location),
  };
}

function toVariables({ json, variables }: ExportPlan, cell: Cell): Record<string, string> {
  const own = variables.flatMap(({ name, index }): [string, string][] => {
    const value = cell(index);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries([...json.flatMap((index) => parseVariables(cell(index))), ...own]);
}

function parseVariables(text: string | null): [string, string][] {
  if (text === null || text.length > JSON_MAX || !text.startsWith('{')) return [];
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    return entries.flatMap(([name, value]): [string, string][] =>
      ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[name, String(value)]] : [],
    );
  } catch {
    return [];
  }
}

const NOTHING = new Set([
  '',
  '0',
  'false',
  'no',
  'none',
  'null',
  'never',
  'na',
  'undefined',
  'subscribed',
  'notreplied',
]);

/** Signs alone that say no. A check mark is a yes. */
const NO_SIGNS = /^(?:[\s\p{P}☐✗✘❌✖×]|\p{Mn})*$/u;

/** Anything but a no: a count, a yes, a time, words, or a check mark. */
export const isTruth = (text: string): boolean =>
  toKey(text) === '' ? !NO_SIGNS.test(text) : !NOTHING.has(toKey(text)) && !/^0[.,]?0*$/.test(text);

const RANKS: Readonly<Record<ExportState, number>> = {
  ...{ open: 0, new: 1, stopped: 2, contacted: 3, finished: 4, replied: 5, bounced: 6, unsubscribed: 7 },
};
const strongest = (states: readonly ExportState[]): ExportState =>
  states.reduce<ExportState>((best, state) => (RANKS[state] > RANKS[best] ? state : best), 'open');

/** Any trace of a message makes a contact, against any status. */
function decideState(
  plan: ExportPlan,
  filled: (kind: HistoryColumn) => string[],
  assumed: 'new' | 'contacted',
): Pick<ExportRow, 'state' | 'unknown_status'> {
  const { unknown } = EXPORT_PRESETS[plan.preset];
  const statuses = filled('status');
  const named = statuses.map((status) => ({ status, state: findState(plan.preset, status) }));
  const has = (kind: HistoryColumn): boolean => filled(kind).some(isTruth);
  const state = strongest([
    ...named.map((one) => one.state ?? unknown),
    ...filled('interest')
      .filter(isTruth)
      .map((interest) => toInterest(interest)),
    ...(has('unsubscribes') ? (['unsubscribed'] as const) : []),
    ...(has('bounces') ? (['bounced'] as const) : []),
    ...(has('replies') ? (['replied'] as const) : []),
    ...(has('times') || has('sent') || has('traces') || has('steps') ? (['contacted'] as const) : []),
  ]);
  const strange = unknown === 'contacted' ? named.find((one) => one.state === null) : undefined;
  return { state: state === 'open' ? decideOpen(plan, assumed) : state, unknown_status: strange?.status ?? null };
}

/** A lead of whom nothing is said: not contacted, if the file shows what was sent. No reply and no open show nothing. */
function decideOpen({ history }: ExportPlan, assumed: 'new' | 'contacted'): 'new' | 'contacted' {
  return history.times.length + history.sent.length + history.steps.length > 0 ? 'new' : assumed;
}

/** A label of a reply. Some labels are set without a reply. */
function toInterest(text: string): ExportState {
  const key = toKey(text);
  if (['donotcontact', 'unsubscribed', 'optedout', 'blocked'].includes(key)) return 'unsubscribed';
  if (key.endsWith('bounce') || key.endsWith('bounced')) return 'bounced';
  return ['outofoffice', 'autoreply', 'uncategorized', 'uncategorised'].includes(key) ? 'contacted' : 'replied';
}

/** A number of steps, or the last step as `sequence_step_variant`, each from 0. */
function toStepsDone(cells: readonly string[]): number | null {
  const steps = cells.flatMap((text) => {
    const last = /^0_(\d{1,3})_\d{1,3}$/.exec(text)?.[1];
    if (last !== undefined) return [Number(last) + 1];
    return /^\d{1,3}$/.test(text) && Number(text) > 0 ? [Number(text)] : [];
  });
  return steps.length === 0 ? null : Math.max(...steps);
}
