import { Menu } from '@mantine/core';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { researchColumn } from '@overture/domain/leads/lead-columns';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChevronDown,
  IconFilter,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import type { SortState } from '../../../ui/table/columns.ts';
import { columnName } from '../columns/task-name.ts';
import classes from '../enrichment.module.css';
import type { TableRequest } from '../runs/use-start-research.ts';
import { t } from '../texts.ts';

const RunEntries = lazy(() => import('../runs/run-entries.tsx').then((file) => ({ default: file.RunEntries })));

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

/** Menu of a research column's header: edit, sort, filter, run for more leads, delete. */
export function ColumnMenu({ task, actions }: { task: EnrichmentPrompt; actions: ColumnMenuActions }) {
  const { onDelete } = actions;
  const { onEdit, onRun } = changesOf(task, actions);
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal
      classNames={{ dropdown: classes.menu ?? '' }}
    >
      <Menu.Target>
        <IconButton
          size="small"
          tooltip={false}
          className={`${classes.headMenu} opacity-0 focus-visible:opacity-100 aria-expanded:opacity-100`}
          label={t('column_menu', { name: columnName(task) })}
        >
          <IconChevronDown size={14} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit ? (
          <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onEdit(task.id)}>
            {t('edit_column')}
          </Menu.Item>
        ) : null}
        <SortPart field={researchColumn(task.id)} sort={actions.sort} onSort={actions.onSort} />
        <Menu.Item leftSection={<IconFilter size={15} aria-hidden />} onClick={() => actions.onFilter(task.id)}>
          {t('filter_column')}
        </Menu.Item>
        {onRun ? <RunPart task={task} actions={actions} isOpen={isOpen} onRun={onRun} /> : null}
        {onDelete ? (
          <>
            <Menu.Divider />
            <Menu.Item
              color="var(--red)"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => onDelete(task)}
            >
              {t('delete_column')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function SortPart({ field, sort, onSort }: Pick<ColumnMenuActions, 'sort' | 'onSort'> & { field: string }) {
  const direction = sort?.field === field ? sort.direction : undefined;
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowUp size={15} aria-hidden />}
        disabled={direction === 'asc'}
        onClick={() => onSort({ field, direction: 'asc' })}
      >
        {t('sort_asc')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={15} aria-hidden />}
        disabled={direction === 'desc'}
        onClick={() => onSort({ field, direction: 'desc' })}
      >
        {t('sort_desc')}
      </Menu.Item>
      {direction ? (
        <Menu.Item leftSection={<IconArrowsSort size={15} aria-hidden />} onClick={() => onSort(undefined)}>
          {t('sort_none')}
        </Menu.Item>
      ) : null}
    </>
  );
}

interface RunPartProps {
  task: EnrichmentPrompt;
  actions: ColumnMenuActions;
  isOpen: boolean;
  onRun: (task: EnrichmentPrompt, amount: number) => void;
}

function RunPart({ task, actions, isOpen, onRun }: RunPartProps) {
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('run_heading')}</Menu.Label>
      {isOpen ? (
        <Suspense fallback={null}>
          <RunEntries
            searchId={actions.searchId}
            promptId={task.id}
            table={actions.table}
            costPerLead={task.cost_per_lead}
            isLookup={task.is_data_enrichment}
            onRun={(amount) => onRun(task, amount)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
