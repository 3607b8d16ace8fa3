import { CANVAS_ZOOM } from '@overture/domain/limits';
import type { Placed } from './flow-layout.ts';

/** Pixels between the top of the canvas and the start of the campaign. */
export const TOP_MARGIN = 48;
/** Share of the canvas that stays free around the flow. */
const PADDING = 0.12;

/** Pixels of the canvas: position of the flow's origin. */
export interface CanvasView {
  x: number;
  y: number;
  zoom: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest box around everything that was placed. */
export function findBounds(placed: readonly Placed[]): Box {
  const x = Math.min(...placed.map((part) => part.x));
  const y = Math.min(...placed.map((part) => part.y));
  const right = Math.max(...placed.map((part) => part.x + part.width));
  const bottom = Math.max(...placed.map((part) => part.y + part.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Position of the canvas that shows the whole flow, never larger than its usual size. A flow that is too big even at the
 * smallest zoom shows its start, because its middle gives no orientation. Sizes in pixels; the start is at x 0.
 */
export function fitFlow(bounds: Box, { width, height }: { width: number; height: number }): CanvasView {
  const share = Math.min(width / bounds.width, height / bounds.height) / (1 + PADDING);
  const zoom = Math.min(CANVAS_ZOOM.default, Math.max(CANVAS_ZOOM.min, share));
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  return {
    zoom,
    x: width / 2 - (bounds.width * zoom > width ? 0 : middle.x * zoom),
    y: bounds.height * zoom > height ? TOP_MARGIN - bounds.y * zoom : height / 2 - middle.y * zoom,
  };
}
