import { isStepType, type NodeType, typeInfo } from '@overture/domain/flow/step-types';
import { StepGlyph } from '../flow-canvas/index.ts';
import classes from './message-editor.module.css';

/** Glyph and name of a type, as the title of its drawer. */
export function PanelTitle({ type }: { type: NodeType }) {
  const info = typeInfo(type);
  return (
    <span className={classes.panelTitle}>
      <StepGlyph glyph={info.glyph} channel={isStepType(type) ? info.channel : 'condition'} />
      {info.label}
    </span>
  );
}
