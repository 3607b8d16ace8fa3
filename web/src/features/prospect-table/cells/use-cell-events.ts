import { useEffect, useRef } from 'react';
import { toReadingKey } from '../../../ui/direction.ts';
import type { Place } from './cell-range.ts';

export interface CellEvents {
  place: Place | undefined;
  anchor: Place | undefined;
  size: { rows: number; cols: number };
  placeOf: (cell: HTMLElement) => Place | undefined;
  choose: (place: Place, from?: Place) => void;
  /** Opens the editor: over the text, or with what was typed. */
  edit: (place: Place, typed?: string) => void;
  clear: () => void;
  undo: () => void;
  copy: () => string;
  paste: (text: string) => void;
}

const CELL = '[data-row-index] > [data-col]';
const CONTROLS = 'a,button,input,select,textarea,label,[data-interactive]';

const isCell = (element: Element | null): element is HTMLElement => element?.matches(CELL) ?? false;

/** Keys, pointer and clipboard over the cells of a table, before the table itself sees them. */
export function useCellEvents(frame: HTMLElement, events: CellEvents) {
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    const now = () => latest.current;
    const ended = new AbortController();
    const listen = { capture: true, signal: ended.signal };
    frame.addEventListener('keydown', (event) => onKeyDown(event, now()), listen);
    frame.addEventListener('pointerdown', (event) => onPointerDown(event, now()), listen);
    frame.addEventListener('pointermove', (event) => onPointerMove(event, now()), listen);
    frame.addEventListener(
      'dblclick',
      (event) => {
        const place = clickedPlace(event, now());
        if (place) now().edit(place);
      },
      listen,
    );
    document.addEventListener('copy', (event) => onClipboard(event, now()), { signal: ended.signal });
    document.addEventListener('paste', (event) => onClipboard(event, now()), { signal: ended.signal });
    frame.dataset.cells = '';
    return () => {
      ended.abort();
      delete frame.dataset.cells;
    };
  }, [frame]);
}

/** The cell under the pointer, unless it is the name or something in it takes the click. */
function clickedPlace({ target }: Event, { placeOf }: CellEvents): Place | undefined {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return undefined;
  const cell = target.closest<HTMLElement>(CELL);
  const place = cell ? placeOf(cell) : undefined;
  return place && place.col > 0 ? place : undefined;
}

function onPointerDown(event: PointerEvent, events: CellEvents) {
  const place = event.button === 0 ? clickedPlace(event, events) : undefined;
  if (place === undefined) return;
  // Otherwise the browser marks text, and puts the focus on the row.
  event.preventDefault();
  events.choose(place, event.shiftKey ? events.anchor : place);
}

function onPointerMove(event: PointerEvent, events: CellEvents) {
  if (event.buttons !== 1 || events.anchor === undefined) return;
  const place = clickedPlace(event, events);
  const { place: active } = events;
  if (place && active && (place.row !== active.row || place.col !== active.col)) events.choose(place, events.anchor);
}

function onClipboard(event: ClipboardEvent, events: CellEvents) {
  if (events.place === undefined || !isCell(document.activeElement)) return;
  event.preventDefault();
  if (event.type === 'copy') event.clipboardData?.setData('text/plain', events.copy());
  else events.paste(event.clipboardData?.getData('text/plain') ?? '');
}

function onKeyDown(event: KeyboardEvent, events: CellEvents) {
  const target = event.target as HTMLElement;
  if (target.dataset.rowIndex !== undefined) return enterRow(event, target, events);
  const place = isCell(target) ? events.placeOf(target) : undefined;
  if (place === undefined) return;
  if (!moveByKey(event, place, events) && !actByKey(event, place, events)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** From a row its cells are entered by the right arrow, F2 edits the first one behind the name. */
function enterRow(event: KeyboardEvent, row: HTMLElement, events: CellEvents) {
  if (toReadingKey(event.key) !== 'ArrowRight' && event.key !== 'F2') return;
  const cell = row.querySelector<HTMLElement>('[data-col] + [data-col]');
  const place = cell ? events.placeOf(cell) : undefined;
  if (place === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  events.choose(place);
  if (event.key === 'F2') events.edit(place);
}

function moveByKey(event: KeyboardEvent, place: Place, { size, anchor, choose }: CellEvents): boolean {
  const [lastRow, lastCol] = [size.rows - 1, size.cols - 1];
  const target = findTarget(event, place, lastRow, lastCol);
  // Before the first cell and behind the last one, Tab leaves the table.
  if (target === undefined || (event.key === 'Tab' && (target.row < 0 || target.row > lastRow))) return false;
  const next = { row: within(target.row, lastRow), col: within(target.col, lastCol) };
  choose(next, event.shiftKey && event.key !== 'Tab' ? anchor : next);
  return true;
}

/** Where a key leads from a cell; with Ctrl to the end of the table. May lie outside of it. */
function findTarget(event: KeyboardEvent, { row, col }: Place, lastRow: number, lastCol: number): Place | undefined {
  const isFar = event.ctrlKey || event.metaKey;
  if (event.altKey) return undefined;
  if (event.key === 'Tab') return isFar ? undefined : nextByTab({ row, col }, lastCol, event.shiftKey);
  const near: Record<string, Place> = {
    ArrowDown: { row: row + 1, col },
    ArrowUp: { row: row - 1, col },
    ArrowRight: { row, col: col + 1 },
    ArrowLeft: { row, col: col - 1 },
    Home: { row, col: 0 },
    End: { row, col: lastCol },
    PageDown: { row: row + 10, col },
    PageUp: { row: row - 10, col },
  };
  const far: Record<string, Place> = {
    ArrowDown: { row: lastRow, col },
    ArrowUp: { row: 0, col },
    ArrowRight: { row, col: lastCol },
    ArrowLeft: { row, col: 0 },
    Home: { row: 0, col: 0 },
    End: { row: lastRow, col: lastCol },
  };
  return (isFar ? far : near)[toReadingKey(event.key)];
}

const within = (place: number, last: number): number => Math.max(0, Math.min(last, place));

function nextByTab({ row, col }: Place, lastCol: number, isBack: boolean): Place {
  if (isBack) return col === 0 ? { row: row - 1, col: lastCol } : { row, col: col - 1 };
  return col === lastCol ? { row: row + 1, col: 0 } : { row, col: col + 1 };
}

function actByKey(event: KeyboardEvent, place: Place, events: CellEvents): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() !== 'z' || event.shiftKey) return false;
    events.undo();
  } else if (key === 'Enter' || key === 'F2') events.edit(place);
  else if (key === 'Delete' || key === 'Backspace') events.clear();
  else if (key === 'Escape') leave(event.target as HTMLElement, place, events);
  else if (key.length === 1 && !event.altKey) events.edit(place, key);
  else return false;
  return true;
}

/** Escape takes a range back to its cell, then leads out to the row. */
function leave(cell: HTMLElement, place: Place, { anchor, choose }: CellEvents) {
  if (anchor && (anchor.row !== place.row || anchor.col !== place.col)) choose(place);
  else cell.closest<HTMLElement>('[data-row-index]')?.focus();
}
