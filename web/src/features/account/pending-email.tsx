import { authEndpoints } from '@overture/contract/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** The address that waits for its confirmation, with what can be done about it. */
export function PendingEmail({ email }: { email: string }) {
  const client = useQueryClient();
  const resend = useMutation({
    ...mutationOptions(authEndpoints.resendEmailChange),
    onSuccess: () => toast.success(t('pending_resent', { email })),
    onError: (error) => toast.error(errorMessage(error, t('failed_email'))),
  });
  const cancel = useMutation({
    ...mutationOptions(authEndpoints.cancelEmailChange),
    onError: (error) => toast.error(errorMessage(error, t('failed_email'))),
    onSettled: () => refetchUser(client),
  });
  return (
    <section
      className="flex flex-col gap-2 max-w-[420px] mt-6 p-4 border border-line rounded-control"
      aria-label={t('pending_title')}
    >
      <p className="font-semibold">{t('pending_title')}</p>
      <p className="text-ink-3 wrap-anywhere">{t('pending_email', { email })}</p>
      <div className="flex flex-wrap gap-2 mt-1">
        <AppButton size="small" loading={resend.isPending} onClick={() => resend.mutate({})}>
          {t('pending_resend')}
        </AppButton>
        <AppButton size="small" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
          {t('pending_cancel')}
        </AppButton>
      </div>
    </section>
  );
}
