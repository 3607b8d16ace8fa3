import { type NodeType, nodeKind } from '@overture/domain/flow/step-types';
import { StepGlyph } from '../node-kinds/index.ts';
import classes from './message-editor.module.css';

/** Glyph and name of a type, as the title of its drawer. */
export function PanelTitle({ type }: { type: NodeType }) {
  return (
    <span className={classes.panelTitle}>
      <StepGlyph type={type} />
      {nodeKind(type).label}
    </span>
  );
}
