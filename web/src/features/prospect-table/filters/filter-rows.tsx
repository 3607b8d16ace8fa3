import { NativeSelect } from '@mantine/core';
import type { ColumnFilter, TableFilter } from '@overture/domain/leads/filters';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import type { FilterColumn } from './filter-columns.ts';
import { withColumn } from './filter-operators.ts';
import type { FilterPanelProps } from './filter-panel.tsx';
import { FilterRow } from './filter-row.tsx';
import {
  addNode,
  changeNode,
  countLeaves,
  type FilterBranch,
  type FilterLeaf,
  fromTree,
  isBranch,
  toTree,
} from './filter-tree.ts';
import { withHistory } from './history-columns.ts';
import { t } from './texts.ts';

const typingPause = 300;
const ignore = () => {};

interface FilterRowsProps extends Pick<FilterPanelProps, 'columns' | 'filters' | 'onChange' | 'startColumn'> {
  /** Left out where they are part of a form: they then begin without a row. */
  onDone?: () => void;
  emptyText?: string;
}

/** Filters and groups of filters. Typing is applied after a pause, choices immediately. */
export function FilterRows({ columns: shown, filters, onChange, startColumn, onDone, emptyText }: FilterRowsProps) {
  const columns = useMemo(() => withHistory(shown), [shown]);
  const firstColumn = startColumn ?? (onDone && filters.length === 0 ? columns[0]?.id : undefined);
  const { tree, change, blank, newKey } = useFilterTree(columns, filters, onChange, firstColumn);
  const count = countLeaves(tree);
  function addGroup() {
    const { key } = blank();
    change(addNode(tree, tree.key, { key, match: tree.match === 'all' ? 'any' : 'all', nodes: [blank(), blank()] }));
  }
  return (
    <>
      <MatchChoice branch={tree} label={t('filter_match')} onMatch={(match) => change({ ...tree, match })} />
      <Branch
        branch={tree}
        columns={columns}
        prefix=""
        newKey={newKey}
        isFull={count >= REQUEST_LIMITS.max_filters}
        onChange={(key, next, isTyping) =>
          change(
            changeNode(tree, key, () => next),
            // A form may be sent right after typing.
            isTyping && onDone !== undefined,
          )
        }
        onAdd={(key) => change(addNode(tree, key, blank()))}
        onDone={onDone}
      />
      {count === 0 ? <p className="pt-1 px-0.75 pb-2 text-ink-3 text-table">{emptyText ?? t('filter_none')}</p> : null}
      <Foot
        count={count}
        onAdd={() => change(addNode(tree, tree.key, blank()))}
        onAddGroup={addGroup}
        onClear={() => change({ ...tree, nodes: [] })}
        onDone={onDone}
      />
    </>
  );
}

function useFilterTree(
  columns: FilterRowsProps['columns'],
  filters: FilterRowsProps['filters'],
  onChange: FilterRowsProps['onChange'],
  startColumn: string | undefined,
) {
  const lastKey = useRef(0);
  const [newKey, setNewKey] = useState(0);
  const nextKey = () => {
    lastKey.current += 1;
    return lastKey.current;
  };
  const blank = (id = columns[0]?.id ?? ''): FilterLeaf => {
    const kind = columns.find((column) => column.id === id)?.kind ?? 'text';
    return { key: nextKey(), filter: withColumn({ column: id, operation: 'contains', value: '' }, id, kind) };
  };
  const [tree, setTree] = useState<FilterBranch>(() => {
    const known = toTree(filters, nextKey);
    return startColumn === undefined ? known : addNode(known, known.key, blank(startColumn));
  });
  const notify = useDebouncedChange(onChange);
  function change(next: FilterBranch, isTyping = false) {
    setNewKey(countLeaves(next) > countLeaves(tree) ? lastKey.current : 0);
    setTree(next);
    notify(fromTree(next), isTyping);
  }
  return { tree, change, blank, newKey };
}

interface BranchProps {
  branch: FilterBranch;
  columns: readonly FilterColumn[];
  /** Numbers of the groups around it. */
  prefix: string;
  /** The row that was just added. */
  newKey: number;
  isFull: boolean;
  onChange: (key: number, next: FilterLeaf | FilterBranch | undefined, isTyping?: boolean) => void;
  onAdd: (branchKey: number) => void;
  onDone: (() => void) | undefined;
}

