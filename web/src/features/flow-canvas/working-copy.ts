import type { Campaign } from '@overture/contract/campaigns';
import type { RevisionNodeInput } from '@overture/contract/revisions';
import { canEditFlow } from '@overture/domain/campaign/transitions';
import { defaultDelayInHours, listFormerFirstSteps, newDelayInHours } from '@overture/domain/flow/delays';
import { deleteNode, type FlowNode, insertNode, type Position } from '@overture/domain/flow/flow';
import { isStepType, type NodeType } from '@overture/domain/flow/step-types';
import { createContext, useContext } from 'react';
import { parseFlow } from './read-flow.ts';

export type CopyNode = RevisionNodeInput;

/**
 * The working copy of a campaign that runs, for everything that changes a flow: inside its context the same canvas and drawers write
 * there what they write into a draft otherwise.
 */
export interface WorkingCopy {
  /** Stores the nodes that `apply` makes of those there are; answers the campaign as it is edited. */
  change(apply: (nodes: CopyNode[]) => CopyNode[]): Promise<Campaign>;
}

export const WorkingCopyContext = createContext<WorkingCopy | undefined>(undefined);

export function useWorkingCopy(): WorkingCopy | undefined {
  return useContext(WorkingCopyContext);
}

/** Names the working copy in a request about one of its steps; empty for the flow that runs. */
export function useCopyFlag(): { in_working_copy?: true } {
  return useWorkingCopy() === undefined ? {} : { in_working_copy: true };
}

/** Whether the flow that is shown can be changed: a draft's, or a working copy. */
export function useIsFlowEditable(campaign: Pick<Campaign, 'status'>): boolean {
  return useWorkingCopy() !== undefined || canEditFlow(campaign.status);
}

/** A campaign's flow as its working copy is written. */
export function listCopyNodes(campaign: Pick<Campaign, 'steps' | 'conditions'>): CopyNode[] {
  const files = new Map(campaign.steps.map(({ id, attachments }) => [id, attachments.map((file) => file.id)]));
  return parseFlow(campaign).map(({ kind: _, version: __, delay_in_hours, ...node }) => ({
    ...node,
    delay_in_hours: delay_in_hours ?? defaultDelayInHours(node.type),
    attachment_ids: files.get(node.id) ?? [],
  }));
}

/** The nodes with a new one at a place; the server gives it its id. */
export function withNewNode(nodes: readonly CopyNode[], type: NodeType, position: Position): CopyNode[] {
  const id = Math.min(0, ...nodes.map((node) => node.id)) - 1;
  const flow = nodes.map(asFlowNode);
  const node: CopyNode = { id, type, ...position, delay_in_hours: newDelayInHours(flow, type, position) };
  const second = new Set(listFormerFirstSteps(flow, type, position).map((step) => step.id));
  const added = insertNode(flow, asFlowNode(node)).map(asCopyNode);
  return added.map((one) => (second.has(one.id) ? { ...one, delay_in_hours: defaultDelayInHours(one.type) } : one));
}

/** The nodes without one, joined as a draft's are. */
export function withoutNode(nodes: readonly CopyNode[], id: number): CopyNode[] {
  return deleteNode(nodes.map(asFlowNode), id).map(asCopyNode);
}

/** The nodes with something else said of one. */
export function withChange(nodes: readonly CopyNode[], id: number, change: Partial<CopyNode>): CopyNode[] {
  return nodes.map((node) => (node.id === id ? { ...node, ...change } : node));
}

type Carried = FlowNode & { carried: CopyNode };

function asFlowNode(node: CopyNode): Carried {
  const { id, parent_id, branch, delay_in_hours, type } = node;
  const place = { id, parent_id, branch, delay_in_hours, carried: node };
  return isStepType(type) ? { ...place, kind: 'step', type } : { ...place, kind: 'condition', type };
}

const asCopyNode = ({ carried, parent_id, branch }: Carried): CopyNode => ({ ...carried, parent_id, branch });
