import { Menu } from '@mantine/core';
import { QUICK_SELECT_AMOUNTS } from '@overture/domain/limits';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import type { ExportMenuProps } from './export-menu.tsx';
import { t } from './texts.ts';

/** Entries of the menu; they are loaded when it opens. */
export function ExportItems({ total, isFiltered, onExport, ...choice }: ExportMenuProps) {
  const go = useGo();
  const { withAnswers, onWithAnswers } = choice;
  const amounts = QUICK_SELECT_AMOUNTS.filter((amount) => amount < total);
  return (
    <>
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
      <Menu.Divider />
      {withAnswers === undefined ? null : (
        <Menu.CheckboxItem checked={withAnswers} onChange={onWithAnswers} closeMenuOnClick={false}>
          {t('export_results')}
        </Menu.CheckboxItem>
      )}
      <Menu.CheckboxItem checked={choice.isShownOnly} onChange={choice.onShownOnly} closeMenuOnClick={false}>
        {t('export_shown')}
      </Menu.CheckboxItem>
    </>
  );
}
