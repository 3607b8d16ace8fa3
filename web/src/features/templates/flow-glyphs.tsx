import { childrenOf, type Flow, type FlowNode, firstNode } from '@overture/domain/flow/flow';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { StepGlyph } from '../node-kinds/index.ts';
import classes from './templates.module.css';

/** A flow as a chain of glyphs; a condition splits it in two, yes above no. Decoration: the words beside it say what counts. */
export function FlowGlyphs({ flow }: { flow: Flow }) {
  return (
    <span className="inline-flex max-w-full overflow-hidden" aria-hidden>
      <Chain flow={flow} node={firstNode(flow)} />
    </span>
  );
}

/** More steps than fit are counted. */
const longest = 7;

function Chain({ flow, node }: { flow: Flow; node: FlowNode | undefined }) {
  const chain: FlowNode[] = [];
  for (let at = node; at !== undefined; at = at.kind === 'step' ? childrenOf(flow, at.id)[0] : undefined) {
    chain.push(at);
  }
  const shown = chain.slice(0, longest);
  const last = shown.at(-1);
  return (
    <span className="inline-flex items-center">
      {shown.map((entry) => (
        <span key={entry.id} className={classes.link} title={nodeKindLabel(entry.type)}>
          <StepGlyph type={entry.type} size={20} />
        </span>
      ))}
      {chain.length > longest ? <span className="ms-1 text-ink-3 text-meta">+{chain.length - longest}</span> : null}
      {last?.kind === 'condition' ? <Branches flow={flow} condition={last} /> : null}
    </span>
  );
}

function Branches({ flow, condition }: { flow: Flow; condition: FlowNode }) {
  return (
    <span className={`${classes.branches} inline-flex flex-col gap-0.75 ms-1 py-px border-s border-line-control`}>
      {childrenOf(flow, condition.id).map((child) => (
        <span key={child.id} className={classes.link}>
          <Chain flow={flow} node={child} />
        </span>
      ))}
    </span>
  );
}
