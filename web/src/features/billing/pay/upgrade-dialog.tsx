import { PLAN_INCLUDES } from '@overture/domain/money/pricing';
import { useState } from 'react';
import { useUser } from '../../../lib/api/session.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { ExtrasFields, NO_EXTRAS } from './extras-fields.tsx';
import { t } from './texts.ts';
import { usePlanPage } from './use-payment-page.ts';

interface UpgradeDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The plan, what can be had on top, and its price before anything is paid. */
export function UpgradeDialog({ opened, onClose }: UpgradeDialogProps) {
  const { is_partner } = useUser();
  const [extras, setExtras] = useState(NO_EXTRAS);
  const page = usePlanPage();
  const credits = PLAN_INCLUDES.credits_per_month;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('upgrade')}
      footer={
        <AppButton kind="primary" loading={page.isPending || page.isSuccess} onClick={() => page.mutate(extras)}>
          {t('to_payment')}
        </AppButton>
      }
    >
      <h3 className="text-section">{t(is_partner ? 'partner' : 'upgrade_title')}</h3>
      <p className="mt-1 text-ink-2">
        {is_partner
          ? t('upgrade_text_partner', { credits })
          : t('upgrade_text', { accounts: PLAN_INCLUDES.sender_accounts, credits })}
      </p>
      <h3 className="mt-5 mb-2 text-table font-medium text-ink-2">{t('calculator')}</h3>
      <ExtrasFields value={extras} isPartner={is_partner} onChange={setExtras} />
      <p className="mt-2 text-ink-3 text-meta">
        {t('plus_tax')} {t('upgrade_kept')}
      </p>
    </Dialog>
  );
}
