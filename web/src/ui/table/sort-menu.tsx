import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { AppButton } from '../inputs/app-button.tsx';
import { ActionMenu } from '../overlays/action-menu.tsx';
import { fillText, uiTexts } from '../ui-texts.ts';
import { type DataColumn, nextSort, type SortState } from './columns.ts';

interface SortMenuProps<Row> {
  columns: readonly DataColumn<Row>[];
  sort: SortState | undefined;
  onSortChange: ((sort: SortState | undefined) => void) | undefined;
}

const arrows = { asc: IconArrowUp, desc: IconArrowDown };
const words = { asc: uiTexts.ascending, desc: uiTexts.descending };

/** What clicks on the headers do, where a narrow screen shows none: ascending, descending, as it was. */
export function SortMenu<Row>({ columns, sort, onSortChange }: SortMenuProps<Row>) {
  const sortable = columns.filter(({ sort_field }) => sort_field !== undefined);
  if (!onSortChange || sortable.length === 0) return null;
  const name = (column: DataColumn<Row>) =>
    column.label ?? (typeof column.header === 'string' ? column.header : column.id);
  const current = sortable.find(({ sort_field }) => sort_field === sort?.field);
  const Arrow = current && sort ? arrows[sort.direction] : IconArrowsSort;
  const entries = sortable.map((column) => {
    const direction = column === current ? sort?.direction : undefined;
    const Mark = direction && arrows[direction];
    return {
      id: column.id,
      label: direction ? `${name(column)}, ${words[direction]}` : name(column),
      icon: Mark ? <Mark size={15} aria-hidden /> : <span className="inline-block w-[15px]" />,
      onSelect: () => onSortChange(nextSort(sort, column.sort_field as string)),
    };
  });
  return (
    <div className="flex flex-none justify-end py-1 px-gutter">
      <ActionMenu entries={entries}>
        <AppButton kind="quiet" size="small" icon={<Arrow size={15} aria-hidden />}>
          {current ? fillText(uiTexts.sortBy, { column: name(current) }) : uiTexts.notSorted}
        </AppButton>
      </ActionMenu>
    </div>
  );
}
