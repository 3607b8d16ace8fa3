import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fillText, uiTexts } from '../ui-texts.ts';
import classes from './layout.module.css';

/** Row under the title: search first, chips that can be removed one by one, tools at the right end. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 pt-0 px-gutter pb-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-1">
      <div className={`${classes.start} flex flex-1 flex-wrap items-center gap-2 min-w-0`}>{children}</div>
      {end ? (
        <div className="flex flex-none items-center gap-1 max-sm:flex-wrap max-sm:gap-y-2 max-sm:min-h-(--control-height-small)">
          {end}
        </div>
      ) : null}
    </div>
  );
}

export interface FilterChip {
  id: string;
  /** What is filtered and how ("Industry is Software"). */
  label: string;
}

interface FilterChipsProps {
  chips: readonly FilterChip[];
  onRemove: (id: string) => void;
  onOpen?: (id: string) => void;
  onClear?: () => void;
}

/** Active filters; each can be taken away alone. */
export function FilterChips({ chips, onRemove, onOpen, onClear }: FilterChipsProps) {
  return (
    <>
      {chips.map((chip) => (
        <span key={chip.id} className={classes.chip}>
          {onOpen ? (
            <button
              type="button"
              className={`${classes.chipText} bare py-0 pe-0.5 ps-2.5 text-inherit truncate`}
              onClick={() => onOpen(chip.id)}
            >
              {chip.label}
            </button>
          ) : (
            <span className={`${classes.chipText} bare py-0 pe-0.5 ps-2.5 text-inherit truncate`}>{chip.label}</span>
          )}
          <button
            type="button"
            className={classes.chipRemove}
            aria-label={fillText(uiTexts.removeFilter, { name: chip.label })}
            onClick={() => onRemove(chip.id)}
          >
            <IconX size={13} aria-hidden />
          </button>
        </span>
      ))}
      {onClear && chips.length > 1 ? (
        <button
          type="button"
          className="bare py-0 px-1 text-ink-3 text-table cursor-pointer hover:text-ink hover:underline"
          onClick={onClear}
        >
          {uiTexts.clearFilters}
        </button>
      ) : null}
    </>
  );
}

interface ListFilterChipsProps<Name extends string> {
  filters: Record<Name, readonly (string | number)[]>;
  names: readonly Name[];
  options: Record<Name, readonly { value: string; label: string }[]>;
  /** Text of a chip, from the label of what was chosen. */
  textOf: (name: Name, chosen: string) => string;
  /** What is left of a filter without the removed value. */
  onRemove: (name: Name, left: (string | number)[]) => void;
  onClear: () => void;
}

/** A chip for each value that is chosen in some lists. */
export function ListFilterChips<Name extends string>({
  filters,
  names,
  options,
  textOf,
  onRemove,
  onClear,
}: ListFilterChipsProps<Name>) {
  const chips = names.flatMap((name) =>
    filters[name].map((value) => ({
      id: `${name}:${value}`,
      label: textOf(name, options[name].find((option) => option.value === String(value))?.label ?? String(value)),
    })),
  );
  function remove(id: string) {
    const [name, value] = id.split(':') as [Name, string];
    onRemove(
      name,
      filters[name].filter((chosen) => String(chosen) !== value),
    );
  }
  return <FilterChips chips={chips} onRemove={remove} onClear={onClear} />;
}
