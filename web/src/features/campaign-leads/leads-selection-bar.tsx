import { CONTACT_LOOKUP_COSTS } from '@overture/domain/credits';
import { IconArchive, IconArrowBackUp, IconDownload, IconMail, IconPhone, IconSearch } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { AppButton } from '../../ui/app-button.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import { t } from './texts.ts';

interface LeadsSelectionBarProps {
  selection: RowSelection;
  isExporting: boolean;
  onExport: () => void;
  /** Left out where research is switched off. */
  onLookUp: ((lookup: 'FIND_EMAIL' | 'FIND_PHONE') => void) | undefined;
  onAsk: (kind: 'move_back' | 'archive') => void;
}

/** What can be done with the selected leads. */
export function LeadsSelectionBar({ selection, isExporting, onExport, onLookUp, onAsk }: LeadsSelectionBarProps) {
  return (
    <SelectionBar count={selection.count} onClear={selection.clear}>
      <AppButton size="small" icon={<IconArrowBackUp size={15} aria-hidden />} onClick={() => onAsk('move_back')}>
        {t('move_back')}
      </AppButton>
      <AppButton size="small" icon={<IconArchive size={15} aria-hidden />} onClick={() => onAsk('archive')}>
        {t('archive')}
      </AppButton>
      {onLookUp ? <LookUpMenu count={selection.count} onLookUp={onLookUp} /> : null}
      <AppButton size="small" icon={<IconDownload size={15} aria-hidden />} loading={isExporting} onClick={onExport}>
        {t('export')}
      </AppButton>
    </SelectionBar>
  );
}

/** Look-ups for the selected leads, with what they cost at most. */
function LookUpMenu(props: { count: number; onLookUp: (lookup: 'FIND_EMAIL' | 'FIND_PHONE') => void }) {
  const lookups = [
    { id: 'FIND_EMAIL', icon: <IconMail size={16} aria-hidden /> },
    { id: 'FIND_PHONE', icon: <IconPhone size={16} aria-hidden /> },
  ] as const;
  return (
    <ActionMenu
      label={t('lookup_menu')}
      position="top-start"
      entries={lookups.map(({ id, icon }) => {
        const credits = CONTACT_LOOKUP_COSTS[id] * props.count;
        return {
          id,
          label: `${t(id)} · ${t('lookup_up_to', { count: credits, shown: formatNumber(credits) })}`,
          icon,
          onSelect: () => props.onLookUp(id),
        };
      })}
    >
      <AppButton size="small" icon={<IconSearch size={15} aria-hidden />} aria-haspopup="menu">
        {t('lookup_menu')}
      </AppButton>
    </ActionMenu>
  );
}
