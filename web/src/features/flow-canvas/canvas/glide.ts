import { CANVAS_ZOOM } from '@overture/domain/limits';
import type { CanvasView } from './fit-flow.ts';

interface Point {
  x: number;
  y: number;
}

/** Slow, fast, slow. */
const ease = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - 4 * (1 - share) ** 3);

/**
 * Moves from one view to another and returns what stops it. The point of the flow that is in the middle of the frame goes the straight way,
 * and so does the width that is seen.
 */
export function glide(
  from: CanvasView,
  to: CanvasView,
  middle: Point,
  milliseconds: number,
  onMove: (view: CanvasView) => void,
): () => void {
  const [start, end] = [spanOf(from, middle), spanOf(to, middle)];
  let began: number | undefined;
  let frame = requestAnimationFrame(function step(now) {
    began ??= now;
    const share = Math.min(1, (now - began) / milliseconds);
    if (share < 1) frame = requestAnimationFrame(step);
    onMove(share < 1 ? viewAt(start, end, ease(share), middle) : to);
  });
  return () => cancelAnimationFrame(frame);
}

/** The view at another zoom, with the same point of the flow in the middle of the frame. */
export function zoomAround(view: CanvasView, middle: Point, next: number): CanvasView {
  const zoom = Math.min(CANVAS_ZOOM.max, Math.max(CANVAS_ZOOM.min, next));
  const { x, y } = spanOf(view, middle);
  return { x: middle.x - x * zoom, y: middle.y - y * zoom, zoom };
}

const spanOf = ({ x, y, zoom }: CanvasView, middle: Point) => ({
  x: (middle.x - x) / zoom,
  y: (middle.y - y) / zoom,
  width: 1 / zoom,
});

function viewAt(start: ReturnType<typeof spanOf>, end: typeof start, share: number, middle: Point): CanvasView {
  const between = (key: keyof typeof start): number => start[key] + (end[key] - start[key]) * share;
  const zoom = 1 / between('width');
  return { x: middle.x - between('x') * zoom, y: middle.y - between('y') * zoom, zoom };
}
