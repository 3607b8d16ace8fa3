import { Transition } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../inputs/app-button.tsx';
import { fillText, numberLocale, uiTexts } from '../ui-texts.ts';
import classes from './data-table.module.css';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  /** Wording of the count where the specification gives one ("3 campaign(s) selected"). */
  label?: string;
  children: ReactNode;
}

const rise = {
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: 'translateY(12px)' },
  transitionProperty: 'opacity, transform',
};

/** Rises from the bottom when rows are selected and holds what can be done with them. */
export function SelectionBar({ count, onClear, label, children }: SelectionBarProps) {
  return (
    <Transition mounted={count > 0} transition={rise} duration={120} exitDuration={80}>
      {(style) => (
        <div className="sticky bottom-0 z-20 flex justify-center h-0 pointer-events-none" data-selection-bar>
          <div
            className={classes.bar}
            style={style}
            role="toolbar"
            aria-label={label ?? fillText(uiTexts.selected, { count })}
          >
            <span className="text-table font-medium whitespace-nowrap number" aria-live="polite">
              {label ?? fillText(uiTexts.selected, { count: count.toLocaleString(numberLocale()) })}
            </span>
            <div
              className={`${classes.actions} flex gap-1 min-w-0 overflow-x-auto [&_:focus-visible]:-outline-offset-2 max-sm:row-2 max-sm:col-span-full max-sm:py-0.5`}
            >
              {children}
            </div>
            <IconButton label={uiTexts.clearSelection} onClick={onClear}>
              <IconX size={16} aria-hidden />
            </IconButton>
          </div>
        </div>
      )}
    </Transition>
  );
}
