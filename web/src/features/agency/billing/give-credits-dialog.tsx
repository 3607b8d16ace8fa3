import { Checkbox } from '@mantine/core';
import { agencyBillingEndpoints } from '@overture/contract/agency-billing';
import { priceCreditPacks } from '@overture/domain/money/agency-bills';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { CreditsSlider } from '../../billing/index.ts';
import { formatCents } from '../format-cents.ts';
import { t } from './texts.ts';

const FIRST = 500;

interface GiveCreditsDialogProps {
  client: { client_id: number; name: string };
  onClose: () => void;
}

/** Gives credits of the agency to a client, billed on its statement or free. */
export function GiveCreditsDialog({ client, onClose }: GiveCreditsDialogProps) {
  const { organization } = useUser();
  const [credits, setCredits] = useState(FIRST);
  const [is_free, setFree] = useState(false);
  // What is tried again is the same gift.
  const [key] = useState(() => crypto.randomUUID());
  const prices = useQuery(queryOptions(agencyBillingEndpoints.getClientPrices));
  const give = useMutation({
    ...mutationOptions(agencyBillingEndpoints.giveCredits),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('given', { credits: formatNumber(credits), name: client.name }));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('give_failed'))),
  });
  const pack = prices.data?.prices.credit_pack;
  const price = pack === undefined ? '' : formatCents(priceCreditPacks(credits, pack));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('give_named', { name: client.name })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            loading={give.isPending}
            onClick={() => give.mutate({ params: { id: client.client_id }, body: { credits, key, is_free } })}
          >
            {t('give_credits', { credits: formatNumber(credits) })}
          </AppButton>
        </>
      }
    >
      <p className="text-ink-2">{t('give_text', { credits: formatNumber(organization.email_credits) })}</p>
      <CreditsSlider credits={credits} price={is_free ? t('free') : price} onChange={setCredits} />
      <Checkbox label={t('is_free')} checked={is_free} onChange={(event) => setFree(event.currentTarget.checked)} />
    </Dialog>
  );
}