/** The rows of a branch; a group in it has a frame and its own rows. */
function Branch(props: BranchProps) {
  const { branch, columns, prefix, newKey, onChange, onDone } = props;
  const scroll = prefix === '' ? 'max-h-[50vh] overflow-y-auto p-0.75' : '';
  return (
    <ul className={`flex flex-col gap-2 m-0 p-0 list-none ${scroll}`}>
      {branch.nodes.map((node, index) => {
        const number = `${prefix}${index + 1}`;
        if (isBranch(node)) return <Group key={node.key} {...props} branch={node} prefix={number} />;
        return (
          <FilterRow
            key={node.key}
            number={number}
            filter={node.filter}
            columns={columns}
            takesFocus={node.key === newKey}
            onChange={(filter: ColumnFilter, isTyping) => onChange(node.key, { ...node, filter }, isTyping)}
            onRemove={() => onChange(node.key, undefined)}
            onDone={onDone ?? ignore}
          />
        );
      })}
    </ul>
  );
}

function Group(props: BranchProps) {
  const { branch, prefix, isFull, onChange, onAdd } = props;
  return (
    <li className="flex flex-col gap-2 p-2 border border-line rounded-[8px]">
      <span className="flex items-center justify-between gap-2">
        <MatchChoice
          branch={branch}
          label={t('group_match', { number: prefix })}
          onMatch={(match) => onChange(branch.key, { ...branch, match })}
        />
        <IconButton
          size="small"
          tooltip={false}
          label={t('group_remove', { number: prefix })}
          onClick={() => onChange(branch.key, undefined)}
        >
          <IconX size={15} aria-hidden />
        </IconButton>
      </span>
      <Branch {...props} prefix={`${prefix}.`} />
      <span>
        <AppButton
          kind="quiet"
          size="small"
          icon={<IconPlus size={15} aria-hidden />}
          disabled={isFull}
          aria-label={t('group_add', { number: prefix })}
          onClick={() => onAdd(branch.key)}
        >
          {t('filter_add')}
        </AppButton>
      </span>
    </li>
  );
}

interface MatchChoiceProps {
  branch: FilterBranch;
  label: string;
  onMatch: (match: FilterBranch['match']) => void;
}

/** Whether all or any of the filters must hold; one filter needs no choice. */
function MatchChoice({ branch, label, onMatch }: MatchChoiceProps) {
  if (branch.nodes.length < 2) return <span />;
  return (
    <span className="flex items-center gap-2 pb-1 text-ink-2 text-table">
      {t('match_before')}
      <NativeSelect
        size="xs"
        aria-label={label}
        value={branch.match}
        data={[
          { value: 'all', label: t('match_all') },
          { value: 'any', label: t('match_any') },
        ]}
        onChange={(event) => onMatch(event.currentTarget.value === 'any' ? 'any' : 'all')}
      />
      {t('match_after')}
    </span>
  );
}

interface FootProps {
  count: number;
  onAdd: () => void;
  onAddGroup: () => void;
  onClear: () => void;
  onDone: (() => void) | undefined;
}

function Foot({ count, onAdd, onAddGroup, onClear, onDone }: FootProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 mt-3">
      <span className="flex gap-1">
        <AppButton
          kind="quiet"
          size="small"
          icon={<IconPlus size={15} aria-hidden />}
          disabled={count >= REQUEST_LIMITS.max_filters}
          onClick={onAdd}
        >
          {t('filter_add')}
        </AppButton>
        <AppButton
          kind="quiet"
          size="small"
          disabled={count === 0 || count + 2 > REQUEST_LIMITS.max_filters}
          onClick={onAddGroup}
        >
          {t('group_new')}
        </AppButton>
      </span>
      <span className="flex gap-1">
        {count > 0 ? (
          <AppButton kind="quiet" size="small" onClick={onClear}>
            {t('filter_clear')}
          </AppButton>
        ) : null}
        {onDone ? (
          <AppButton kind="primary" size="small" onClick={onDone}>
            {t('filter_done')}
          </AppButton>
        ) : null}
      </span>
    </div>
  );
}

/** Reports choices immediately and typing after a pause, or when the panel closes. */
function useDebouncedChange(onChange: (filters: TableFilter[]) => void) {
  const latest = useRef(onChange);
  const waiting = useRef<{ filters: TableFilter[]; timer: ReturnType<typeof setTimeout> } | undefined>(undefined);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(
    () => () => {
      if (waiting.current === undefined) return;
      clearTimeout(waiting.current.timer);
      latest.current(waiting.current.filters);
    },
    [],
  );
  return (filters: TableFilter[], isTyping: boolean) => {
    clearTimeout(waiting.current?.timer);
    function send() {
      waiting.current = undefined;
      latest.current(filters);
    }
    if (isTyping) waiting.current = { filters, timer: setTimeout(send, typingPause) };
    else send();
  };
}
