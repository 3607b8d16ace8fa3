import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DataTableProps, RowSpan } from './use-data-table.ts';
import { rowHeight } from './use-endless-scroll.ts';

/** Rows beyond each edge of the view: keys and slow scrolling find them there. */
const OVERSCAN = 12;
/** The window moves by so many rows: less would render more often, more would render longer. */
const STEP = 4;
/** Until the frame is measured. */
const FIRST_ROWS = 40;

/**
 * The rows in view and those around them, for a table that scrolls through many; undefined before it is measured. Rows are rendered while the
 * browser has time, and one window after the other: fast scrolling skips those in between.
 */
function useRowWindow(body: RefObject<HTMLElement | null>, isOn: boolean, height: string): RowSpan | undefined {
  const [span, setSpan] = useState<RowSpan>();
  const isRendering = useRef(false);
  const follow = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows is measured again.
  useLayoutEffect(() => {
    const frame = body.current?.closest('table')?.parentElement;
    if (!isOn || !frame) return;
    let last = findSpan(frame);
    isRendering.current = false;
    follow.current = () => {
      const next = findSpan(frame);
      if (isRendering.current || (last.first === next.first && last.end === next.end)) return;
      isRendering.current = true;
      last = next;
      startTransition(() => setSpan(next));
    };
    setSpan(last);
    const onScroll = () => follow.current();
    frame.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(onScroll);
    observer.observe(frame);
    return () => {
      frame.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [body, isOn, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each rendered window may be behind the scrolling by now.
  useEffect(() => {
    isRendering.current = false;
    follow.current();
  }, [span]);
  return isOn ? span : undefined;
}

function findSpan(frame: HTMLElement): RowSpan {
  const height = rowHeight(frame);
  const first = Math.floor(frame.scrollTop / height) - OVERSCAN;
  const end = Math.ceil((frame.scrollTop + frame.clientHeight) / height) + OVERSCAN;
  return { first: Math.floor(first / STEP) * STEP, end: Math.ceil(end / STEP) * STEP };
}

/** A row, and how many are left out before it. The last part has no row if rows are left out behind the others. */
interface RowPart {
  room: number;
  place: number;
}

/**
 * The rows that are rendered: all, or of a table that scrolls through many those in view and those of `kept`.
 * @param kept for what has the focus, and for cells that are copied
 */
export function useRowParts<Row extends object>(
  body: RefObject<HTMLElement | null>,
  { rows = [], endless, compact, tall }: Pick<DataTableProps<Row>, 'rows' | 'endless' | 'compact' | 'tall'>,
  kept: readonly (RowSpan | undefined)[],
): RowPart[] {
  const isOn = endless !== undefined && rows.length > 0;
  const span = useRowWindow(body, isOn, compact ? 'compact' : tall ? 'tall' : '');
  if (!isOn) return rows.map((_, place) => ({ room: 0, place }));
  const loaded = { first: endless.before, end: endless.before + rows.length };
  return listParts(
    endless.total,
    placesWithin(loaded, [span ?? { ...loaded, end: loaded.first + FIRST_ROWS }, ...kept]),
  );
}

function placesWithin(loaded: RowSpan, spans: readonly (RowSpan | undefined)[]): number[] {
  const places = new Set<number>();
  for (const span of spans) {
    if (span === undefined) continue;
    const end = Math.min(loaded.end, span.end);
    for (let place = Math.max(loaded.first, span.first); place < end; place += 1) places.add(place);
  }
  return [...places].sort((one, other) => one - other);
}

/** @param places ascending */
function listParts(total: number, places: readonly number[]): RowPart[] {
  const parts = places.map((place, n) => ({ room: place - (places[n - 1] ?? -1) - 1, place }));
  const last = places.at(-1) ?? -1;
  return last + 1 < total ? [...parts, { room: total - last - 1, place: total }] : parts;
}
