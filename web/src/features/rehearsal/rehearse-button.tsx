import type { Campaign } from '@overture/contract/campaigns';
import type { ChosenAccounts, ChosenPools } from '@overture/domain/flow/activation-checks';
import { IconCalendarStats } from '@tabler/icons-react';
import { Suspense } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { t } from './texts.ts';

const RehearsalDialog = lazyPart(() =>
  import('./rehearsal-dialog.tsx').then((file) => ({ default: file.RehearsalDialog })),
);

interface RehearseButtonProps {
  campaign: Campaign;
  accounts: ChosenAccounts & ChosenPools;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** Opens the rehearsal with the current senders. The parent holds the open state, because Escape closes one dialog only. */
export function RehearseButton({ campaign, accounts, opened, onChange }: RehearseButtonProps) {
  return (
    <>
      <AppButton icon={<IconCalendarStats size={16} aria-hidden />} onClick={() => onChange(true)}>
        {t('rehearse')}
      </AppButton>
      {opened ? (
        <Suspense fallback={null}>
          <RehearsalDialog campaign={campaign} accounts={accounts} onClose={() => onChange(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
