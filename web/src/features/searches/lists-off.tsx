import { errorCatalogue } from '@overture/contract/errors';
import { IconListDetails } from '@tabler/icons-react';
import { useGo } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { t } from './texts.ts';

/** Said at the addresses of lead lists where the organization has them switched off (leads 6). */
export function ListsOff() {
  const go = useGo();
  return (
    <EmptyState
      icon={<IconListDetails size={22} />}
      title={t('off')}
      text={errorCatalogue.feature_disabled.text}
      action={<AppButton onClick={() => go(pb.dashboard())}>{t('off_action')}</AppButton>}
    />
  );
}
