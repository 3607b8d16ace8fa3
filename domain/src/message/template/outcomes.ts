import type { Expression } from './expression.ts';
import type { TreeNode } from './tree.ts';

/** The count of outcomes is capped at this. */
const MOST_OUTCOMES = 1_000_000;

type Spin = Extract<TreeNode<unknown>, { kind: 'spin' }>;

/** Groups of options in the order of the text. */
export function listSpins(nodes: readonly TreeNode<unknown>[]): Spin[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'spin') return [node, ...node.options.flatMap(listSpins)];
    return node.kind === 'if' ? node.branches.flatMap((branch) => listSpins(branch.nodes)) : [];
  });
}

/** How many different texts the options of a message can give one lead. Of a condition the richest branch counts. */
export function countOutcomes<Other>(nodes: readonly TreeNode<Other>[]): number {
  const count = (node: TreeNode<Other>): number => {
    if (node.kind === 'spin') return node.options.reduce((sum, option) => sum + countOutcomes(option), 0);
    if (node.kind === 'if') return Math.max(1, ...node.branches.map((branch) => countOutcomes(branch.nodes)));
    return 1;
  };
  return nodes.reduce((product, node) => Math.min(MOST_OUTCOMES, product * count(node)), 1);
}

/** Characters of the longest text that options and conditions can give; what an output counts is said by `measure`. */
export function longestOutcome<Other>(
  nodes: readonly TreeNode<Other>[],
  measure: { output: (expression: Expression, source: string) => number; other: (other: Other) => number },
): number {
  const longest = (node: TreeNode<Other>): number => {
    switch (node.kind) {
      case 'text':
        return [...node.text].length;
      case 'unknown':
        return [...node.source].length;
      case 'other':
        return measure.other(node.other);
      case 'output':
        return measure.output(node.expression, node.source);
      case 'if':
        return Math.max(...node.branches.map((branch) => longestOutcome(branch.nodes, measure)));
      case 'spin':
        return Math.max(...node.options.map((option) => longestOutcome(option, measure)));
    }
  };
  return nodes.reduce((sum, node) => sum + longest(node), 0);
}
