import { IconTag } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const reviewKind: TodayKindView = {
  kind: 'review',
  icon: IconTag,
  label: t('kind_review'),
  pathOf: ({ id }) => pb.inbox({ chat: id }),
};
