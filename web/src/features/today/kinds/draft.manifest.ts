import { IconSparkles } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const draftKind: TodayKindView = {
  kind: 'draft',
  icon: IconSparkles,
  label: t('kind_draft'),
  pathOf: ({ id }) => pb.inbox({ chat: id }),
};
