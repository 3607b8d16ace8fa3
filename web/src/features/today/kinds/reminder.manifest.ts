import { IconAlarm } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const reminderKind: TodayKindView = {
  kind: 'reminder',
  icon: IconAlarm,
  label: t('kind_reminder'),
  pathOf: ({ id }) => pb.inbox({ chat: id }),
};
