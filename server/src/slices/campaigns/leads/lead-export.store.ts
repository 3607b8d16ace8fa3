import type { Readable } from 'node:stream';
import { describeWaiting } from '@overture/domain/diagnosis/waiting-words';
import { LEAD_HEADINGS } from '@overture/domain/leads/lead-fields';
import { WAITING_RULES } from '@overture/domain/sending/waiting-rules';
import { type RawBuilder, sql } from 'kysely';
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
  ['Waiting for', heldWords()],
  ['Email sender', sql`ea.email::text`],
  ['LinkedIn sender', sql`la.name`],
  ['Variants', sql`done.variants`],
  ['Replied at (UTC)', sql`to_char(l.replied_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`],
  ['Reply type', sql`ch.reply_class`],
] as const;

/** Why a lead is held, in the words of its row. */
function heldWords(): RawBuilder<string | null> {
  const cases = WAITING_RULES.map((rule) => sql`when ${sql.lit(rule)} then ${sql.lit(describeWaiting(rule).text)}`);
  return sql`case l.waiting_rule ${sql.join(cases, sql` `)} end`;
}

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
    left join campaign_nodes n on n.id = l.next_node_id
    left join accounts ea on ea.id = l.email_account_id left join accounts la on la.id = l.linkedin_account_id
    left join chats ch on ch.prospect_id = l.prospect_id and ch.organization_id = l.organization_id
    left join lateral (select string_agg(upper(r.variant), ', ' order by r.finished_at) as variants from campaign_step_runs r
      where r.campaign_lead_id = l.id and r.variant is not null) done on true
    order by chosen.position`;
  return copy.outOf(rows.compile(db));
}
