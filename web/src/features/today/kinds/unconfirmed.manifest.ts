import { IconHelpCircle } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const unconfirmedKind: TodayKindView = {
  kind: 'unconfirmed',
  icon: IconHelpCircle,
  label: t('kind_unconfirmed'),
  pathOf: ({ campaign }) => (campaign ? pb.campaign(campaign.id) : pb.campaigns()),
};
