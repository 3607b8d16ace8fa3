import { CAMPAIGN_STATUS_LABELS, type CampaignStatus } from '@overture/domain/campaign/transitions';
import { IconArchive, IconPlayerPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';

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

/** Status of a campaign: icon, word and colour, the same everywhere. */
export function CampaignStatusChip({ status }: { status: CampaignStatus }) {
  return (
    <StatusChip tone={tones[status]} icon={icons[status]}>
      {CAMPAIGN_STATUS_LABELS[status]}
    </StatusChip>
  );
}
