import type { RefusedCell } from '@overture/contract/lead-cells';
import type { LeadColumn } from '@overture/contract/lead-columns';
import type { Prospect } from '@overture/contract/prospects';
import { type CustomValue, parseCustomValue } from '@overture/domain/leads/custom-values';
import { CELL_EDITS } from '@overture/domain/leads/lead-tables';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import type { RowSpan } from '../../../ui/table/use-data-table.ts';
import { leadName } from '../../leads/index.ts';
import { CellEditor, type Move } from './cell-editor.tsx';
import { countCells, type Place, parseCells, placePasted, placesOf, printCells } from './cell-range.ts';
import { type EditableColumn, listEditable, printValue } from './editable-cells.ts';
import { t } from './texts.ts';
import { type NewValue, useCellChanges } from './use-cell-changes.ts';
import { type CellEvents, useCellEvents } from './use-cell-events.ts';
import { type CellBox, useCellFocus } from './use-cell-focus.ts';

interface CellLayerProps {
  frame: HTMLElement;
  /** Cells that are chosen stay rendered when they are scrolled out of view. */
  keepRows: (span: RowSpan | undefined) => void;
  rows: readonly Prospect[];
  /** The place of the first row among all leads. */
  from: number;
  columns: readonly DataColumn<Prospect>[];
  custom: readonly LeadColumn[];
  onRowOpen: (lead: Prospect) => void;
}

/** A cell whose editor is open. */
interface Editing {
  place: Place;
  /** As it was when the editor opened: what a teammate changes after that is not overwritten. */
  lead: Prospect;
  text: string;
  isTyped: boolean;
  problem?: string | undefined;
}

/** Lies over the table of leads: its cells are walked, chosen, edited, copied and pasted like those of a spreadsheet. */
export function CellLayer({ frame, keepRows, rows, from, columns, custom, onRowOpen }: CellLayerProps) {
  const editable = useMemo(() => listEditable(custom), [custom]);
  const rowIds = useMemo(() => rows.map(({ id }) => id), [rows]);
  const columnIds = useMemo(() => columns.map(({ id }) => id), [columns]);
  const focus = useCellFocus({ frame, keepRows, from, rowIds, columnIds });
  const { change, undo } = useCellChanges(editable);
  const grid: Grid = { rows, columnIds, editable, cellAt: focus.cellAt };
  const { editing, edit, save, cancel } = useEditing(grid, focus.choose, change, onRowOpen);
  const { range } = focus;
  const changeAll = (values: readonly NewValue[]) => void change(values);
  useCellEvents(frame, {
    ...{ place: editing ? undefined : focus.active, anchor: focus.anchor, choose: focus.choose, edit, undo },
    size: { rows: rows.length, cols: columnIds.length },
    placeOf: (cell) => findPlace(cell, columnIds, from),
    clear: () => range && changeAll(valuesOf(grid, placesOf(range).flat(), '')),
    copy: () => (range ? printCells(placesOf(range).map((line) => line.map((place) => shownText(grid, place)))) : ''),
    paste: (text) => range && changeAll(pastedValues(grid, text, range)),
  } satisfies CellEvents);
  const edited = editing && findCell(grid, editing.place);
  return (
    <>
      <Outlines active={focus.boxes.active} range={range && countCells(range) > 1 ? focus.boxes.range : undefined} />
      <span className="visually-hidden" role="status">
        {range && countCells(range) > 1 ? t('chosen', { count: countCells(range) }) : ''}
      </span>
      {editing && edited?.column && focus.boxes.active ? (
        <CellEditor
          key={`${editing.place.row} ${editing.place.col} ${editing.problem ?? ''}`}
          column={edited.column}
          leadName={leadName(editing.lead)}
          {...editing}
          box={focus.boxes.active}
          onSave={(text, move) => void save(editing, text, move)}
          onCancel={() => cancel(editing)}
        />
      ) : null}
    </>
  );
}

/** The editor that is open, and what becomes of its text. */
function useEditing(
  grid: Grid,
  choose: (place: Place) => void,
  change: ReturnType<typeof useCellChanges>['change'],
  onRowOpen: (lead: Prospect) => void,
) {
  const [editing, setEditing] = useState<Editing>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = editing !== undefined;
  });

  function edit(place: Place, typed?: string) {
    const { lead, column } = findCell(grid, place);
    if (lead === undefined) return;
    if (column) setEditing({ place, lead, text: typed ?? printValue(column.read(lead)), isTyped: typed !== undefined });
    else if (typed === undefined) openCell(grid, place, () => onRowOpen(lead));
    else toast.info(t('not_editable'));
  }
  async function save({ place, lead }: Editing, text: string, move: Move) {
    const { column } = findCell(grid, place);
    setEditing(undefined);
    if (move !== 'stay') choose(moved(place, move, grid));
    if (column === undefined) return;
    const value = toValue(column, text);
    const [refusal] = await change([{ lead, column: grid.columnIds[place.col] ?? '', value }], 'editor');
    if (!isTypo(refusal)) return;
    // The editor of another cell may be open by now.
    if (isOpen.current) return toast.error(refusal?.reason ?? t('failed'));
    choose(place);
    setEditing({ place, lead, text, isTyped: true, problem: refusal?.reason });
  }
  function cancel({ place }: Editing) {
    setEditing(undefined);
    choose(place);
  }
  return { editing, edit, save, cancel };
}

