import { startTransition, useEffect, useRef } from 'react';
import type { EndlessRows } from './use-data-table.ts';

/** A pause of this length ends fast scrolling and jumps: only the place where they end is read. */
const SETTLE_MS = 60;
/** Scrolling past a page in less than this is fast: its rows would be gone before they are there. */
const PAGE_MS = 200;

/**
 * Follows how far a frame is scrolled: the page in the middle of the view is asked for. A page that something else chose (other filters begin at
 * the first one) is scrolled to.
 */
export function useEndlessScroll(frame: HTMLElement | null, endless: EndlessRows | undefined): () => void {
  const latest = useRef(endless);
  const seen = useRef(1);
  /** Pages that the scrolling asked for and that are not shown yet. */
  const asked = useRef<number[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const passedAt = useRef(Number.NEGATIVE_INFINITY);
  const passed = useRef(1);
  useEffect(() => {
    latest.current = endless;
  });
  const page = endless?.page;
  const isReady = endless !== undefined && endless.total > 0;
  useEffect(() => {
    if (frame === null || page === undefined || !isReady) return;
    const place = asked.current.indexOf(page);
    asked.current = place === -1 ? [] : asked.current.slice(place + 1);
    // The scrolling may be a page further by now: it is not taken back to one that it asked for.
    if (place !== -1 || page === seen.current) return;
    seen.current = page;
    frame.scrollTop = (page - 1) * (latest.current?.pageSize ?? 0) * rowHeight(frame);
  }, [frame, page, isReady]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    if (frame === null || latest.current === undefined) return;
    const middle = pageInView(frame, latest.current);
    const isFast = performance.now() - passedAt.current < PAGE_MS;
    if (middle !== passed.current) [passed.current, passedAt.current] = [middle, performance.now()];
    if (middle === seen.current) return;
    clearTimeout(timer.current);
    const go = () => {
      if (latest.current === undefined) return;
      const next = pageInView(frame, latest.current);
      seen.current = next;
      asked.current.push(next);
      startTransition(() => latest.current?.onPage(next));
    };
    // A neighboring page is requested immediately, the target of a jump or of fast scrolling when the scrolling pauses.
    if (Math.abs(middle - seen.current) === 1 && !isFast) go();
    else timer.current = setTimeout(go, SETTLE_MS);
  };
}

function pageInView(frame: HTMLElement, { pageSize, total }: EndlessRows): number {
  const row = (frame.scrollTop + frame.clientHeight / 2) / rowHeight(frame);
  return Math.max(1, Math.min(Math.ceil(total / pageSize), Math.floor(row / pageSize) + 1));
}

export function rowHeight(frame: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(frame).getPropertyValue('--row-height')) || 44;
}
