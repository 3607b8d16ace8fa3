import { delayInHours } from '@overture/domain/flow/delays';
import { childrenOf, type Flow, firstNode } from '@overture/domain/flow/flow';

const HOURS_IN_DAY = 24;

/** Steps of a flow, and whole days from its start to the end of the longest way through it. */
export function countFlowFacts(flow: Flow): { steps: number; days: number } {
  const hoursFrom = (node: Flow[number] | undefined): number =>
    node === undefined ? 0 : delayInHours(node) + Math.max(0, ...childrenOf(flow, node.id).map(hoursFrom));
  return {
    steps: flow.filter(({ kind }) => kind === 'step').length,
    days: Math.ceil(hoursFrom(firstNode(flow)) / HOURS_IN_DAY),
  };
}
