import { agencyBillingEndpoints } from '@overture/contract/agency-billing';
import { priceCreditPacks } from '@overture/domain/money/agency-bills';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { CreditsSlider } from '../../billing/index.ts';
import { formatCents } from '../format-cents.ts';
import { t } from './texts.ts';

const FIRST = 1000;

/** @param pack cents for 250 credits */
export function BuyCreditsDialog({ pack, onClose }: { pack: number; onClose: () => void }) {
  const [credits, setCredits] = useState(FIRST);
  // What is tried again after a failure is the same purchase.
  const [key] = useState(() => crypto.randomUUID());
  const buy = useMutation({
    ...mutationOptions(agencyBillingEndpoints.buyAgencyCredits),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('bought', { credits: formatNumber(credits) }));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('buy_failed'))),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('buy')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" loading={buy.isPending} onClick={() => buy.mutate({ body: { credits, key } })}>
            {t('buy_credits', { credits: formatNumber(credits) })}
          </AppButton>
        </>
      }
    >
      <p className="text-ink-2">{t('buy_text')}</p>
      <CreditsSlider credits={credits} price={formatCents(priceCreditPacks(credits, pack))} onChange={setCredits} />
    </Dialog>
  );
}
