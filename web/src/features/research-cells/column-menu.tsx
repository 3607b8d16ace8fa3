import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type ColumnTask, columnName } from '../research-columns/index.ts';
import type { ColumnMenuActions } from './column-actions.ts';
import classes from './research-cells.module.css';
import { t } from './texts.ts';

const load = () => import('./menu/column-menu-items.tsx');
const ColumnMenuItems = lazyPart(() => load().then((file) => ({ default: file.ColumnMenuItems })));

/** Menu of a research column's header: edit, sort, filter, run for more leads, delete. What is in it is fetched as a hand comes near. */
export function ColumnMenu({ task, actions }: { task: ColumnTask; actions: ColumnMenuActions }) {
  return (
    <Menu position="bottom-end" withinPortal classNames={{ dropdown: 'min-w-70 max-w-[min(360px,calc(100vw-24px))]' }}>
      <Menu.Target>
        <IconButton
          size="small"
          tooltip={false}
          className={`${classes.headMenu} opacity-0 focus-visible:opacity-100 aria-expanded:opacity-100`}
          label={t('column_menu', { name: columnName(task) })}
          onPointerEnter={load}
          onFocus={load}
        >
          <IconChevronDown size={14} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={null}>
          <ColumnMenuItems task={task} actions={actions} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
