import { Menu } from '@mantine/core';
import { FINDER_LIMITS, QUICK_SELECT_AMOUNTS, SELECT_ALL_BELOW } from '@overture/domain/limits';
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

interface AddLeadsProps {
  total: number;
  selectedCount: number;
  isAdding: boolean;
  onAmount: (amount: number) => void;
  onSelected: () => void;
}

/** Beyond those of the specification, up to what one request can add. */
const LARGE_AMOUNTS = [1_000, 2_500, 5_000, FINDER_LIMITS.max_added] as const;

/** How many leads to add: those ticked, or 25, 50, 100, 200, 500 and more up to the total, or all below 500. */
export function AddLeads({ total, selectedCount, isAdding, onAmount, onSelected }: AddLeadsProps) {
  if (selectedCount > 0) {
    return (
      <AppButton kind="primary" icon={<IconUserPlus size={16} aria-hidden />} loading={isAdding} onClick={onSelected}>
        {t('add_selected', { count: selectedCount })}
      </AppButton>
    );
  }
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <AppButton
          kind="primary"
          icon={<IconUserPlus size={16} aria-hidden />}
          rightIcon={<IconChevronDown size={16} aria-hidden />}
          loading={isAdding}
          disabled={total === 0}
        >
          {isAdding ? t('adding') : t('add')}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>
        {QUICK_SELECT_AMOUNTS.filter((amount) => amount <= total).map((amount) => (
          <Menu.Item key={amount} onClick={() => onAmount(amount)}>
            {t('add_first', { amount: formatNumber(amount) })}
          </Menu.Item>
        ))}
        {LARGE_AMOUNTS.filter((amount) => amount <= total).map((amount, index) => (
          <Fragment key={amount}>
            {index === 0 ? <Menu.Divider /> : null}
            <Menu.Item onClick={() => onAmount(amount)}>{t('add_first', { amount: formatNumber(amount) })}</Menu.Item>
          </Fragment>
        ))}
        {total < SELECT_ALL_BELOW ? (
          <Menu.Item onClick={() => onAmount(total)}>{t('add_all', { amount: formatNumber(total) })}</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
