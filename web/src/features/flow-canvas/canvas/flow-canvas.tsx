import '@xyflow/react/dist/base.css';
import './xyflow.css';
import { CANVAS_ZOOM } from '@overture/domain/limits';
import { Background, type Node, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import classes from '../flow.module.css';
import { useFlow, useFlowData } from '../flow-context.ts';
import { focusNode } from '../flow-focus.ts';
import { neighbourOf } from '../steps/step-card.tsx';
import { t } from '../texts.ts';
import { CanvasControls } from './canvas-controls.tsx';
import { CanvasPart, EmptyHint, Lines } from './canvas-parts.tsx';
import { TOP_MARGIN } from './fit-flow.ts';
import { type FlowLayout, layoutFlow, type Placed } from './flow-layout.ts';

const nodeTypes = { part: CanvasPart, lines: Lines };

/** The flow as a canvas: pans by drag or wheel, zooms from 0.3 to 1.5, walks by arrow keys (campaigns 2 Flow canvas). */
export function FlowCanvas() {
  return (
    <ReactFlowProvider>
      <Canvas />
    </ReactFlowProvider>
  );
}

function idOf(placed: Placed): string {
  if (placed.kind === 'start') return 'start';
  if (placed.kind === 'node' || placed.kind === 'delay') return `${placed.kind}-${placed.node.id}`;
  return `${placed.kind}-${placed.position.parent_id ?? 'start'}-${placed.position.branch ?? 'next'}`;
}

function toNodes(layout: FlowLayout): Node[] {
  const parts = layout.placed.map(
    (placed): Node => ({
      id: idOf(placed),
      type: 'part',
      position: { x: placed.x, y: placed.y },
      width: placed.width,
      height: placed.height,
      // Nodes that are neither dragged nor selected would let the pointer through to the canvas.
      style: { pointerEvents: placed.kind === 'delay' ? 'none' : 'all' },
      data: { placed },
    }),
  );
  const lines: Node = {
    id: 'lines',
    type: 'lines',
    position: { x: 0, y: 0 },
    width: 1,
    height: 1,
    zIndex: -1,
    data: { lines: layout.lines },
  };
  return [lines, ...parts];
}

function Canvas() {
  const { isEditable } = useFlow();
  const { flow } = useFlowData();
  const frame = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layoutFlow(flow, isEditable), [flow, isEditable]);
  const nodes = useMemo(() => toNodes(layout), [layout]);
  const viewport = useReactFlow();
  const reveal = useReveal(frame);

  function onInit() {
    const width = frame.current?.clientWidth ?? 0;
    void viewport.setViewport({ x: width / 2, y: TOP_MARGIN, zoom: CANVAS_ZOOM.default });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the controls; arrow keys move between them.
    <div ref={frame} className={classes.canvas} onKeyDown={useNodeKeys()} onFocus={reveal}>
      <ReactFlow
        nodes={nodes}
        edges={[]}
        nodeTypes={nodeTypes}
        onInit={onInit}
        minZoom={CANVAS_ZOOM.min}
        maxZoom={CANVAS_ZOOM.max}
        panOnScroll
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
        aria-label={`${t('canvas')}. ${t('canvas_hint')}`}
      >
        <Background gap={22} size={1.2} color="var(--border-strong)" />
      </ReactFlow>
      {flow.length === 0 && isEditable ? <EmptyHint className={classes.emptyHint} /> : null}
      <CanvasControls />
      <NewNodeFocus />
    </div>
  );
}

/** Arrow keys walk the tree; Enter opens by itself because every node is a button; Delete asks to delete. */
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
    const next = neighbourOf(flow, node, event.key);
    if (next) focusNode(event.currentTarget, next.id);
  };
}

/** Moves the canvas so far that what has the focus can be seen. */
function useReveal(frame: React.RefObject<HTMLDivElement | null>) {
  const { getViewport, setViewport } = useReactFlow();
  return (event: React.FocusEvent<HTMLElement>) => {
    const target = event.target;
    const bounds = frame.current?.getBoundingClientRect();
    if (bounds === undefined || target.closest('.react-flow__node') === null) return;
    const box = target.getBoundingClientRect();
    const margin = 40;
    const over = (low: number, high: number, from: number, to: number) =>
      low < from + margin ? from + margin - low : high > to - margin ? to - margin - high : 0;
    const dx = over(box.left, box.right, bounds.left, bounds.right);
    const dy = over(box.top, box.bottom, bounds.top, bounds.bottom);
    if (dx === 0 && dy === 0) return;
    const { x, y, zoom } = getViewport();
    // Focus may move while a zoom is on its way: the step it was taken from must not end outside the range.
    const within = Math.min(CANVAS_ZOOM.max, Math.max(CANVAS_ZOOM.min, zoom));
    void setViewport({ x: x + dx, y: y + dy, zoom: within }, { duration: 160, interpolate: 'linear' });
  };
}

/** A node that has just come takes the focus, so that building goes on from there. */
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
