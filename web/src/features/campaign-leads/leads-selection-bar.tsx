import { IconArchive, IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { AppButton } from '../../ui/app-button.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import { t } from './texts.ts';

interface LeadsSelectionBarProps {
  selection: RowSelection;
  isExporting: boolean;
  onExport: () => void;
  onAsk: (kind: 'move_back' | 'archive') => void;
}

/** What can be done with the selected leads. */
export function LeadsSelectionBar({ selection, isExporting, onExport, onAsk }: LeadsSelectionBarProps) {
  return (
    <SelectionBar count={selection.count} onClear={selection.clear}>
      <AppButton size="small" icon={<IconArrowBackUp size={15} aria-hidden />} onClick={() => onAsk('move_back')}>
        {t('move_back')}
      </AppButton>
      <AppButton size="small" icon={<IconArchive size={15} aria-hidden />} onClick={() => onAsk('archive')}>
        {t('archive')}
      </AppButton>
      <AppButton size="small" icon={<IconDownload size={15} aria-hidden />} loading={isExporting} onClick={onExport}>
        {t('export')}
      </AppButton>
    </SelectionBar>
  );
}
