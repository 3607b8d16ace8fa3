import { CANVAS_ZOOM } from '@overture/domain/limits';
import { getViewportForBounds, type Rect, type Viewport } from '@xyflow/react';

/** Pixels between the top of the canvas and the start of the campaign. */
export const TOP_MARGIN = 48;
/** Share of the canvas that stays free around the flow. */
const PADDING = 0.12;

/**
 * Where the canvas stands so that the whole flow can be seen, never larger than its usual size. A flow that is too big even at the
 * smallest zoom begins at its start: its middle would tell nobody where they are. Sizes in pixels; the start stands at x 0.
 */
export function fitFlow(bounds: Rect, { width, height }: { width: number; height: number }): Viewport {
  const fit = getViewportForBounds(bounds, width, height, CANVAS_ZOOM.min, CANVAS_ZOOM.default, PADDING);
  return {
    zoom: fit.zoom,
    x: bounds.width * fit.zoom > width ? width / 2 : fit.x,
    y: bounds.height * fit.zoom > height ? TOP_MARGIN - bounds.y * fit.zoom : fit.y,
  };
}
