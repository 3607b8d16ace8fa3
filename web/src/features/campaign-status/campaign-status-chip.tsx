import { MOST_WAITING_COUNTED } from '@overture/contract/campaigns';
import { isPlanOver } from '@overture/domain/access/permissions';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { IconArchive, IconPlayerPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { campaignStatusLabel } from '../../lib/labels/campaign/campaign-status.ts';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const tones: Record<CampaignStatus, StatusTone> = {
  DRAFT: 'grey',
  ACTIVE: 'blue',
  PAUSED: 'amber',
  COMPLETED: 'green',
  ARCHIVED: 'grey',
};

const icons: Partial<Record<CampaignStatus, ReactNode>> = {
  PAUSED: <IconPlayerPause size={13} stroke={2} />,
  ARCHIVED: <IconArchive size={13} stroke={2} />,
};

interface CampaignStatusChipProps {
  status: CampaignStatus;
  /** Leads that wait for data: a campaign that seems to do nothing says why. */
  waiting?: number;
}

/** Status of a campaign: icon, word and color, the same everywhere. One that runs says what holds all its leads. */
export function CampaignStatusChip({ status, waiting = 0 }: CampaignStatusChipProps) {
  const { organization } = useUser();
  if (status === 'ACTIVE' && isPlanOver(organization)) {
    const word = t(organization.had_subscription ? 'subscription_ended' : 'trial_ended');
    return <StatusChip tone="amber">{word}</StatusChip>;
  }
  const shown = `${formatNumber(waiting)}${waiting >= MOST_WAITING_COUNTED ? '+' : ''}`;
  return (
    <StatusChip tone={tones[status]} icon={icons[status]}>
      {campaignStatusLabel(status)}
      {waiting > 0 ? ` · ${t('waiting', { count: waiting, shown })}` : null}
    </StatusChip>
  );
}
