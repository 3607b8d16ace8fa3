import type { FlowNode } from '@overture/domain/flow/flow';
import { useState } from 'react';

/** Keeps unchanged nodes as the same objects, which avoids redrawing them. */
export function reuseNodes(before: readonly FlowNode[], now: readonly FlowNode[]): readonly FlowNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  return now.map((node) => {
    const old = known.get(node.id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(node) ? old : node;
  });
}

/** A flow whose unchanged nodes keep their identity from one answer of the server to the next. */
export function useStableFlow(flow: readonly FlowNode[]): readonly FlowNode[] {
  const [state, setState] = useState({ given: flow, shown: flow });
  if (state.given === flow) return state.shown;
  const shown = reuseNodes(state.shown, flow);
  setState({ given: flow, shown });
  return shown;
}
