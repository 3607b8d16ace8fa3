import type { Account } from '@overture/contract/accounts';
import type { Campaign } from '@overture/contract/campaigns';
import { isHealthyStatus, senderName } from '@overture/domain/accounts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { serverNow } from '../../lib/api/server-clock.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Notice } from '../../ui/layout/notice-place.tsx';
import { useSenders } from '../accounts/index.ts';
import { type AskedSettle, SettleDialog } from './settle-dialog.tsx';
import { t } from './texts.ts';
import { hasSeveral, useCampaignSenders } from './use-campaign-senders.ts';

interface HeldSendersProps {
  campaign: Campaign;
  /** Opens the settings, where the only sender of a campaign is replaced. */
  onReplace: () => void;
}

/** '37 leads wait for anna@ · Reconnect · Hand over', for each sender whose leads are due and cannot go. */
export function HeldSenders({ campaign, onReplace }: HeldSendersProps) {
  const [, query] = useHeldSenders(campaign);
  const [asked, setAsked] = useState<AskedSettle | undefined>();
  const senders = query.data?.senders ?? [];
  const held = senders.filter((sender) => sender.held > 0);
  if (held.length === 0) return null;
  return (
    <Notice>
      <ul className="flex flex-col gap-2 mt-0 mx-gutter mb-3 p-0 list-none" aria-label={t('held_list')}>
        {held.map((sender) => (
          <li
            key={`${sender.channel}:${sender.account.id}`}
            className="flex flex-wrap items-center gap-2 py-1.5 px-3 rounded-control bg-amber-soft text-table [&>svg]:flex-none [&>svg]:text-amber"
          >
            <IconAlertTriangle size={16} aria-hidden />
            <span className="flex-1 min-w-40">
              {t('held', { count: sender.held, shown: formatNumber(sender.held), name: senderName(sender.account) })}
            </span>
            {isHealthyStatus(sender.account.status) || sender.account.status === 'DELETED' ? null : (
              <AppLink to={pb.senders()}>{t('reconnect')}</AppLink>
            )}
            <AppButton
              size="small"
              onClick={() =>
                senders.some((other) => other.channel === sender.channel && other !== sender && !other.is_leaving)
                  ? setAsked({ sender, leads: 'hand_over' })
                  : onReplace()
              }
            >
              {t('hand_over')}
            </AppButton>
          </li>
        ))}
        {asked ? <SettleDialog campaignId={campaign.id} asked={asked} onClose={() => setAsked(undefined)} /> : null}
      </ul>
    </Notice>
  );
}

/** The senders, and what waits for those of this campaign. It is counted only where leads may wait: that takes time in large campaigns. */
export function useHeldSenders(campaign: Campaign) {
  const senders = useSenders();
  const canWait = campaign.status === 'ACTIVE' && mayHold(campaign, senders.data?.accounts ?? []);
  return [senders, useCampaignSenders(campaign.id, canWait)] as const;
}

function mayHold(campaign: Campaign, accounts: Account[]): boolean {
  if (hasSeveral(campaign) || campaign.accounts.length === 0) return true;
  return accounts
    .filter(({ id }) => campaign.accounts.some((account) => account.id === id))
    .some(
      ({ status, held_until }) =>
        !isHealthyStatus(status) || (held_until !== null && new Date(held_until) > serverNow()),
    );
}
