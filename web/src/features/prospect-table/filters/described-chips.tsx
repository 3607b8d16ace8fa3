import type { TableFilter } from '@overture/domain/leads/filters';
import { FilterChips } from '../../../ui/layout/filter-bar.tsx';
import { describeFilter, type FilterColumn } from './filter-columns.ts';

export interface DescribedChipsProps {
  columns: readonly FilterColumn[];
  filters: readonly TableFilter[];
  onRemove: (filter: TableFilter | undefined) => void;
  onOpen: () => void;
  onClear: () => void;
}

/** A chip for each filter, as a sentence. */
export function DescribedChips({ columns, filters, onRemove, ...props }: DescribedChipsProps) {
  return (
    <FilterChips
      chips={filters.map((filter, index) => ({ id: String(index), label: describeFilter(filter, columns) }))}
      onRemove={(id) => onRemove(filters[Number(id)])}
      {...props}
    />
  );
}
