import type { RefusedCell } from '@overture/contract/lead-cells';
import { parseCustomKey } from '@overture/domain/leads/custom-columns';
import type { CustomType, CustomValue } from '@overture/domain/leads/custom-values';
import { LIST_TABLE_COLUMNS, resolveColumn } from '@overture/domain/leads/lead-columns';
import {
  type EditedColumn,
  type EditedField,
  LEAD_FIELDS,
  type LeadFieldId,
  leadField,
} from '@overture/domain/leads/lead-fields';
import { isBlank } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { ApiError } from '../../../kernel/errors.ts';
import { parseGiven } from '../custom-change.service.ts';
import { parseFields } from '../prospects.service.ts';
import type { ContactChange, CustomChange, ProspectRow } from '../prospects.store.ts';

export interface GivenCell {
  prospect_id: number;
  column: string;
  value: CustomValue | null;
  seen?: CustomValue | null | undefined;
}

/** What a cell changes of its lead: a field by its database column, or a custom column by its key. */
type CellTarget =
  | { kind: 'field'; column: EditedColumn; field: EditedField }
  | { kind: 'custom'; key: string; type: CustomType };

/** A cell whose new value has the form of its column. */
export interface ParsedCell {
  given: GivenCell;
  target: CellTarget;
  value: CustomValue | null;
}

/** What of a lead is written. */
export interface LeadChange {
  fields: ContactChange;
  custom: Record<string, CustomValue | null>;
}

type Refusal = Pick<RefusedCell, 'code' | 'reason'>;

const NOT_EDITABLE: Refusal = { code: 'not_editable', reason: "This column can't be edited here." };

/** The cell as it is stored, or in words why it is refused. */
export function parseCell(given: GivenCell, types: ReadonlyMap<string, CustomType>): ParsedCell | Refusal {
  const target = findTarget(given.column, types);
  if (target === null) return NOT_EDITABLE;
  return target.kind === 'custom' ? parseCustom(given, target) : parseField(given, target);
}

function findTarget(name: string, types: ReadonlyMap<string, CustomType>): CellTarget | null {
  const key = parseCustomKey(name);
  if (key !== null) {
    const type = types.get(key);
    return type === undefined ? null : { kind: 'custom', key, type };
  }
  const id = resolveColumn(name, LIST_TABLE_COLUMNS);
  if (id === null || !Object.hasOwn(LEAD_FIELDS, id)) return null;
  const { column, edited_as } = leadField(id as LeadFieldId);
  return column && edited_as ? { kind: 'field', column: column as EditedColumn, field: edited_as } : null;
}

function parseCustom(given: GivenCell, target: CellTarget & { kind: 'custom' }): ParsedCell | Refusal {
  const { value } = given;
  if (value === null || (typeof value === 'string' && isBlank(value))) return { given, target, value: null };
  const read = parseGiven(target.type, value);
  return 'reason' in read ? { code: 'invalid', reason: read.reason } : { given, target, value: read.value };
}

function parseField(given: GivenCell, target: CellTarget & { kind: 'field' }): ParsedCell | Refusal {
  try {
    const fields = parseFields({ [target.field]: given.value === null ? '' : String(given.value) });
    return { given, target, value: fields[target.column] ?? null };
  } catch (error) {
    const reason = error instanceof ApiError ? error.details?.[target.field] : undefined;
    if (reason === undefined) throw error;
    return { code: 'invalid', reason };
  }
}

/** What a cell holds; null where it is empty. */
export function cellValue(row: ProspectRow, { target }: Pick<ParsedCell, 'target'>): CustomValue | null {
  if (target.kind === 'custom') return row.custom[target.key] ?? null;
  return row[target.column] || null;
}

/** Why a cell is not written: it holds something else than its editor saw. A cell that has the new value already is no conflict. */
export function findConflict(row: ProspectRow, cell: ParsedCell): Refusal | null {
  const { seen } = cell.given;
  const current = cellValue(row, cell);
  if (seen === undefined || current === (seen === '' ? null : seen) || current === cell.value) return null;
  const shown = current === true ? 'Yes' : current === false ? 'No' : cutText(String(current), 80);
  return {
    code: 'changed',
    reason: current === null ? 'Someone else cleared this cell.' : `Someone else changed this cell to “${shown}”.`,
  };
}

/** The change of a lead from its cells; cells that hold their value already change nothing. */
export function toChange(row: ProspectRow, cells: readonly ParsedCell[]): LeadChange {
  const change: LeadChange = { fields: {}, custom: {} };
  for (const cell of cells) {
    const { target, value } = cell;
    if (cellValue(row, cell) === value) continue;
    if (target.kind === 'custom') change.custom[target.key] = value;
    // A last name is a text where other fields are nothing.
    else change.fields[target.column] = target.column === 'last_name' ? String(value ?? '') : (value as string | null);
  }
  return change;
}

export function isEmptyChange({ fields, custom }: LeadChange): boolean {
  return Object.keys(fields).length === 0 && Object.keys(custom as CustomChange).length === 0;
}
