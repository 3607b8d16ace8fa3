import { CANVAS_ZOOM } from '@overture/domain/limits';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { formatPercent } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../flow.module.css';
import { useFlow, useFlowData } from '../flow-context.ts';
import { focusNode } from '../flow-focus.ts';
import { findNeighbor } from '../steps/step-card.tsx';
import { t } from '../texts.ts';
import { CanvasPart, EmptyHint, Lines } from './canvas-parts.tsx';
import { type CanvasView, findBounds, fitFlow } from './fit-flow.ts';
import { layoutFlow, type Placed } from './flow-layout.ts';
import { useCanvasView } from './use-canvas-view.ts';

interface CanvasControlsProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  onFit: () => void;
}

/** Zoom in steps of 0.2 and 'Zoom to fit'. */
function CanvasControls({ zoom, onZoom, onFit }: CanvasControlsProps) {
  const change = (by: number) =>
    onZoom(Math.min(CANVAS_ZOOM.max, Math.max(CANVAS_ZOOM.min, Math.round((zoom + by) * 10) / 10)));
  return (
    <div className="absolute bottom-4 start-gutter z-5 flex items-center gap-0.5 p-0.75 border border-line rounded-[10px] bg-raised">
      <IconButton label={t('zoom_out')} disabled={zoom <= CANVAS_ZOOM.min} onClick={() => change(-CANVAS_ZOOM.step)}>
        <IconMinus size={16} aria-hidden />
      </IconButton>
      <span className="min-w-11 text-ink-3 text-meta text-center number">{formatPercent(Math.round(zoom * 100))}</span>
      <IconButton label={t('zoom_in')} disabled={zoom >= CANVAS_ZOOM.max} onClick={() => change(CANVAS_ZOOM.step)}>
        <IconPlus size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('zoom_fit')} onClick={onFit}>
        <IconMaximize size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

function findNodeId(placed: Placed): string {
  if (placed.kind === 'start') return 'start';
  if (placed.kind === 'node' || placed.kind === 'delay') return `${placed.kind}-${placed.node.id}`;
  return `${placed.kind}-${placed.position.parent_id ?? 'start'}-${placed.position.branch ?? 'next'}`;
}

/** The flow as a canvas: pans by drag or wheel, zooms from 0.3 to 1.5, walks by arrow keys. */
export function FlowCanvas() {
  const { isEditable } = useFlow();
  const { flow } = useFlowData();
  const frame = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layoutFlow(flow, isEditable), [flow, isEditable]);
  const view = useCanvasView(frame, layer);
  const reveal = useReveal(frame, layer, view);
  const fit = () => {
    const { clientWidth: width, clientHeight: height } = frame.current as HTMLDivElement;
    view.show(fitFlow(findBounds(layout.placed), { width, height }));
  };
  return (
    <div className="relative flex-1 min-h-0 border-t border-line bg-bg">
      <div
        ref={frame}
        role="application"
        className={classes.ground}
        aria-label={`${t('canvas')}. ${t('canvas_hint')}`}
        onKeyDown={useNodeKeys()}
        onFocus={reveal}
      >
        <div ref={layer} className={classes.layer}>
          <Lines lines={layout.lines} />
          {layout.placed.map((placed) => (
            <div key={findNodeId(placed)} className={classes.part} data-kind={placed.kind} style={placeOf(placed)}>
              <CanvasPart placed={placed} />
            </div>
          ))}
        </div>
      </div>
      {flow.length === 0 && isEditable ? <EmptyHint className={classes.emptyHint} /> : null}
      <CanvasControls zoom={view.scale} onZoom={view.zoomTo} onFit={fit} />
      <NewNodeFocus />
    </div>
  );
}

const placeOf = ({ x, y, width, height }: Placed) => ({ transform: `translate(${x}px, ${y}px)`, width, height });

/** Arrow keys walk the tree and Delete asks to delete. Enter needs no handler: every node is a button. */
function useNodeKeys() {
  const { isEditable, onDelete } = useFlow();
  const { flow } = useFlowData();
  return (event: KeyboardEvent<HTMLElement>) => {
    const id = Number((event.target as HTMLElement).dataset.flowNode);
    const node = flow.find((known) => known.id === id);
    if (node === undefined) return;
    if (event.key === 'Delete' && isEditable) {
      event.preventDefault();
      onDelete(node);
    }
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const next = findNeighbor(flow, node, event.key);
    if (next) focusNode(event.currentTarget, next.id);
  };
}

/** Moves the canvas so far that what has the focus can be seen. */
function useReveal(
  frame: RefObject<HTMLDivElement | null>,
  layer: RefObject<HTMLDivElement | null>,
  canvas: { getView: () => CanvasView; show: (view: CanvasView) => void },
) {
  return (event: FocusEvent<HTMLElement>) => {
    const bounds = frame.current?.getBoundingClientRect();
    if (bounds === undefined || !layer.current?.contains(event.target)) return;
    const box = event.target.getBoundingClientRect();
    const margin = 40;
    const over = (low: number, high: number, from: number, to: number) =>
      low < from + margin ? from + margin - low : high > to - margin ? to - margin - high : 0;
    const dx = over(box.left, box.right, bounds.left, bounds.right);
    const dy = over(box.top, box.bottom, bounds.top, bounds.bottom);
    if (dx === 0 && dy === 0) return;
    const { x, y, zoom } = canvas.getView();
    // Focus may move while a zoom is on its way: the step it was taken from must not end outside the range.
    const within = Math.min(CANVAS_ZOOM.max, Math.max(CANVAS_ZOOM.min, zoom));
    canvas.show({ x: x + dx, y: y + dy, zoom: within });
  };
}

/** A new node takes the focus, where building continues. */
function NewNodeFocus() {
  const { flow } = useFlowData();
  const known = useRef<ReadonlySet<number> | undefined>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(flow.map(({ id }) => id));
    const fresh = before && flow.find(({ id }) => !before.has(id));
    if (!fresh) return;
    const frame = requestAnimationFrame(() => focusNode(document, fresh.id));
    return () => cancelAnimationFrame(frame);
  }, [flow]);
  return null;
}
