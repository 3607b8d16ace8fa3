import type { ColumnFilter, FilterGroup, TableFilter } from '@overture/domain/leads/filters';
import { isGroup } from '@overture/domain/leads/filters';
import { isComplete } from './filter-operators.ts';

/** Filters while they are edited: incomplete ones among them, each with a key that stays. */
export type FilterNode = FilterLeaf | FilterBranch;
export interface FilterLeaf {
  key: number;
  filter: ColumnFilter;
}
export interface FilterBranch {
  key: number;
  match: FilterGroup['match'];
  nodes: readonly FilterNode[];
}

export const isBranch = (node: FilterNode): node is FilterBranch => 'nodes' in node;

/** The filters of a table as one branch. A group that is all there is becomes the branch itself. */
export function toTree(filters: readonly TableFilter[], nextKey: () => number): FilterBranch {
  const [first] = filters;
  if (first !== undefined && filters.length === 1 && isGroup(first)) return toBranch(first, nextKey);
  return toBranch({ match: 'all', filters: [...filters] }, nextKey);
}

function toBranch({ match, filters }: FilterGroup, nextKey: () => number): FilterBranch {
  const nodes = filters.map((filter) => (isGroup(filter) ? toBranch(filter, nextKey) : { key: nextKey(), filter }));
  return { key: nextKey(), match, nodes };
}

/** The filters of a tree that ask for something. */
export function fromTree(tree: FilterBranch): TableFilter[] {
  const filters = tree.nodes.flatMap((node): TableFilter[] => {
    if (!isBranch(node)) return isComplete(node.filter) ? [node.filter] : [];
    const inner = fromNodes(node);
    return inner.length === 0 ? [] : [{ match: node.match, filters: inner }];
  });
  return tree.match === 'any' && filters.length > 1 ? [{ match: 'any', filters }] : filters;
}

function fromNodes(branch: FilterBranch): TableFilter[] {
  return fromTree({ ...branch, match: 'all' });
}

/** The tree with one node changed, or without it where `change` gives none. */
export function changeNode(
  tree: FilterBranch,
  key: number,
  change: (node: FilterNode) => FilterNode | undefined,
): FilterBranch {
  const nodes = tree.nodes.flatMap((node): FilterNode[] => {
    if (node.key === key) return [change(node) ?? []].flat();
    return [isBranch(node) ? changeNode(node, key, change) : node];
  });
  return { ...tree, nodes };
}

export function addNode(tree: FilterBranch, branchKey: number, added: FilterNode): FilterBranch {
  if (tree.key === branchKey) return { ...tree, nodes: [...tree.nodes, added] };
  return { ...tree, nodes: tree.nodes.map((node) => (isBranch(node) ? addNode(node, branchKey, added) : node)) };
}

export function countLeaves(tree: FilterBranch): number {
  return tree.nodes.reduce((sum, node) => sum + (isBranch(node) ? countLeaves(node) : 1), 0);
}
