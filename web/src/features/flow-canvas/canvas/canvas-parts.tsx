import type { FlowNode, Position } from '@overture/domain/flow/flow';
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { DelayChip } from '../delay/delay-chip.tsx';
import classes from '../flow.module.css';
import { useFlow } from '../flow-context.ts';
import { StepCard } from '../steps/step-card.tsx';
import { t } from '../texts.ts';
import { type Line, linePath, type Placed } from './flow-layout.ts';

/** Name of the button at the end of a branch. */
function addLabel(position: Position): string {
  if (position.branch === 'yes') return t('add_at_yes');
  if (position.branch === 'no') return t('add_at_no');
  return position.parent_id === null ? t('add_first') : t('add_at_end');
}

/** Everything drawn on the canvas. Memoized: a node is redrawn only if its place or content changed. */
export const CanvasPart = memo(function CanvasPart({ placed }: { placed: Placed }) {
  switch (placed.kind) {
    case 'start':
      return <StartMark />;
    case 'node':
      return <StepCard node={placed.node} />;
    case 'delay':
      return (
        <div className="flex justify-center w-full pointer-events-none">
          <DelayChip node={placed.node} />
        </div>
      );
    case 'branch':
      return <BranchWord position={placed.position} />;
    case 'plus':
      return <PlusButton position={placed.position} node={placed.node} />;
    case 'add':
      return <AddButton position={placed.position} />;
    case 'end':
      return <div className={classes.end}>{t('ends')}</div>;
  }
}, hasSameContent);

/** Nodes keep their identity while they are the same (`use-stable-flow`); places are compared by what they say. */
function hasSameContent({ placed: a }: { placed: Placed }, { placed: b }: { placed: Placed }): boolean {
  if (a.kind !== b.kind) return false;
  const isSameNode = !('node' in a) || !('node' in b) || a.node === b.node;
  return isSameNode && (!('position' in a) || !('position' in b) || isSamePlace(a.position, b.position));
}

const isSamePlace = (a: Position, b: Position) => a.parent_id === b.parent_id && a.branch === b.branch;

/** The fixed node every campaign begins with. */
export function StartMark({ className = '' }: { className?: string | undefined }) {
  return (
    <div className={`${classes.start} ${className}`}>
      <IconPlayerPlay size={14} aria-hidden />
      {t('start')}
    </div>
  );
}

export function BranchWord({ position }: { position: Position }) {
  const branch = position.branch ?? 'yes';
  return (
    <div className={classes.branch} data-branch={branch}>
      {t(branch)}
    </div>
  );
}

interface PlusButtonProps {
  position: Position;
  /** Current content of the place. */
  node: FlowNode;
  className?: string | undefined;
}

/** Adds between two nodes. */
export function PlusButton({ position, node, className = '' }: PlusButtonProps) {
  const { onAdd } = useFlow();
  return (
    <button
      type="button"
      className={`${classes.plus} ${className}`}
      aria-label={t('insert_before', { step: nodeKindLabel(node.type) })}
      onClick={() => onAdd(position)}
    >
      <IconPlus size={15} aria-hidden />
    </button>
  );
}

/** Adds at the end of a chain. */
export function AddButton({ position }: { position: Position }) {
  const { onAdd } = useFlow();
  return (
    <button
      type="button"
      className={classes.add}
      data-flow-add
      aria-label={addLabel(position)}
      onClick={() => onAdd(position)}
    >
      <IconPlus size={15} aria-hidden />
      {t('add_step')}
    </button>
  );
}

/** What an empty flow is for, below its one button. */
export function EmptyHint({ className = '' }: { className?: string | undefined }) {
  return (
    <div className={`${classes.hint} max-w-[420px] mx-auto py-4 px-6 text-ink-3 text-center text-balance ${className}`}>
      <h2>{t('empty_title')}</h2>
      <p>{t('empty_text')}</p>
    </div>
  );
}

/** All lines in one drawing below the nodes. */
export const Lines = memo(function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <svg width={1} height={1} className="block overflow-visible pointer-events-none" aria-hidden>
      {lines.map((line) => (
        <path key={line.id} d={linePath(line)} className="fill-none stroke-line-strong stroke-[1.5]" />
      ))}
    </svg>
  );
});
