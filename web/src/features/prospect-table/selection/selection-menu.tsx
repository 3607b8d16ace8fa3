import { Menu } from '@mantine/core';
import { QUICK_SELECT_AMOUNTS } from '@overture/domain/limits';
import { IconChevronDown } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

interface SelectionMenuProps {
  total: number;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  onAmount: (amount: number) => void;
}

/** Quick select beside the header checkbox: 25, 50, 100, 200, 500 up to the total, and all. */
export function SelectionMenu({ total, opened, onOpenedChange, onAmount }: SelectionMenuProps) {
  if (total === 0) return null;
  return (
    <Menu opened={opened} onChange={onOpenedChange} position="bottom-start" withinPortal>
      <Menu.Target>
        <IconButton label={t('quick_select')} size="small" tooltip={false}>
          <IconChevronDown size={14} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {QUICK_SELECT_AMOUNTS.filter((amount) => amount < total).map((amount) => (
          <Menu.Item key={amount} onClick={() => onAmount(amount)}>
            {t('quick_first', { amount: formatNumber(amount) })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onAmount(total)}>{t('quick_all', { amount: formatNumber(total) })}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
