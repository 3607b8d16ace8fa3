import { Indicator, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { AppButton } from '../inputs/app-button.tsx';

interface FilterPopoverProps {
  label: string;
  /** The same with how many filters are active, for readers of the screen. */
  activeLabel: string;
  /** Active filters; a badge on the button shows them. */
  count: number;
  /** Pixels; a narrow screen takes less. */
  width?: number;
  onOpen?: () => void;
  children: (close: () => void) => ReactNode;
}

/** Filters behind one button, with a badge of how many are active. */
export function FilterPopover({ label, activeLabel, count, width = 320, onOpen, children }: FilterPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  function toggle(open: boolean) {
    if (open) onOpen?.();
    setOpen(open);
  }
  return (
    <Popover
      opened={isOpen}
      onChange={toggle}
      position="bottom-end"
      width={`min(${width}px, calc(100vw - 32px))`}
      // Escape closes the list of a field first; the panel listens for itself.
      closeOnEscape={false}
      returnFocus
      trapFocus
      withinPortal
    >
      <Indicator label={count} size={18} disabled={count === 0}>
        <Popover.Target>
          <AppButton
            icon={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-label={count > 0 ? activeLabel : label}
            onClick={() => toggle(!isOpen)}
          >
            {label}
          </AppButton>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown
        className="flex flex-col gap-3 p-4"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isListOpen(event.target)) setOpen(false);
        }}
      >
        {isOpen ? children(() => setOpen(false)) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** True while a choice inside a panel shows its list: Escape then closes that. */
export function isListOpen(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[aria-expanded="true"]') !== null;
}
