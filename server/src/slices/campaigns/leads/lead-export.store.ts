import type { Readable } from 'node:stream';
import { LEAD_HEADINGS } from '@overture/domain/leads/lead-fields';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { customCells, customHeadings, type ExportedColumn } from '../../lead-columns/index.ts';
import { exportedCells } from '../../prospects/index.ts';
import { type LeadSelection, selectedLeads } from './leads.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'copy'>;

/** Columns about the lead's campaign, from `campaign_leads l` and `campaign_nodes n`. */
const OWN_COLUMNS = [
  ['Campaign status', sql`l.status`],
  ['Next action', sql`n.type`],
  ['Scheduled for (UTC)', sql`to_char(l.next_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`],
  ['Error', sql`l.error`],
] as const;

export function exportHeading(custom: readonly ExportedColumn[]): string {
  return [...LEAD_HEADINGS, ...OWN_COLUMNS.map(([heading]) => heading), ...customHeadings(custom)].join(',');
}

const cellsOf = (custom: readonly ExportedColumn[]) =>
  sql.join(
    [...exportedCells, ...OWN_COLUMNS.map(([, cell]) => cell), ...customCells(custom)].map(
      (cell) => sql`csv_cell(${cell})`,
    ),
  );

/** The selected leads as CSV in the table's order, formulas made harmless. */
export function copyLeads(
  { db, organization, copy }: Tx,
  selection: LeadSelection,
  custom: readonly ExportedColumn[],
): Readable {
  const rows = sql`with chosen as materialized (${selectedLeads({ organization }, selection)})
    select ${cellsOf(custom)} from chosen join campaign_leads l using (id) join prospects p on p.id = l.prospect_id
    left join campaign_nodes n on n.id = l.next_node_id order by chosen.position`;
  return copy.outOf(rows.compile(db));
}
