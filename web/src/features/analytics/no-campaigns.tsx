import { IconChartBar } from '@tabler/icons-react';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** What an empty part offers: a first campaign. */
export function NoCampaigns() {
  const go = useGo();
  return (
    <EmptyState
      compact
      icon={<IconChartBar size={22} />}
      title={t('empty')}
      text={t('empty_text')}
      action={
        <AppButton kind="primary" onClick={() => go(pb.campaigns())}>
          {t('create_campaign')}
        </AppButton>
      }
    />
  );
}
