import { isStepType, type NodeType, nodeKind } from '@overture/domain/flow/step-types';
import { NODE_ICONS } from './kind-words.ts';
import classes from './step-glyph.module.css';

interface StepGlyphProps {
  type: NodeType;
  size?: number;
  /** Conditions use the color of their channel too. */
  byChannel?: boolean;
}

/** Picture of a step or condition on the ground of its channel. */
export function StepGlyph({ type, size = 26, byChannel = false }: StepGlyphProps) {
  const Icon = NODE_ICONS[type];
  const ground = byChannel || isStepType(type) ? nodeKind(type).channel : 'condition';
  return (
    <span className={classes.glyph} data-channel={ground} style={{ width: size, height: size }} aria-hidden>
      <Icon size={Math.round(size * 0.62)} stroke={1.75} />
    </span>
  );
}
