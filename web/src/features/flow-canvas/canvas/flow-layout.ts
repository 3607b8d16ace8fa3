import { type Flow, type FlowNode, nodeAt, type Position } from '@overture/domain/flow/flow';

const SIZES = {
  card: { width: 288, height: 84 },
  start: { width: 188, height: 40 },
  delay: 26,
  plus: 28,
  add: { width: 132, height: 34 },
  branch: { width: 52, height: 24 },
  columnGap: 56,
} as const;

/** Distances below a node, to the middle of what lies between it and the next one. */
const DRAFT_GAPS = { plus: 34, delay: 72, card: 98 } as const;
const LOCKED_GAPS = { plus: 0, delay: 34, card: 60 } as const;
/** A branch begins with its word, Yes or No. */
const BRANCH_LEAD = 54;

type Box = { x: number; y: number; width: number; height: number };

export type Placed =
  | ({ kind: 'start' } & Box)
  | ({ kind: 'node'; node: FlowNode } & Box)
  | ({ kind: 'delay'; node: FlowNode } & Box)
  /** Between two nodes. */
  | ({ kind: 'plus'; position: Position; node: FlowNode } & Box)
  | ({ kind: 'add'; position: Position } & Box)
  | ({ kind: 'end'; position: Position } & Box)
  | ({ kind: 'branch'; position: Position } & Box);

/** A line from the middle of a node's lower edge down to a point; it turns once, close to where it starts. */
export type Line = { id: string; fromX: number; fromY: number; toX: number; toY: number };

export type FlowLayout = { placed: Placed[]; lines: Line[]; width: number; height: number };

type Draft = { placed: Placed[]; lines: Line[]; isEditable: boolean; flow: Flow; bottom: number };

/**
 * Positions of all nodes of a flow: chains run downwards, a condition opens a Yes and a No column below it. Parents come before
 * children and yes before no, which is also the order for the keyboard. The start is in the middle of x = 0.
 */
export function layoutFlow(flow: Flow, isEditable: boolean): FlowLayout {
  const draft: Draft = { placed: [], lines: [], isEditable, flow, bottom: SIZES.start.height };
  draft.placed.push({ kind: 'start', ...centred(0, 0, SIZES.start.width, SIZES.start.height) });
  layoutPosition(draft, { parent_id: null, branch: null }, 0, SIZES.start.height, 0);
  return { placed: draft.placed, lines: draft.lines, width: measureWidth(flow, ROOT), height: draft.bottom };
}

const ROOT: Position = { parent_id: null, branch: null };

/** Room that a place and everything below it takes from side to side. */
function measureWidth(flow: Flow, position: Position): number {
  const node = nodeAt(flow, position);
  if (node === undefined) return SIZES.card.width;
  if (node.kind === 'step') return measureWidth(flow, { parent_id: node.id, branch: null });
  const yes = measureWidth(flow, { parent_id: node.id, branch: 'yes' });
  const no = measureWidth(flow, { parent_id: node.id, branch: 'no' });
  // Both columns are as wide as the wider one, which centers the condition.
  return 2 * Math.max(yes, no) + SIZES.columnGap;
}

function centred(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y, width, height };
}

function middle(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Lays out a place of the tree whose line leaves its parent at (fromX, fromY). */
function layoutPosition(draft: Draft, position: Position, x: number, fromY: number, fromX: number) {
  const { flow, isEditable, placed, lines } = draft;
  const gaps = isEditable ? DRAFT_GAPS : LOCKED_GAPS;
  const node = nodeAt(flow, position);
  const top = fromY + (position.branch === null ? 0 : BRANCH_LEAD);
  if (position.branch !== null) {
    placed.push({ kind: 'branch', position, ...middle(x, top - 8, SIZES.branch.width, SIZES.branch.height) });
  }
  const key = `${position.parent_id ?? 'start'}-${position.branch ?? 'next'}`;
  if (node === undefined) {
    layoutEnd(draft, position, x, top);
    const isOpen = isEditable || position.branch !== null;
    if (isOpen) lines.push({ id: key, fromX, fromY, toX: x, toY: top + (isEditable ? gaps.plus - 17 : 14) });
    return;
  }
  if (isEditable) placed.push({ kind: 'plus', position, node, ...middle(x, top + gaps.plus, SIZES.plus, SIZES.plus) });
  placed.push({ kind: 'delay', node, ...middle(x, top + gaps.delay, SIZES.card.width, SIZES.delay) });
  const y = top + gaps.card;
  placed.push({ kind: 'node', node, ...centred(x, y, SIZES.card.width, SIZES.card.height) });
  lines.push({ id: key, fromX, fromY, toX: x, toY: y });
  const below = y + SIZES.card.height;
  draft.bottom = Math.max(draft.bottom, below);
  if (node.kind === 'step') return layoutPosition(draft, { parent_id: node.id, branch: null }, x, below, x);
  layoutBranches(draft, node, x, below);
}

function layoutBranches(draft: Draft, node: FlowNode, x: number, below: number) {
  const column = (measureWidth(draft.flow, { parent_id: node.parent_id, branch: node.branch }) + SIZES.columnGap) / 4;
  layoutPosition(draft, { parent_id: node.id, branch: 'yes' }, x - column, below, x);
  layoutPosition(draft, { parent_id: node.id, branch: 'no' }, x + column, below, x);
}

function layoutEnd(draft: Draft, position: Position, x: number, top: number) {
  const { width, height } = SIZES.add;
  if (draft.isEditable) {
    const y = top + DRAFT_GAPS.plus - 17;
    draft.placed.push({ kind: 'add', position, ...centred(x, y, width, height) });
    draft.bottom = Math.max(draft.bottom, y + height);
  } else if (position.branch !== null) {
    draft.placed.push({ kind: 'end', position, ...centred(x, top + 14, width, 24) });
    draft.bottom = Math.max(draft.bottom, top + 38);
  }
}

const CORNER = 12;

/** A line as SVG path with round corners. */
export function linePath({ fromX, fromY, toX, toY }: Line): string {
  if (Math.abs(toX - fromX) < 1) return `M${fromX},${fromY} V${toY}`;
  const turnY = fromY + 20;
  const side = Math.sign(toX - fromX);
  return [
    `M${fromX},${fromY}`,
    `V${turnY - CORNER}`,
    `Q${fromX},${turnY} ${fromX + side * CORNER},${turnY}`,
    `H${toX - side * CORNER}`,
    `Q${toX},${turnY} ${toX},${turnY + CORNER}`,
    `V${toY}`,
  ].join(' ');
}
