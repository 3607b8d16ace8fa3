import type { Campaign } from '@overture/contract/campaigns';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { isEmailAccount, isHealthyStatus, senderName } from '@overture/domain/accounts';
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowsExchange,
  IconDownload,
  IconSearch,
  IconSend,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ChannelGlyph } from '../../ui/display/channel-glyph.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import { RunTasksMenu } from '../research-tasks/index.ts';
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
  /** Senders that can take over leads; empty if one sender has all. */
  senders: Campaign['accounts'];
  onHandOver: (account: Campaign['accounts'][number]) => void;
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
      {props.senders.length > 0 ? (
        <ActionMenu
          label={t('hand_over_to')}
          position="top-start"
          entries={props.senders.map((account) => ({
            id: String(account.id),
            label: <SenderLabel account={account} />,
            icon: <ChannelGlyph channel={isEmailAccount(account.account_type) ? 'email' : 'linkedin'} size={15} />,
            onSelect: () => props.onHandOver(account),
          }))}
        >
          <AppButton size="small" icon={<IconArrowsExchange size={15} aria-hidden />}>
            {t('hand_over_to')}
          </AppButton>
        </ActionMenu>
      ) : null}
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

/** Leads may be given to one that is disconnected: they wait for it, which is said before. */
function SenderLabel({ account }: { account: Campaign['accounts'][number] }) {
  if (isHealthyStatus(account.status)) return senderName(account);
  return (
    <>
      {senderName(account)}
      <span className="block text-amber text-meta">{t('hand_over_waits')}</span>
    </>
  );
}
