import { childrenOf, type Flow, type FlowNode, firstNode } from '@overture/domain/flow/flow';
import { nodeKind } from '@overture/domain/flow/step-types';
import { StepGlyph } from '../node-kinds/index.ts';
import classes from './flow-glyphs.module.css';

/** A flow as a chain of glyphs; a condition splits it in two, yes above no. Decoration: the words beside it say what counts. */
export function FlowGlyphs({ flow }: { flow: Flow }) {
  return (
    <span className={classes.flow} aria-hidden>
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
    <span className={classes.chain}>
      {shown.map((entry) => (
        <span key={entry.id} className={classes.link} title={nodeKind(entry.type).label}>
          <StepGlyph type={entry.type} size={20} />
        </span>
      ))}
      {chain.length > longest ? <span className={classes.more}>+{chain.length - longest}</span> : null}
      {last?.kind === 'condition' ? <Branches flow={flow} condition={last} /> : null}
    </span>
  );
}

function Branches({ flow, condition }: { flow: Flow; condition: FlowNode }) {
  return (
    <span className={classes.branches}>
      {childrenOf(flow, condition.id).map((child) => (
        <span key={child.id} className={classes.link}>
          <Chain flow={flow} node={child} />
        </span>
      ))}
    </span>
  );
}
