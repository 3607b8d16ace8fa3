import { Menu, useMatches } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { readStored, writeStoredEntry } from '../../lib/storage.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { type DataColumn, orderColumns } from '../../ui/table/columns.ts';
import { t } from './texts.ts';

/** Rows that decide which optional columns are empty, and the list they belong to. */
interface RowsOf<Row> {
  key: string | number;
  rows: readonly Row[] | undefined;
}

/**
 * Visible columns of a table in the order that the user gave them. Both are remembered per table; the first column is always visible and
 * first. With `of`, optional columns appear once a row has a value, unless the user decided otherwise.
 */
export function useColumnChoice<Row>(
  tableId: string,
  columns: readonly DataColumn<Row>[],
  more: readonly MenuEntry[] = [],
  of?: RowsOf<Row>,
) {
  const [hidden, setHidden] = useState(() => readIds('hidden-columns', tableId));
  const filled = useFilledColumns(columns, of);
  const { ordered, isOrdered, order, reorder } = useColumnOrder(tableId, columns);
  const shown = useMemo(
    () => ordered.filter((column, index) => index === 0 || isShown(column, hidden, filled)),
    [ordered, hidden, filled],
  );
  const moves = useMemo(() => ({ shown, columns: ordered, order, onOrder: reorder }), [shown, ordered, order, reorder]);
  function hide(ids: readonly string[]) {
    setHidden(ids);
    writeStoredEntry('hidden-columns', tableId, ids.length > 0 ? [...ids] : undefined);
  }
  /** Shows these columns in this order; none brings back those that are shown at first. */
  function choose(ids: readonly string[]) {
    const chosen = columns
      .slice(1)
      .reduce<readonly string[]>((known, column) => withShown(column, known, ids.includes(column.id)), []);
    hide(ids.length === 0 ? [] : chosen);
    reorder(ids);
  }
  const restore = isOrdered ? [{ label: t('columns_order'), onSelect: () => reorder([]) }] : [];
  const menu = (
    <ColumnsMenu columns={ordered.slice(1)} {...{ hidden, filled }} more={[...restore, ...more]} onHide={hide} />
  );
  return { shown, ordered, isOrdered, menu, choose, moves };
}

/** Columns in the order that the user gave them. Ids of columns that other lists have are kept in it. */
function useColumnOrder<Row>(tableId: string, columns: readonly DataColumn<Row>[]) {
  const [order, setOrder] = useState(() => readIds('column-order', tableId));
  const ordered = useMemo(() => orderColumns(columns, order), [columns, order]);
  const reorder = useCallback(
    (ids: readonly string[]) => {
      setOrder(ids);
      writeStoredEntry('column-order', tableId, ids.length > 0 ? [...ids] : undefined);
    },
    [tableId],
  );
  return { ordered, isOrdered: ordered.some((column, index) => column !== columns[index]), order, reorder };
}

/** Columns that have had a value in this list, remembered to keep the layout on the next visit. Null before the first row is loaded. */
function useFilledColumns<Row>(columns: readonly DataColumn<Row>[], of: RowsOf<Row> | undefined) {
  const key = String(of?.key ?? '');
  const [known, setKnown] = useState(() => ({ key, ids: loadFilled(key) }));
  const ids = known.key === key ? known.ids : loadFilled(key);
  const found = columns.filter(({ id, hasValue }) => !ids?.includes(id) && hasValue && of?.rows?.some(hasValue));
  if (known.key !== key || found.length > 0) setKnown({ key, ids: [...(ids ?? []), ...found.map(({ id }) => id)] });
  useEffect(() => {
    if (known.key !== '' && known.ids !== null) writeStoredEntry('filled-columns', known.key, [...known.ids]);
  }, [known]);
  return ids?.length || of?.rows?.length ? (ids ?? []) : null;
}

type Filled = readonly string[] | null;

function loadFilled(key: string): Filled {
  const ids: unknown = readStored('filled-columns', {})[key];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : null;
}

/** What else can be done from the menu of columns. */
interface MenuEntry {
  label: string;
  onSelect: () => void;
}

/** Before the id of a column that is hidden at first and was asked for. */
const ASKED_FOR = '+';
type Choosable = Pick<DataColumn<never>, 'id' | 'isHiddenAtFirst' | 'hasValue'>;

function isShown(column: Choosable, hidden: readonly string[], filled: Filled): boolean {
  if (hidden.includes(ASKED_FOR + column.id)) return true;
  return !hidden.includes(column.id) && isShownAtFirst(column, filled);
}

const isShownAtFirst = ({ id, isHiddenAtFirst, hasValue }: Choosable, filled: Filled): boolean =>
  hasValue && filled !== null ? filled.includes(id) : !isHiddenAtFirst;

/** Stores a choice that differs from the default. Optional columns have no fixed default, so their choice is always stored. */
function withShown(column: Choosable, hidden: readonly string[], isWanted: boolean): string[] {
  const { id, hasValue, isHiddenAtFirst = false } = column;
  const others = hidden.filter((known) => known !== id && known !== ASKED_FOR + id);
  if (!hasValue && isWanted !== isHiddenAtFirst) return others;
  return [...others, isWanted ? ASKED_FOR + id : id];
}

function readIds(key: 'hidden-columns' | 'column-order', tableId: string): readonly string[] {
  const ids: unknown = readStored(key, {})[tableId];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

interface ColumnsMenuProps<Row> {
  columns: readonly DataColumn<Row>[];
  hidden: readonly string[];
  filled: Filled;
  onHide: (ids: readonly string[]) => void;
  more: readonly MenuEntry[];
}

function ColumnsMenu<Row>({ columns, hidden, filled, onHide, more }: ColumnsMenuProps<Row>) {
  // Two-line rows have no columns.
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  if (isNarrow) return null;
  const count = columns.filter((column) => !isShown(column, hidden, filled)).length;
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <AppButton
          kind="quiet"
          icon={<IconColumns3 size={15} aria-hidden />}
          aria-haspopup="menu"
          aria-label={count > 0 ? t('columns_hidden', { count }) : t('columns')}
        >
          {t('columns')}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>
        {/* Only the columns scroll: the actions below stay visible. */}
        <div className="max-h-[min(56dvh,440px)] overflow-y-auto">
          {columns.map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              checked={isShown(column, hidden, filled)}
              onChange={(isWanted) => onHide(withShown(column, hidden, isWanted))}
            >
              {column.label ?? column.header}
            </Menu.CheckboxItem>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item
          disabled={count === 0}
          onClick={() => onHide(columns.flatMap((column) => withShown(column, [], true)))}
        >
          {t('columns_all')}
        </Menu.Item>
        {more.map(({ label, onSelect }) => (
          <Menu.Item key={label} closeMenuOnClick onClick={onSelect}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
