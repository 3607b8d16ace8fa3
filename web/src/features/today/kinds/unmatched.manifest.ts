import { IconMailQuestion } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const unmatchedKind: TodayKindView = {
  kind: 'unmatched',
  icon: IconMailQuestion,
  label: t('kind_unmatched'),
  pathOf: () => pb.inbox(),
};
