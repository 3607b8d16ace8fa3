import { paymentEndpoints, type SubscriptionState } from '@overture/contract/payments';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { ExtrasFields, type ExtrasValue } from './extras-fields.tsx';
import { t } from './texts.ts';

interface ExtrasDialogProps {
  subscription: SubscriptionState;
  onClose: () => void;
}

/** Changes what is paid for on top, with the new price before it is saved. */
export function ExtrasDialog({ subscription, onClose }: ExtrasDialogProps) {
  const { extra_linkedin_accounts, extra_email_accounts, extra_credits } = subscription;
  const before: ExtrasValue = { extra_linkedin_accounts, extra_email_accounts, extra_credits };
  const [extras, setExtras] = useState(before);
  const isSame = JSON.stringify(extras) === JSON.stringify(before);
  const change = useMutation({
    ...mutationOptions(paymentEndpoints.changeExtras),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('extras_saved'));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('extras_failed'))),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('extras_title')}
      closeOnOutside={isSame}
      footer={
        <AppButton
          kind="primary"
          disabled={isSame}
          loading={change.isPending}
          onClick={() => change.mutate({ body: extras })}
        >
          {t('extras_save')}
        </AppButton>
      }
    >
      <p className="mb-4 text-ink-2">{t('extras_text')}</p>
      <ExtrasFields value={extras} isPartner={subscription.is_partner} onChange={setExtras} />
    </Dialog>
  );
}
