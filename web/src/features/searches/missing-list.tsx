import { IconListDetails } from '@tabler/icons-react';
import { useGo } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { t } from './texts.ts';

/** An address that names no list of this organization. */
export function MissingList() {
  const go = useGo();
  return (
    <EmptyState
      icon={<IconListDetails size={22} />}
      title={t('list_missing')}
      text={t('list_missing_text')}
      action={<AppButton onClick={() => go(pb.searches())}>{t('list_missing_action')}</AppButton>}
    />
  );
}
