import type { NodeType } from '@overture/domain/flow/step-types';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { StepGlyph } from '../node-kinds/index.ts';

/** Glyph and name of a type, as the title of its drawer. */
export function PanelTitle({ type }: { type: NodeType }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <StepGlyph type={type} />
      {nodeKindLabel(type)}
    </span>
  );
}
