import { Menu } from '@mantine/core';
import { QUICK_SELECT_AMOUNTS } from '@overture/domain/limits';
import { IconDownload } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

export interface ExportChoice {
  /** True when research results come along as columns; undefined where the list has none. */
  withAnswers: boolean | undefined;
  onWithAnswers: (withAnswers: boolean) => void;
  onExport: (amount: number) => void;
  isExporting: boolean;
}

interface ExportMenuProps extends ExportChoice {
  total: number;
  isFiltered: boolean;
}

/** How many leads go into the file, and whether their research results do. */
export function ExportMenu({ total, isFiltered, withAnswers, onWithAnswers, onExport, isExporting }: ExportMenuProps) {
  const go = useGo();
  if (total === 0) return null;
  const amounts = QUICK_SELECT_AMOUNTS.filter((amount) => amount < total);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <AppButton
          kind="quiet"
          icon={<IconDownload size={15} aria-hidden />}
          loading={isExporting}
          aria-haspopup="menu"
        >
          {t('export')}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>
        {amounts.map((amount) => (
          <Menu.Item key={amount} onClick={() => onExport(amount)}>
            {t('export_first', { amount: formatNumber(amount) })}
          </Menu.Item>
        ))}
        {amounts.length > 0 ? <Menu.Divider /> : null}
        <Menu.Item onClick={() => onExport(total)}>
          {t(isFiltered ? 'export_matching' : 'export_all', { count: total, amount: formatNumber(total) })}
        </Menu.Item>
        <Menu.Item onClick={() => go(pb.exports())}>{t('export_schedule')}</Menu.Item>
        {withAnswers === undefined ? null : (
          <>
            <Menu.Divider />
            <Menu.CheckboxItem checked={withAnswers} onChange={onWithAnswers} closeMenuOnClick={false}>
              {t('export_results')}
            </Menu.CheckboxItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
