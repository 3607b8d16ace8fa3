import { senderName } from '@overture/domain/accounts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { type AskedSettle, SettleDialog } from './settle-dialog.tsx';
import { t } from './texts.ts';
import { useCampaignSenders } from './use-campaign-senders.ts';

/** '37 leads wait for anna@ · Reconnect · Hand over', for each sender whose leads are due and cannot go. */
export function HeldSenders({ campaignId }: { campaignId: number }) {
  const query = useCampaignSenders(campaignId);
  const [asked, setAsked] = useState<AskedSettle | undefined>();
  const held = query.data?.senders.filter((sender) => sender.held > 0) ?? [];
  if (held.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 mt-0 mx-gutter mb-3 p-0 list-none">
      {held.map((sender) => (
        <li
          key={`${sender.channel}:${sender.account.id}`}
          className="flex flex-wrap items-center gap-2 py-1.5 px-3 rounded-control bg-amber-soft text-table [&>svg]:flex-none [&>svg]:text-amber"
        >
          <IconAlertTriangle size={16} aria-hidden />
          <span className="flex-1 min-w-0">
            {t('held', { count: sender.held, shown: formatNumber(sender.held), name: senderName(sender.account) })}
          </span>
          {sender.account.status === 'DELETED' ? null : <AppLink to={pb.senders()}>{t('reconnect')}</AppLink>}
          <AppButton size="small" onClick={() => setAsked({ sender, leads: 'hand_over' })}>
            {t('hand_over')}
          </AppButton>
        </li>
      ))}
      {asked ? <SettleDialog campaignId={campaignId} asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </ul>
  );
}