function Outlines({ active, range }: { active: CellBox | undefined; range: CellBox | undefined }) {
  return (
    <>
      {range ? (
        <div aria-hidden className="absolute z-0 bg-accent-line opacity-15 pointer-events-none" style={range} />
      ) : null}
      {active ? (
        <div aria-hidden className="absolute z-1 border-2 border-accent-line pointer-events-none" style={active} />
      ) : null}
    </>
  );
}

interface Grid {
  rows: readonly Prospect[];
  columnIds: readonly string[];
  editable: ReadonlyMap<string, EditableColumn>;
  cellAt: (place: Place) => HTMLElement | null;
}

const findCell = ({ rows, columnIds, editable }: Grid, { row, col }: Place) => ({
  lead: rows[row],
  column: editable.get(columnIds[col] ?? ''),
});

function findPlace(cell: HTMLElement, columnIds: readonly string[], from: number): Place | undefined {
  const row = Number(cell.parentElement?.dataset.rowIndex) - from;
  const col = columnIds.indexOf(cell.dataset.col ?? '');
  return Number.isNaN(row) || col === -1 ? undefined : { row, col };
}

/** What a cell without an editor of its own does on Enter: its control, or the lead. */
function openCell(grid: Grid, place: Place, openLead: () => void) {
  const control = grid.cellAt(place)?.querySelector<HTMLElement>('[data-cell-control]');
  if (control) control.click();
  else openLead();
}

function moved({ row, col }: Place, move: Move, { rows, columnIds }: Grid): Place {
  const steps = { stay: [0, 0], up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] } as const;
  const [down, right] = steps[move];
  return {
    row: Math.max(0, Math.min(rows.length - 1, row + down)),
    col: Math.max(0, Math.min(columnIds.length - 1, col + right)),
  };
}

/** A text as the value of its column. What does not fit is sent as it is: the server says why. */
function toValue({ kind }: EditableColumn, text: string): CustomValue | null {
  if (isBlank(text)) return null;
  // A call with an even longer text would be refused as a whole, with all of its cells.
  return parseCustomValue(kind, text) ?? cutText(text.trim(), CUSTOM_COLUMNS.value_max + 40);
}

/** The user can correct the text in its editor. */
const isTypo = (refusal: RefusedCell | undefined): boolean => refusal?.code === 'invalid';

/** What a cell shows, for the clipboard: values as they are typed. */
function shownText(grid: Grid, place: Place): string {
  const { lead, column } = findCell(grid, place);
  if (lead && column) return printValue(column.read(lead));
  const text = grid.cellAt(place)?.innerText.trim() ?? '';
  return text === '–' ? '' : text;
}

function valuesOf(grid: Grid, places: readonly Place[], text: string): NewValue[] {
  return newValues(
    grid,
    places.map((place) => ({ place, text })),
  );
}

function pastedValues(grid: Grid, text: string, range: Parameters<typeof placePasted>[1]): NewValue[] {
  const pasted = parseCells(text);
  const below = pasted.length - (grid.rows.length - range.top);
  if (below > 0) toast.info(t('pasted_cut', { count: below, shown: formatNumber(below) }));
  return newValues(grid, placePasted(pasted, range, { rows: grid.rows.length, cols: grid.columnIds.length }));
}

/** The values of editable cells, as many as one call takes. */
function newValues(grid: Grid, cells: readonly { place: Place; text: string }[]): NewValue[] {
  const values = cells.flatMap(({ place, text }): NewValue[] => {
    const { lead, column } = findCell(grid, place);
    return lead && column ? [{ lead, column: grid.columnIds[place.col] ?? '', value: toValue(column, text) }] : [];
  });
  if (cells.length > 0 && values.length === 0) toast.info(t('not_editable'));
  if (values.length > CELL_EDITS.per_call) toast.info(t('pasted_limit', { count: CELL_EDITS.per_call }));
  return values.slice(0, CELL_EDITS.per_call);
}
