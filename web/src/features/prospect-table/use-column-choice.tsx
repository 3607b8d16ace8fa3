import { Menu, useMatches } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { readStored, writeStoredEntry } from '../../lib/storage.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { t } from './texts.ts';

/** Columns a person wants to see; which are hidden is remembered per table. The first one always stays. */
export function useColumnChoice<Row>(
  tableId: string,
  columns: readonly DataColumn<Row>[],
  more: readonly MenuEntry[] = [],
) {
  const [hidden, setHidden] = useState(() => readHidden(tableId));
  const shown = useMemo(
    () => columns.filter((column, index) => index === 0 || isShown(column, hidden)),
    [columns, hidden],
  );
  function hide(ids: readonly string[]) {
    setHidden(ids);
    writeStoredEntry('hidden-columns', tableId, ids.length > 0 ? [...ids] : undefined);
  }
  return { shown, menu: <ColumnsMenu columns={columns.slice(1)} hidden={hidden} onHide={hide} more={more} /> };
}

/** What else can be done from the menu of columns. */
interface MenuEntry {
  label: string;
  onSelect: () => void;
}

/** Before the id of a column that is hidden at first and was asked for. */
const ASKED_FOR = '+';
type Choosable = Pick<DataColumn<never>, 'id' | 'isHiddenAtFirst'>;

function isShown({ id, isHiddenAtFirst }: Choosable, hidden: readonly string[]): boolean {
  return isHiddenAtFirst ? hidden.includes(ASKED_FOR + id) : !hidden.includes(id);
}

function withShown({ id, isHiddenAtFirst }: Choosable, hidden: readonly string[], isWanted: boolean): string[] {
  const entry = isHiddenAtFirst ? ASKED_FOR + id : id;
  const others = hidden.filter((known) => known !== entry);
  return isWanted === (isHiddenAtFirst ?? false) ? [...others, entry] : others;
}

function readHidden(tableId: string): readonly string[] {
  const ids: unknown = readStored('hidden-columns', {})[tableId];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

interface ColumnsMenuProps<Row> {
  columns: readonly DataColumn<Row>[];
  hidden: readonly string[];
  onHide: (ids: readonly string[]) => void;
  more: readonly MenuEntry[];
}

function ColumnsMenu<Row>({ columns, hidden, onHide, more }: ColumnsMenuProps<Row>) {
  // Two-line rows have no columns.
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  if (isNarrow) return null;
  const count = columns.filter((column) => !isShown(column, hidden)).length;
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
      <Menu.Dropdown mah="min(70dvh, 520px)" style={{ overflowY: 'auto' }}>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={isShown(column, hidden)}
            onChange={(isWanted) => onHide(withShown(column, hidden, isWanted))}
          >
            {column.label ?? column.header}
          </Menu.CheckboxItem>
        ))}
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
