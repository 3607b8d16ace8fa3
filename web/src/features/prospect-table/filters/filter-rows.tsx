import type { TableFilter } from '@overture/domain/leads/filters';
import { operationsOf } from '@overture/domain/leads/filters';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import { type FilterColumn, isComplete } from './filter-columns.ts';
import type { FilterPanelProps } from './filter-panel.tsx';
import { FilterRow } from './filter-row.tsx';

type Draft = TableFilter & { key: number };

const typingPause = 300;

interface FilterRowsProps extends Pick<FilterPanelProps, 'columns' | 'filters' | 'onChange' | 'startColumn'> {
  onDone: () => void;
}

export function FilterRows({ columns, filters, onChange, startColumn, onDone }: FilterRowsProps) {
  const nextKey = useRef(0);
  const blank = (column = columns[0]?.id ?? ''): Draft => {
    return { key: nextKey.current++, column, operation: 'contains', value: '' };
  };
  const [drafts, setDrafts] = useState<Draft[]>(() => {
    const known = filters.map((filter) => ({ ...filter, key: nextKey.current++ }));
    if (startColumn !== undefined) return [...known, blank(startColumn)];
    return known.length > 0 ? known : [blank()];
  });
  const notify = useDebouncedChange(onChange);

  function change(next: Draft[], isTyping = false) {
    setDrafts(next);
    notify(
      next.filter(isComplete).map(({ column, operation, value }) => ({ column, operation, value })),
      isTyping,
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-2 max-h-[50vh] m-0 p-0.75 overflow-y-auto list-none">
        {drafts.map((draft, index) => (
          <FilterRow
            key={draft.key}
            number={index + 1}
            filter={draft}
            columns={columns}
            onChange={(filter, isTyping) =>
              change(
                drafts.map((known) =>
                  known.key === draft.key ? onlyPossible({ ...known, ...filter }, columns) : known,
                ),
                isTyping,
              )
            }
            onRemove={() => change(drafts.filter((known) => known.key !== draft.key))}
            onDone={onDone}
          />
        ))}
      </ul>
      {drafts.length === 0 ? <p className="pt-1 px-0.75 pb-2 text-ink-3 text-table">{t('filter_none')}</p> : null}
      <Foot
        count={drafts.length}
        onAdd={() => setDrafts([...drafts, blank()])}
        onClear={() => change([])}
        onDone={onDone}
      />
    </>
  );
}

interface FootProps {
  count: number;
  onAdd: () => void;
  onClear: () => void;
  onDone: () => void;
}

function Foot({ count, onAdd, onClear, onDone }: FootProps) {
  return (
    <div className="flex items-center justify-between gap-2 mt-3">
      <AppButton
        kind="quiet"
        size="small"
        icon={<IconPlus size={15} aria-hidden />}
        disabled={count >= REQUEST_LIMITS.max_filters}
        onClick={onAdd}
      >
        {t('filter_add')}
      </AppButton>
      <span className="flex gap-1">
        {count > 0 ? (
          <AppButton kind="quiet" size="small" onClick={onClear}>
            {t('filter_clear')}
          </AppButton>
        ) : null}
        <AppButton kind="primary" size="small" onClick={onDone}>
          {t('filter_done')}
        </AppButton>
      </span>
    </div>
  );
}

/** An operation that the new column does not have becomes its first one. */
function onlyPossible(draft: Draft, columns: readonly FilterColumn[]): Draft {
  const operations = operationsOf(columns.find(({ id }) => id === draft.column)?.kind ?? 'text');
  return operations.includes(draft.operation) ? draft : { ...draft, operation: operations[0] ?? 'contains' };
}

/** Applies choices immediately and typing after a pause; pending text is applied when the panel closes. */
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
