import { IconPhone } from '@tabler/icons-react';
import { t } from '../texts.ts';
import type { TodayKindView } from './today-kind.ts';

export const callKind: TodayKindView = { kind: 'call', icon: IconPhone, label: t('kind_call'), pathOf: null };
