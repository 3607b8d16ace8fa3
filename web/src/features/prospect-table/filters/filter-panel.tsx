import { Popover } from '@mantine/core';
import type { TableFilter } from '@overture/domain/leads/filters';
import { IconFilter } from '@tabler/icons-react';
import { Suspense } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { isListOpen } from '../../../ui/overlays/filter-popover.tsx';
import classes from '../prospect-table.module.css';
import { t } from '../texts.ts';
import type { FilterColumn } from './filter-columns.ts';

const FilterRows = lazyPart(() => import('./filter-rows.tsx').then((file) => ({ default: file.FilterRows })));

export interface FilterPanelProps {
  columns: readonly FilterColumn[];
  filters: readonly TableFilter[];
  /** Called with the filters that ask for something, shortly after the last change. */
  onChange: (filters: TableFilter[]) => void;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  /** Column of the filter that the panel opens with, besides those that are set. */
  startColumn?: string | undefined;
}

/** The filter button and its panel. Changes are applied without a button. */
export function FilterPanel(props: FilterPanelProps) {
  const { columns, filters, onChange, opened, onOpenedChange } = props;
  return (
    <Popover
      opened={opened}
      onChange={onOpenedChange}
      position="bottom-start"
      width="auto"
      trapFocus
      returnFocus
      // Escape closes the list of a field first; the panel listens for itself.
      closeOnEscape={false}
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <AppButton
          icon={<IconFilter size={15} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          aria-label={filters.length > 0 ? t('filter_active', { count: filters.length }) : t('filter')}
          onClick={() => onOpenedChange(!opened)}
        >
          {t('filter')}
        </AppButton>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.panel}
        aria-label={t('filters')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isListOpen(event.target)) onOpenedChange(false);
        }}
      >
        {opened ? (
          <Suspense fallback={null}>
            <FilterRows
              columns={columns}
              filters={filters}
              onChange={onChange}
              startColumn={props.startColumn}
              onDone={() => onOpenedChange(false)}
            />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
