import { IconBrandLinkedin } from '@tabler/icons-react';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const linkedinKind: TodayKindView = {
  kind: 'linkedin',
  icon: IconBrandLinkedin,
  label: t('kind_linkedin'),
  pathOf: () => pb.linkedinTasks(),
};
