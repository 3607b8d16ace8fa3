import type { RefusedCell } from '@overture/contract/lead-cells';
import type { Prospect } from '@overture/contract/prospects';
import { parseCustomKey } from '@overture/domain/leads/custom-columns';
import { LIST_TABLE_COLUMNS, resolveColumn } from '@overture/domain/leads/lead-columns';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { isErasedPerson } from '../../erased-people/index.ts';
import { changeEmails } from '../../lead-addresses/index.ts';
import { holdLeadColumns } from '../../lead-columns/index.ts';
import { addSource } from '../../lead-sources/index.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { lockProspects, type ProspectRow, presentProspect, updateContact } from '../prospects.store.ts';
import {
  cellValue,
  findConflict,
  type GivenCell,
  isEmptyChange,
  type LeadChange,
  type ParsedCell,
  parseCell,
  toChange,
} from './parse-cells.service.ts';

interface CellsAnswer {
  prospects: Prospect[];
  refused: RefusedCell[];
}

/**
 * Changes cells of leads. A cell is refused alone, the others are written in one transaction. Of two values for one cell the later one counts.
 */
export async function changeCells(
  ctx: Pick<Context, 'transaction'>,
  given: readonly GivenCell[],
): Promise<CellsAnswer> {
  // `company` and `company_name` are one cell.
  const nameOfColumn = (column: string) => resolveColumn(column, LIST_TABLE_COLUMNS) ?? column;
  const cells = new Map(given.map((cell) => [`${cell.prospect_id} ${nameOfColumn(cell.column)}`, cell]));
  return ctx.transaction(async (tx) => {
    const refused: RefusedCell[] = [];
    const leads = await groupByLead(tx, [...cells.values()], refused);
    const rows = await lockProspects(tx, [...leads.keys()]);
    refuseUnknown(leads, rows, refused);
    const prospects: Prospect[] = [];
    const changed: { row: ProspectRow; change: LeadChange }[] = [];
    for (const row of rows) {
      const accepted = await acceptCells(tx, row, leads.get(row.id) ?? [], refused);
      const change = toChange(row, accepted);
      if (!isEmptyChange(change)) changed.push({ row, change });
      else if (accepted.length > 0) prospects.push(presentProspect(row));
    }
    for (const { row, change } of changed) prospects.push(await writeLead(tx, row, change));
    await publishChanges(tx, changed);
    return { prospects, refused };
  });
}

/** Cells that have the form of their column, by lead. Holds the custom columns: none is retyped before the values are written. */
async function groupByLead(
  tx: TransactionContext,
  cells: readonly GivenCell[],
  refused: RefusedCell[],
): Promise<Map<number, ParsedCell[]>> {
  const keys = [...new Set(cells.flatMap(({ column }) => parseCustomKey(column) ?? []))];
  const types = new Map((await holdLeadColumns(tx, keys)).map(({ key, type }) => [key, type]));
  const leads = new Map<number, ParsedCell[]>();
  for (const cell of cells) {
    const parsed = parseCell(cell, types);
    if ('code' in parsed) refused.push({ ...nameOf(cell), ...parsed, current: null });
    else leads.set(cell.prospect_id, [...(leads.get(cell.prospect_id) ?? []), parsed]);
  }
  return leads;
}

const nameOf = ({ prospect_id, column }: GivenCell) => ({ prospect_id, column });

function refuseUnknown(leads: ReadonlyMap<number, ParsedCell[]>, rows: readonly ProspectRow[], refused: RefusedCell[]) {
  const known = new Set(rows.map(({ id }) => id));
  for (const [id, cells] of leads) {
    if (known.has(id)) continue;
    for (const { given } of cells)
      refused.push({ ...nameOf(given), code: 'not_found', reason: 'This lead no longer exists.', current: null });
  }
}

/** The cells of a lead that may be written. */
async function acceptCells(
  tx: TransactionContext,
  row: ProspectRow,
  cells: readonly ParsedCell[],
  refused: RefusedCell[],
): Promise<ParsedCell[]> {
  const accepted: ParsedCell[] = [];
  for (const cell of cells) {
    const refusal = findConflict(row, cell) ?? (await findErasure(tx, cell));
    if (refusal === null) accepted.push(cell);
    else refused.push({ ...nameOf(cell.given), ...refusal, current: cellValue(row, cell) });
  }
  return accepted;
}

/** The address or number of an erased person is given to no other lead. */
async function findErasure(tx: TransactionContext, { target, value }: ParsedCell) {
  const isContact = target.kind === 'field' && (target.column === 'email' || target.column === 'phone_number');
  if (!isContact || value === null) return null;
  const isErased = await isErasedPerson(tx, { [target.column]: String(value) });
  return isErased ? { code: 'person_erased' as const, reason: new ApiError('person_erased').message } : null;
}

async function writeLead(tx: TransactionContext, row: ProspectRow, { fields, custom }: LeadChange): Promise<Prospect> {
  const { email } = fields;
  if (email === undefined) return (await updateContact(tx, row.id, fields, custom))!;
  const { other_emails, other_email_sources } = changeEmails(row, { email, source: 'Added by hand' });
  const emails = { other_emails: [...other_emails], other_email_sources: [...other_email_sources] };
  return (await updateContact(tx, row.id, { ...fields, ...emails }, custom))!;
}

/** What an edit in the drawer leaves behind: the source, the check of a new address, and the version that renews orders of tables. */
async function publishChanges(
  tx: TransactionContext,
  changed: readonly { row: ProspectRow; change: LeadChange }[],
): Promise<void> {
  if (changed.length === 0) return;
  await raiseProspectVersion(tx);
  const added = changed.filter(({ change }) => Object.values(change.fields).some(Boolean));
  await addSource(
    tx,
    { kind: 'manual' },
    added.map(({ row }) => row.id),
  );
  for (const { row, change } of changed)
    if (typeof change.fields.email === 'string') tx.events.emit({ type: 'lead_email_entered', prospect_id: row.id });
}
