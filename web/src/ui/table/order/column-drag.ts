import { isRightToLeft } from '../../direction.ts';
import type { ColumnMoves } from './column-moves.ts';
import { moveColumn } from './column-order.ts';

/** Pixels that a pointer moves before a press on a header is a drag and no click. */
const DRAG_DISTANCE = 6;
/** So near the edge of the table it scrolls, by so much a picture. */
const SCROLL_EDGE = 48;
const SCROLL_STEP = 14;

/** Follows a pointer that was pressed on a header until it is released; Escape puts the column back. Touch scrolls instead. */
export function dragColumn(press: PointerEvent, moves: ColumnMoves): void {
  const target = press.target as HTMLElement;
  const header = target.closest<HTMLElement>('th[data-column]');
  const frame = header?.closest('table')?.parentElement;
  if (press.button !== 0 || press.pointerType === 'touch' || !header || !frame) return;
  if (target.closest('[role="separator"],[aria-haspopup]') || header === headersOf(frame)[0]) return;
  const id = header.dataset.column ?? '';
  const marker = createMarker();
  const stop = new AbortController();
  let x = press.clientX;
  let isDragged = false;

  function follow() {
    if (stop.signal.aborted || !frame) return;
    scrollAtEdge(frame, x);
    showMarker(marker, frame, x);
    requestAnimationFrame(follow);
  }

  function begin() {
    isDragged = true;
    frame?.append(marker);
    document.documentElement.style.userSelect = 'none';
    if (header) header.style.opacity = '0.6';
    follow();
  }

  function end(isDropped: boolean) {
    stop.abort();
    marker.remove();
    document.documentElement.style.userSelect = '';
    if (header) header.style.opacity = '';
    if (!isDragged || !frame) return;
    swallowClick();
    const before = findDrop(frame, x)?.dataset.column;
    if (isDropped && before !== id) moveColumn(moves, id, before);
  }

  listen(stop.signal, {
    move: (event) => {
      // The release came before this code did.
      if (event.buttons === 0) return end(false);
      x = event.clientX;
      if (!isDragged && Math.abs(x - press.clientX) >= DRAG_DISTANCE) begin();
    },
    end,
  });
}

interface Listeners {
  move: (event: PointerEvent) => void;
  end: (isDropped: boolean) => void;
}

function listen(signal: AbortSignal, { move, end }: Listeners): void {
  const options = { signal, capture: true };
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', () => end(true), options);
  window.addEventListener('pointercancel', () => end(false), options);
  window.addEventListener('blur', () => end(false), options);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      end(false);
    },
    options,
  );
}

/** The release of a drag is a click on the header below it, which would sort. */
function swallowClick(): void {
  const stop = new AbortController();
  window.addEventListener(
    'click',
    (event) => {
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true, signal: stop.signal },
  );
  setTimeout(() => stop.abort());
}

const headersOf = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('th[data-column]')];

/** The header before which a column is dropped; undefined behind the last one. Nothing is dropped before or below the first column. */
function findDrop(frame: HTMLElement, x: number): HTMLElement | undefined {
  const sign = isRightToLeft() ? -1 : 1;
  const middleOf = (header: HTMLElement) => {
    const { left, right } = header.getBoundingClientRect();
    return (sign * (left + right)) / 2;
  };
  const [first, ...headers] = headersOf(frame);
  const { left = 0, right = 0 } = first?.getBoundingClientRect() ?? {};
  const edge = sign > 0 ? right : -left;
  return headers.find((header) => middleOf(header) > Math.max(sign * x, edge));
}

function createMarker(): HTMLElement {
  const marker = document.createElement('div');
  marker.className = 'absolute z-[5] w-0.5 bg-accent-line pointer-events-none';
  return marker;
}

function showMarker(marker: HTMLElement, frame: HTMLElement, x: number): void {
  const drop = findDrop(frame, x);
  const header = drop ?? headersOf(frame).at(-1);
  if (header === undefined) return;
  const { left, right } = header.getBoundingClientRect();
  const isAtLeft = (drop !== undefined) !== isRightToLeft();
  const place = (isAtLeft ? left : right) - frame.getBoundingClientRect().left + frame.scrollLeft;
  Object.assign(marker.style, {
    left: `${place - 1}px`,
    top: `${frame.scrollTop}px`,
    height: `${frame.clientHeight}px`,
  });
}

function scrollAtEdge(frame: HTMLElement, x: number): void {
  const { left, right } = frame.getBoundingClientRect();
  if (x > right - SCROLL_EDGE) frame.scrollLeft += SCROLL_STEP;
  if (x < left + SCROLL_EDGE) frame.scrollLeft -= SCROLL_STEP;
}
