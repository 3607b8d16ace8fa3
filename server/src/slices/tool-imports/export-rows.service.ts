import { createHash } from 'node:crypto';
import { foldCase, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { EXPORT_PRESETS } from '@overture/domain/tool-exports/export-presets';
import { type ExportRow, parseExportRow } from '@overture/domain/tool-exports/export-row';
import type { ExportFile } from './files.store.ts';
import { type LeadData, type StoredRow, toStoredRow } from './row.rules.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Campaigns of the same name are one, in several files as well. */
export const toListId = (name: string): string => `list ${digest(foldCase(toSingleLine(name)))}`;

export interface ReadLead {
  lead: StoredRow;
  list: StoredRow | null;
  /** What was read with care, for the user. */
  unknown_status: string | null;
  has_unread_time: boolean;
}

/**
 * A row of an export as a lead, with the list of its campaign.
 * @param by.place the file and the row, which name what has no address
 * @param by.limitLists the campaign that takes the leads of one
 */
export function toLeadRow(
  cells: readonly string[],
  file: ExportFile,
  by: { place: string; limitLists: (name: string) => string },
): ReadLead {
  const row = parseExportRow(cells, file.plan, file);
  const name = by.limitLists(row.campaign ?? file.campaign_name);
  const list_id = toListId(name);
  const { unknown_status, has_unread_time } = row;
  const stored = toStored(row, list_id, by.place);
  const list = toStoredRow({ kind: 'list', external_id: list_id, name });
  if (stored.state === 'left_out') return { lead: stored, list: null, unknown_status: null, has_unread_time: false };
  const identity = stored.email ?? (stored.data as LeadData).linkedin_key ?? '';
  return { lead: { ...stored, external_id: digest(`${list_id}\n${identity}`) }, list, unknown_status, has_unread_time };
}

/** Never null: a place is a usable id. */
const toStored = (row: ExportRow, list_id: string, place: string): StoredRow =>
  toStoredRow({
    ...{ kind: 'lead' as const, external_id: place, campaign_id: null, list_id },
    ...{ email: row.email, fields: row.fields, variables: row.variables, state: row.state },
    ...{ last_contacted_at: row.last_contacted_at, steps_done: row.steps_done },
  })!;

/** What a file can't bring, each with its reason. */
export function describeLosses({ name, plan }: ExportFile, index: number): StoredRow[] {
  const { tool } = EXPORT_PRESETS[plan.preset];
  const losses = [
    {
      name: `Messages and steps of ${name}`,
      reason: 'An export holds leads only. Write the campaign here, or import the tool by its API key.',
    },
    ...(plan.ignored.length === 0
      ? []
      : [
          {
            name: `Columns of ${name}: ${cutText(plan.ignored.join(', '), 120)}`,
            reason: `Ids and addresses of ${tool} that mean nothing here.`,
          },
        ]),
  ];
  return losses.flatMap((loss, at) => toStoredRow({ kind: 'loss', external_id: `file ${index} ${at}`, ...loss }) ?? []);
}

const RANKS: Readonly<Record<LeadData['state'], number>> = {
  ...{ new: 1, stopped: 2, contacted: 3, finished: 4, replied: 5, bounced: 6, unsubscribed: 7 },
};

/** Two rows of a lead in a campaign: the stronger outcome, the later time, and every value that either has. */
export function mergeLeads(a: LeadData, b: LeadData): LeadData {
  const [first, second] = [Object.entries(a), b as unknown as Record<string, unknown>];
  const filled = Object.fromEntries(
    first.map(([key, value]) => [key, value === null || value === '' ? second[key] : value]),
  ) as unknown as LeadData;
  const times = [a.last_contacted_at, b.last_contacted_at].filter((time) => time !== null);
  const steps = [a.steps_done, b.steps_done].filter((step) => step !== null);
  return {
    ...filled,
    variables: { ...b.variables, ...a.variables },
    state: RANKS[b.state] > RANKS[a.state] ? b.state : a.state,
    last_contacted_at: times.toSorted().at(-1) ?? null,
    steps_done: steps.length === 0 ? null : Math.max(...steps),
  };
}
