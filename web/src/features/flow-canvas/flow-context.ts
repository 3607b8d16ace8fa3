import type { Step } from '@overture/contract/campaigns';
import type { Flow, FlowNode, Position } from '@overture/domain/flow/flow';
import { createContext, useContext } from 'react';

/** What the parts of the canvas can do; kept apart from their data so that an unchanged node is not drawn again. */
export interface FlowActions {
  flow: Flow;
  isEditable: boolean;
  openId: number | undefined;
  stepOf: (id: number) => Step | undefined;
  onOpen: (node: FlowNode) => void;
  onAdd: (position: Position) => void;
  onDelete: (node: FlowNode) => void;
  onDelay: (node: FlowNode, hours: number) => void;
}

export const FlowContext = createContext<FlowActions | undefined>(undefined);

/** The actions of the flow this part stands in. */
export function useFlow(): FlowActions {
  const actions = useContext(FlowContext);
  if (actions === undefined) throw new Error('Parts of a flow stand inside a FlowContext');
  return actions;
}
