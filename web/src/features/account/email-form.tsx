import { TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { type FormErrors, serverErrors } from '../../lib/api/form-schema.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { useStepUp } from '../security/index.ts';
import { AccountForm, fieldText } from './account-form.tsx';
import { CurrentPassword, useHasPassword } from './own-password.tsx';
import { t } from './texts.ts';

/** The address that waits for its confirmation, with what can be done about it. */
function PendingEmail({ email }: { email: string }) {
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

export function EmailForm({ email, pending }: { email: string; pending: string | null }) {
  const [problem, setProblem] = useState<string | undefined>();
  const [wrong, setWrong] = useState<FormErrors>({});
  const stepUp = useStepUp();
  const hasPassword = useHasPassword();
  const update = useMutation(mutationOptions(authEndpoints.changeEmail));
  function submit(form: FormData, reset: () => void) {
    const current_password = fieldText(form, 'current_password');
    const new_email = fieldText(form, 'new_email').trim();
    if ((hasPassword && !current_password) || !new_email) return setProblem(t('fill_all'));
    send({ current_password: hasPassword ? current_password : null, new_email }, reset);
  }
  function send(body: { current_password: string | null; new_email: string }, reset: () => void) {
    setProblem(undefined);
    setWrong({});
    update.mutate(
      { body },
      {
        onSuccess: () => {
          reset();
          toast.success(t('email_asked', { email: body.new_email }));
        },
        onError: (error) => {
          if (stepUp.ask(error, () => send(body, reset))) return;
          setWrong(serverErrors(error));
          setProblem(errorMessage(error, t('failed_email')));
        },
      },
    );
  }
  return (
    <>
      {pending ? <PendingEmail email={pending} /> : null}
      <AccountForm
        intro={t('now_email', { email })}
        problem={problem}
        submitLabel={t('update_email')}
        pending={update.isPending}
        onSubmit={submit}
      >
        <TextInput name="new_email" type="email" label={t('new_email')} autoComplete="email" error={wrong.new_email} />
        <CurrentPassword shown={hasPassword} />
      </AccountForm>
      {stepUp.dialog}
    </>
  );
}
