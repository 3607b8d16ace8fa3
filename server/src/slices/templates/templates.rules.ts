import type { Template } from '@overture/contract/campaigns';
import type { FeatureFlag } from '@overture/domain/access/feature-flags';
import { delayInHours } from '@overture/domain/flow/delays';
import type { Branch, Flow, FlowNode, StepContent } from '@overture/domain/flow/flow';
import { type ConditionType, isStepType, nodeKind, type StepType } from '@overture/domain/flow/step-types';
import { parseStoredFlow } from '@overture/domain/flow/stored-flow';
import { presentFlow } from '@overture/domain/flow/wire-flow';
import type { TemplateRow } from './templates.store.ts';

/** A step of a written template; `days` is its delay, the type's default when left out. */
type WrittenStep = { type: StepType; days?: number } & Partial<StepContent>;

/** Steps from top to bottom; a condition ends the chain in two. */
type WrittenFlow = readonly (WrittenStep | { type: ConditionType; days?: number; yes: WrittenFlow; no: WrittenFlow })[];

/** A built-in template as it is written. Its id never changes and is below 1000. */
export interface WrittenTemplate {
  id: number;
  name: string;
  description: string;
  flow: WrittenFlow;
}

export interface ReadTemplate {
  id: number;
  name: string;
  description: string | null;
  created_at: Date | null;
  flow: FlowNode[];
}

const HOURS_IN_DAY = 24;

/** A written template as the tree that the flow rules know; ids count from 1. */
export function parseWritten({ id, name, description, flow }: WrittenTemplate): ReadTemplate {
  return { id, name, description, created_at: null, flow: growFlow(flow) };
}

function growFlow(written: WrittenFlow): FlowNode[] {
  const nodes: FlowNode[] = [];
  function grow(chain: WrittenFlow, parentId: number | null, firstBranch: Branch | null): void {
    let parent_id = parentId;
    let branch = firstBranch;
    for (const { days, ...entry } of chain) {
      const id = nodes.length + 1;
      const position = { id, parent_id, branch };
      const delay_in_hours = delayInHours({
        ...entry,
        delay_in_hours: days === undefined ? null : days * HOURS_IN_DAY,
      });
      if (isWrittenStep(entry)) nodes.push({ ...position, delay_in_hours, kind: 'step', ...entry });
      else {
        nodes.push({ ...position, delay_in_hours, kind: 'condition', type: entry.type });
        grow(entry.yes, id, 'yes');
        grow(entry.no, id, 'no');
        return;
      }
      parent_id = id;
      branch = null;
    }
  }
  grow(written, null, null);
  return nodes;
}

function isWrittenStep(entry: Omit<WrittenFlow[number], 'days'>): entry is Omit<WrittenStep, 'days'> {
  return isStepType(entry.type);
}

/** A stored template; null when what is stored is no flow. */
export function parseRow({ id, name, flow, created_at }: TemplateRow): ReadTemplate | null {
  const nodes = parseStoredFlow(flow);
  return nodes === null ? null : { id, name, description: null, created_at, flow: nodes };
}

/** True when no step type of a flow is switched off. */
export function isSwitchedOn(flow: Flow, disabled: readonly FeatureFlag[]): boolean {
  return flow.every(({ type }) => !disabled.includes(nodeKind(type).flag));
}

export function presentTemplate({ id, name, description, created_at, flow }: ReadTemplate): Template {
  const { steps, ...rest } = presentFlow(flow);
  return {
    id,
    name,
    description,
    created_at: created_at?.toISOString() ?? null,
    ...rest,
    steps: steps.map((step) => ({ ...step, attachments: [], attachment_total_size: 0 })),
  };
}
