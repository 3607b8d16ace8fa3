import { Menu, useMatches } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { readStored, writeStoredEntry } from '../../lib/storage.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { t } from './texts.ts';

/** Columns a person wants to see; which are hidden is remembered per table. The first one always stays. */
export function useColumnChoice<Row>(tableId: string, columns: readonly DataColumn<Row>[]) {
  const [hidden, setHidden] = useState(() => readHidden(tableId));
  const shown = useMemo(
    () => columns.filter(({ id }, index) => index === 0 || !hidden.includes(id)),
    [columns, hidden],
  );
  function hide(ids: readonly string[]) {
    setHidden(ids);
    writeStoredEntry('hidden-columns', tableId, ids.length > 0 ? [...ids] : undefined);
  }
  return { shown, menu: <ColumnsMenu columns={columns.slice(1)} hidden={hidden} onHide={hide} /> };
}

function readHidden(tableId: string): readonly string[] {
  const ids: unknown = readStored('hidden-columns', {})[tableId];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

interface ColumnsMenuProps<Row> {
  columns: readonly DataColumn<Row>[];
  hidden: readonly string[];
  onHide: (ids: readonly string[]) => void;
}

function ColumnsMenu<Row>({ columns, hidden, onHide }: ColumnsMenuProps<Row>) {
  // Two-line rows have no columns.
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  if (isNarrow) return null;
  const count = columns.filter(({ id }) => hidden.includes(id)).length;
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
        {columns.map(({ id, label, header }) => (
          <Menu.CheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            onChange={(isShown) => onHide(isShown ? hidden.filter((known) => known !== id) : [...hidden, id])}
          >
            {label ?? header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={count === 0} onClick={() => onHide([])}>
          {t('columns_all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
