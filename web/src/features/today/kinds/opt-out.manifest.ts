import { IconHandStop } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const optOutKind: TodayKindView = {
  kind: 'opt_out',
  icon: IconHandStop,
  label: t('kind_opt_out'),
  pathOf: ({ id }) => pb.inbox({ chat: id }),
};
