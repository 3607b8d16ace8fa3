export interface Point {
  x: number;
  y: number;
}

/** What becomes of a card that a finger takes; `at` is in pixels of the window. */
export interface FingerDrag {
  onPick: (cardId: number, at: Point) => void;
  /** With every frame: what lies under a finger that rests may scroll away beneath it. */
  onMove: (at: Point) => void;
  onDrop: () => void;
  onCancel: () => void;
}

/** Milliseconds a finger rests on a card before it takes it; less is a tap, or scrolling that begins. */
const HOLD_IN_MS = 350;
/** Pixels a finger trembles while it rests. */
const TREMBLE = 8;
/** Pixels from an edge within which a held card scrolls what is under it, and how far with a frame. */
const EDGE = 48;
const SCROLL_STEP = 9;

/**
 * Cards follow a finger that rested on them. The drag of the browser itself starts with a finger on some systems only and has no
 * way to be told where the card may go, so it is kept from starting.
 * @returns what ends it
 */
export function listenToFingers(board: HTMLElement, drag: FingerDrag): () => void {
  let end = () => {};
  function onStart(event: TouchEvent) {
    end();
    const target = event.target as Element;
    const card = target.closest<HTMLElement>('[data-card]');
    if (event.touches.length === 1 && card && !target.closest('[aria-haspopup]'))
      end = holdCard(board, card, event, drag);
  }
  board.addEventListener('touchstart', onStart, { passive: true });
  return () => {
    end();
    board.removeEventListener('touchstart', onStart);
  };
}

function holdCard(board: HTMLElement, card: HTMLElement, event: TouchEvent, drag: FingerDrag): () => void {
  const start = toPoint(event) as Point;
  const listeners = new AbortController();
  let at = start;
  let isHeld = false;
  let frame = 0;
  const timer = setTimeout(() => {
    isHeld = true;
    drag.onPick(Number(card.dataset.card), at);
    frame = requestAnimationFrame(follow);
  }, HOLD_IN_MS);
  function follow() {
    scrollUnder(board, at);
    drag.onMove(at);
    frame = requestAnimationFrame(follow);
  }
  /** Answers whether the card was held. */
  function finish(): boolean {
    const wasHeld = isHeld;
    isHeld = false;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    listeners.abort();
    return wasHeld;
  }
  function cancel() {
    if (finish()) drag.onCancel();
  }
  function onMove(moved: TouchEvent) {
    const next = toPoint(moved);
    if (next === undefined) return cancel();
    if (isHeld) moved.preventDefault();
    else if (Math.hypot(next.x - start.x, next.y - start.y) > TREMBLE) finish();
    at = next;
  }
  function onEnd(ended: TouchEvent) {
    if (!finish()) return;
    // Else the tap would open the card.
    ended.preventDefault();
    drag.onMove(at);
    drag.onDrop();
  }
  const { signal } = listeners;
  // The finger stays with what it touched, even when scrolling took that out of the document.
  const target = event.target as HTMLElement;
  target.addEventListener('touchmove', onMove, { passive: false, signal });
  target.addEventListener('touchend', onEnd, { signal });
  target.addEventListener('touchcancel', cancel, { signal });
  for (const kind of ['contextmenu', 'dragstart']) board.addEventListener(kind, prevent, { capture: true, signal });
  return cancel;
}

/** Default behavior for a resting finger: the browser's menu and drag. */
function prevent(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function toPoint({ touches }: TouchEvent): Point | undefined {
  const [touch] = touches;
  return touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined;
}

function scrollUnder(board: HTMLElement, at: Point): void {
  const across = board.getBoundingClientRect();
  board.scrollLeft += stepAt(at.x, across.left, across.right);
  const list = elementAt(at)?.closest('[data-column]')?.querySelector('[data-column-list]');
  if (!list) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += stepAt(at.y, top, bottom);
}

const stepAt = (at: number, from: number, to: number): number =>
  at < from + EDGE ? -SCROLL_STEP : at > to - EDGE ? SCROLL_STEP : 0;

export const elementAt = ({ x, y }: Point): Element | null => document.elementFromPoint(x, y);
