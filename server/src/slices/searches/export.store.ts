import type { Readable } from 'node:stream';
import { formatLine } from '@overture/domain/csv/csv-cell';
import { LEAD_HEADINGS } from '@overture/domain/leads/lead-fields';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { customCells, customHeadings, type ExportedColumn } from '../lead-columns/index.ts';
import { resultText } from '../lead-filters/index.ts';
import { exportedCells } from '../prospects/index.ts';
import { type ListView, viewRows } from './search-prospects.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'copy'>;

export interface ExportedTask {
  id: number;
  name: string;
}

/** What a file holds beside the fields of leads. */
export interface ExportedExtras {
  /** Left out by links of an earlier version. */
  custom?: ExportedColumn[];
  research?: ExportedTask[];
  /** Places of the file's cells, in its order. */
  order?: number[];
}

/** The first line: names of tasks are people's texts, so they are guarded as cells are. */
export function exportHeading({ custom = [], research = [], order }: ExportedExtras): string {
  const names = research.map(({ name }) => formatLine([name]));
  return `${inOrder([...LEAD_HEADINGS, ...customHeadings(custom), ...names], order).join(',')}\n`;
}

function cellsOf(
  tx: Pick<Tx, 'organization'>,
  { custom = [], research = [], order }: ExportedExtras,
): RawBuilder<unknown> {
  const results = research.map(({ id }) => sql`${resultText(tx, id, sql`p.id`)}`);
  const cells = inOrder([...exportedCells, ...customCells(custom), ...results], order);
  return sql.join(cells.map((cell) => sql`csv_cell(${cell})`));
}

const inOrder = <Cell>(cells: readonly Cell[], order: readonly number[] = [...cells.keys()]): Cell[] =>
  order.flatMap((place) => cells[place] ?? []);

/** Which leads an export holds, as it is kept until the link is used. */
export type ExportSelection = ({ ids: number[] } | { view: ListView; amount: number }) & ExportedExtras;

/** The rows as CSV, formulas made harmless; at most half an hour, then the connection is taken back. */
export async function copyLeads({ db, organization, copy }: Tx, selection: ExportSelection): Promise<Readable> {
  await sql`select set_config('statement_timeout', '30min', true), set_config('work_mem', '96MB', true)`.execute(db);
  const cells = cellsOf({ organization }, selection);
  const rows =
    'ids' in selection
      ? sql`select ${cells} from unnest(${selection.ids}::bigint[]) with ordinality as given (id, position)
          join prospects p on p.id = given.id and p.organization_id = ${organization.id} order by given.position`
      : viewRows({ organization }, selection.view, cells, selection.amount);
  return copy.outOf(rows.compile(db));
}

export async function insertExportLink(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  link: {
    token_hash: Buffer;
    search_id: number;
    user_id: number | null;
    file_name: string;
    selection: ExportSelection;
  },
): Promise<void> {
  await sql`delete from export_links where expires_at < app_now()`.execute(db);
  await sql`insert into export_links (token_hash, organization_id, search_id, user_id, file_name, selection, expires_at)
    values (${link.token_hash}, ${organization.id}, ${link.search_id}, ${link.user_id}, ${link.file_name},
      ${toJson(link.selection)}::jsonb, app_now() + interval '5 minutes')`.execute(db);
}

/** Uses a link up; undefined when it is unknown, used or too old. */
export async function consumeExportLink({ db }: Pick<SystemTransactionContext, 'db'>, tokenHash: Buffer) {
  const rows = await sql<{
    organization_id: number;
    search_id: number;
    user_id: number | null;
    file_name: string;
    selection: ExportSelection;
  }>`delete from export_links
    where token_hash = ${tokenHash} and expires_at > app_now() returning organization_id, search_id, user_id, file_name, selection`.execute(
    db,
  );
  return rows.rows[0];
}
