import type { Flow, FlowNode, Position } from '@overture/domain/flow/flow';
import { createContext, useContext } from 'react';

/** Actions of the canvas. The object stays the same while the flow changes, which avoids redrawing unchanged parts. */
export interface FlowActions {
  isEditable: boolean;
  onOpen: (node: FlowNode) => void;
  onAdd: (position: Position) => void;
  onDelete: (node: FlowNode) => void;
  onDelay: (node: FlowNode, hours: number) => void;
}

/** What is drawn: the tree, and how many files each step carries, by its id. */
export interface FlowData {
  flow: Flow;
  attachments: ReadonlyMap<number, number>;
}

export const FlowContext = createContext<FlowActions | undefined>(undefined);
export const FlowDataContext = createContext<FlowData>({ flow: [], attachments: new Map() });
export const OpenNodeContext = createContext<number | undefined>(undefined);

export function useFlow(): FlowActions {
  const actions = useContext(FlowContext);
  if (actions === undefined) throw new Error('Parts of a flow must be inside a FlowContext');
  return actions;
}

export function useFlowData(): FlowData {
  return useContext(FlowDataContext);
}
