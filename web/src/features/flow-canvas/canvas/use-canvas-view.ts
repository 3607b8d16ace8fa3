import { CANVAS_ZOOM } from '@overture/domain/limits';
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { wantsReducedMotion } from '../../../ui/reduced-motion.ts';
import { type CanvasView, TOP_MARGIN } from './fit-flow.ts';
import { glide, zoomAround } from './glide.ts';

/** Pixels that a wheel of a mouse turns which counts in lines. */
const LINE_HEIGHT = 20;
/** A wheel moves the canvas by half of what it turned: whole steps are hard to follow by eye. */
const WHEEL_SPEED = 0.5;

type Behavior = ZoomBehavior<HTMLDivElement, unknown>;

/**
 * Pans `frame` by drag and wheel and zooms by pinch (a wheel with Ctrl): moves `layer` in it. The view is written to the
 * elements, not kept in React: no node is rendered again while it moves; only `zoom` is state, for the controls.
 */
export function useCanvasView(frame: RefObject<HTMLDivElement | null>, layer: RefObject<HTMLDivElement | null>) {
  const behavior = useRef<Behavior>(undefined);
  const stop = useRef(() => {});
  const [scale, setScale] = useState<number>(CANVAS_ZOOM.default);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    // A gesture takes over from a movement that a control began.
    const interrupt = () => stop.current();
    const moving = panAndZoom(interrupt, ({ x, y, k }) => {
      showView(element, layer.current, { x, y, zoom: k });
      setScale(k);
    });
    behavior.current = moving;
    const selection = select(element).call(moving).on('dblclick.zoom', null);
    moving.transform(selection, toTransform({ x: element.clientWidth / 2, y: TOP_MARGIN, zoom: CANVAS_ZOOM.default }));
    const onWheel = (event: WheelEvent) => {
      interrupt();
      panByWheel(moving, element, event);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      interrupt();
      selection.on('.zoom', null);
    };
  }, [frame, layer]);
  return useMemo(() => {
    const getView = () => toView(zoomTransform(frame.current as HTMLDivElement));
    const moveTo = (view: CanvasView, milliseconds: number) => {
      const element = frame.current;
      if (element === null) return;
      stop.current();
      const moveThere = (next: CanvasView) => behavior.current?.transform(select(element), toTransform(next));
      if (wantsReducedMotion()) return moveThere(view);
      const middle = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
      stop.current = glide(getView(), view, middle, milliseconds, moveThere);
    };
    return {
      scale,
      getView,
      show: (view: CanvasView) => moveTo(view, 160),
      /** The middle of the frame stays where it is. */
      zoomTo: (next: number) => {
        const { clientWidth, clientHeight } = frame.current as HTMLDivElement;
        moveTo(zoomAround(getView(), { x: clientWidth / 2, y: clientHeight / 2 }, next), 120);
      },
    };
  }, [frame, scale]);
}

type ZoomEvent = D3ZoomEvent<HTMLDivElement, unknown>;

function panAndZoom(onGesture: () => void, onMove: (transform: ZoomTransform) => void): Behavior {
  return zoom<HTMLDivElement, unknown>()
    .scaleExtent([CANVAS_ZOOM.min, CANVAS_ZOOM.max])
    .filter((event: MouseEvent) => (event.type === 'wheel' ? event.ctrlKey : event.button === 0))
    .on('start', ({ sourceEvent }: ZoomEvent) => sourceEvent && onGesture())
    .on('zoom', ({ transform }: ZoomEvent) => onMove(transform));
}

function panByWheel(behavior: Behavior, element: HTMLDivElement, event: WheelEvent): void {
  if (event.ctrlKey) return;
  event.preventDefault();
  const { k } = zoomTransform(element);
  const step = ((event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1) * WHEEL_SPEED) / k;
  const isSideways = event.shiftKey && event.deltaX === 0;
  const [dx, dy] = isSideways ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
  behavior.translateBy(select(element), -dx * step, -dy * step);
}

const toTransform = ({ x, y, zoom }: CanvasView) => zoomIdentity.translate(x, y).scale(zoom);
const toView = ({ x, y, k }: ZoomTransform): CanvasView => ({ x, y, zoom: k });

/** The dots of the background move with the flow. */
function showView(frame: HTMLElement, layer: HTMLElement | null, { x, y, zoom }: CanvasView): void {
  frame.style.setProperty('--canvas-x', `${x}px`);
  frame.style.setProperty('--canvas-y', `${y}px`);
  frame.style.setProperty('--canvas-zoom', String(zoom));
  if (layer) layer.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
}
