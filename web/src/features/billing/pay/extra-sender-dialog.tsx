import { paymentEndpoints } from '@overture/contract/payments';
import { PRICES } from '@overture/domain/money/pricing';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

interface ExtraSenderDialogProps {
  kind: 'email' | 'linkedin';
  onClose: () => void;
  /** It is paid for: the sender may be connected. */
  onAdded: () => void;
}

/** A sender beyond the plan costs something every month: that is said and agreed to before it is connected. */
export function ExtraSenderDialog({ kind, onClose, onAdded }: ExtraSenderDialogProps) {
  const plan = useQuery(queryOptions(paymentEndpoints.getSubscription));
  const add = useMutation({
    ...mutationOptions(paymentEndpoints.changeExtras),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('extra_added'));
      onAdded();
    },
    onError: (error) => toast.error(errorMessage(error, t('extras_failed'))),
  });
  const price = kind === 'linkedin' ? PRICES.extra_linkedin_account : PRICES.extra_email_account;
  function confirm() {
    if (!plan.data) return;
    const { extra_linkedin_accounts, extra_email_accounts, extra_credits } = plan.data.data;
    const isLinkedin = kind === 'linkedin';
    add.mutate({
      body: {
        extra_linkedin_accounts: extra_linkedin_accounts + (isLinkedin ? 1 : 0),
        extra_email_accounts: extra_email_accounts + (isLinkedin ? 0 : 1),
        extra_credits,
      },
    });
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(kind === 'linkedin' ? 'extra_linkedin_title' : 'extra_email_title')}
      confirmLabel={t('extra_confirm')}
      pending={add.isPending || plan.isPending}
      onConfirm={confirm}
    >
      {plan.error ? queryFailure(plan) : null}
      {plan.isPending ? <Skeleton height={40} /> : <p>{t('extra_text', { price })}</p>}
    </ConfirmDialog>
  );
}
