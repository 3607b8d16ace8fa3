import { Menu } from '@mantine/core';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import type { SortState } from '../../../ui/table/columns.ts';
import { columnName } from '../columns/task-name.ts';
import classes from '../enrichment.module.css';
import type { TableRequest } from '../runs/use-start-research.ts';
import { t } from '../texts.ts';

const load = () => import('./column-menu-items.tsx');
const ColumnMenuItems = lazy(() => load().then((file) => ({ default: file.ColumnMenuItems })));

export interface ColumnMenuActions {
  searchId: number;
  table: TableRequest;
  sort: SortState | undefined;
  onSort: (sort: SortState | undefined) => void;
  onFilter: (promptId: number) => void;
  /** Tasks that may be neither changed nor run; their columns can still be deleted. */
  isTaskOff?: (task: EnrichmentPrompt) => boolean;
  /** The three are left out where research may not be changed. */
  onEdit?: ((promptId: number) => void) | undefined;
  onRun?: ((task: EnrichmentPrompt, amount: number) => void) | undefined;
  onDelete?: ((task: EnrichmentPrompt) => void) | undefined;
}

export function changesOf(task: EnrichmentPrompt, { isTaskOff, onEdit, onRun }: ColumnMenuActions) {
  return isTaskOff?.(task) ? {} : { onEdit, onRun };
}

/** Menu of a research column's header: edit, sort, filter, run for more leads, delete. What is in it is fetched as a hand comes near. */
export function ColumnMenu({ task, actions }: { task: EnrichmentPrompt; actions: ColumnMenuActions }) {
  return (
    <Menu position="bottom-end" withinPortal classNames={{ dropdown: classes.menu ?? '' }}>
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
