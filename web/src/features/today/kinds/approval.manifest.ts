import { IconRobot } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const approvalKind: TodayKindView = {
  kind: 'approval',
  icon: IconRobot,
  label: t('kind_approval'),
  pathOf: () => pb.approvals(),
};
