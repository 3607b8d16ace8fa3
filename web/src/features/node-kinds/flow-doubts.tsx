import type { Flow } from '@overture/domain/flow/flow';
import { findFlowDoubts } from '@overture/domain/flow/flow-doubts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { StepGlyph } from './step-glyph.tsx';

/** Warnings about steps that rarely do what the user wants. They never block a start. */
export function FlowDoubts({ flow, title }: { flow: Flow; title: string }) {
  const doubts = findFlowDoubts(flow);
  if (doubts.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 mt-4 p-3 border border-line rounded-card bg-amber-soft text-table">
      <h3 className="m-0 text-table font-medium">{title}</h3>
      <ul className="flex flex-col gap-2 m-0 p-0 list-none">
        {doubts.map(({ node_id, type, text }) => (
          <li key={node_id} className="flex items-start gap-2.5">
            <StepGlyph type={type} />
            <span className="min-w-0">
              <strong className="block font-medium">{nodeKindLabel(type)}</strong>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
