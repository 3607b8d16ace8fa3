import { Menu } from '@mantine/core';
import { researchColumn } from '@overture/domain/leads/lead-columns';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconBolt,
  IconFilter,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { MoveItems } from '../../../ui/table/order/column-menu.tsx';
import type { ColumnTask } from '../../research-columns/index.ts';
import { RunEntries } from '../../research-tasks/index.ts';
import { type ColumnMenuActions, toChanges } from '../column-actions.ts';
import { t } from './texts.ts';

export function ColumnMenuItems({ task, actions }: { task: ColumnTask; actions: ColumnMenuActions }) {
  const { onDelete } = actions;
  const { onEdit, onRun, onAutomatic } = toChanges(task, actions);
  return (
    <>
      {onEdit ? (
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onEdit(task.id)}>
          {t('edit_column')}
        </Menu.Item>
      ) : null}
      <SortPart field={researchColumn(task.id)} sort={actions.sort} onSort={actions.onSort} />
      <Menu.Item leftSection={<IconFilter size={15} aria-hidden />} onClick={() => actions.onFilter(task.id)}>
        {t('filter_column')}
      </Menu.Item>
      <MoveItems columnId={researchColumn(task.id)} />
      {onRun ? (
        <>
          <Menu.Divider />
          <Menu.Label>{t('run_heading')}</Menu.Label>
          <RunEntries
            searchId={actions.searchId}
            promptId={task.id}
            table={actions.table}
            costPerLead={task.cost_per_lead}
            isLookup={task.is_data_enrichment}
            onRun={(amount) => onRun(task, amount)}
          />
        </>
      ) : null}
      {onAutomatic ? (
        <Menu.Item leftSection={<IconBolt size={15} aria-hidden />} onClick={() => onAutomatic(task)}>
          {t(task.automatic === null ? 'automatic_start' : 'automatic_change')}
        </Menu.Item>
      ) : null}
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
    </>
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
