import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconArchive, IconArrowBackUp, IconDownload, IconSearch, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import { RunTasksMenu } from '../enrichment/index.ts';
import { t } from './texts.ts';

interface LeadsSelectionBarProps {
  selection: RowSelection;
  isExporting: boolean;
  onExport: () => void;
  onAddToCampaign: () => void;
  /** Left out where research is switched off. */
  lookups:
    | { tasks: readonly EnrichmentPrompt[]; isPending: boolean; onRun: (task: EnrichmentPrompt) => void }
    | undefined;
  onAsk: (kind: 'move_back' | 'archive') => void;
  pushMenu: ReactNode;
}

export function LeadsSelectionBar(props: LeadsSelectionBarProps) {
  const { selection, isExporting, onExport, onAddToCampaign, lookups, onAsk } = props;
  return (
    <SelectionBar count={selection.count} onClear={selection.clear}>
      <AppButton size="small" icon={<IconSend size={15} aria-hidden />} onClick={onAddToCampaign}>
        {t('add_to_campaign')}
      </AppButton>
      <AppButton size="small" icon={<IconArrowBackUp size={15} aria-hidden />} onClick={() => onAsk('move_back')}>
        {t('move_back')}
      </AppButton>
      <AppButton size="small" icon={<IconArchive size={15} aria-hidden />} onClick={() => onAsk('archive')}>
        {t('archive')}
      </AppButton>
      {lookups ? (
        <RunTasksMenu
          {...lookups}
          label={t('lookup_menu')}
          icon={<IconSearch size={15} aria-hidden />}
          count={selection.count}
          isNamed={selection.amount === undefined}
        />
      ) : null}
      {props.pushMenu}
      <AppButton size="small" icon={<IconDownload size={15} aria-hidden />} loading={isExporting} onClick={onExport}>
        {t('export')}
      </AppButton>
    </SelectionBar>
  );
}
