import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fillText, uiTexts } from '../ui-texts.ts';
import classes from './filter-bar.module.css';

/** Row under the title: search first, chips that can be removed one by one, tools at the right end. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={classes.bar}>
      <div className={classes.start}>{children}</div>
      {end ? <div className={classes.end}>{end}</div> : null}
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
            <button type="button" className={`${classes.chipText} truncate`} onClick={() => onOpen(chip.id)}>
              {chip.label}
            </button>
          ) : (
            <span className={`${classes.chipText} truncate`}>{chip.label}</span>
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
        <button type="button" className={classes.clear} onClick={onClear}>
          {uiTexts.clearFilters}
        </button>
      ) : null}
    </>
  );
}
