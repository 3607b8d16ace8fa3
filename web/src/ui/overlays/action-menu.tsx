import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { IconButton } from '../inputs/app-button.tsx';
import { uiTexts } from '../ui-texts.ts';

export interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled, or what it does beyond its label. */
  hint?: string;
  /** A line above this entry. */
  divider?: boolean;
}

interface ActionMenuProps {
  entries: readonly MenuEntry[];
  /** Says what the menu belongs to. */
  label?: string;
  /** Opens the menu; three dots unless given. */
  children?: ReactElement;
  position?: 'bottom-start' | 'bottom-end' | 'top-start' | 'right-end';
  /** What is chosen takes the focus elsewhere; the button gets it back only when nothing was chosen. */
  movesFocus?: boolean;
}

/** A menu of actions behind a button. Nothing is rendered when there is nothing to do. */
export function ActionMenu({
  entries,
  label = uiTexts.moreActions,
  children,
  position = 'bottom-end',
  movesFocus = false,
}: ActionMenuProps) {
  const [isChosen, setChosen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <Menu position={position} withinPortal returnFocus={!(movesFocus && isChosen)} onOpen={() => setChosen(false)}>
      <Menu.Target>
        {children ?? (
          <IconButton label={label} size="small" tooltip={false}>
            <IconDots size={17} aria-hidden />
          </IconButton>
        )}
      </Menu.Target>
      {/* A long menu scrolls instead of leaving the screen. */}
      <Menu.Dropdown mah="min(70dvh, 520px)" style={{ overflowY: 'auto' }}>
        {entries.map((entry) => [
          entry.divider ? <Menu.Divider key={`${entry.id}-line`} /> : null,
          <Menu.Item
            key={entry.id}
            leftSection={entry.icon}
            color={entry.danger ? 'var(--red)' : undefined}
            disabled={entry.disabled ?? false}
            title={entry.hint}
            onClick={() => {
              setChosen(true);
              entry.onSelect();
            }}
          >
            {entry.label}
          </Menu.Item>,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
