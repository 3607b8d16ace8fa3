import { PasswordInput, TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { type FormErrors, serverErrors } from '../../lib/api/form-schema.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useStepUp } from '../security/index.ts';
import { AccountForm, fieldText } from './account-form.tsx';
import { PendingEmail } from './pending-email.tsx';
import { t } from './texts.ts';

export function EmailForm({ email, pending }: { email: string; pending: string | null }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | undefined>();
  const [wrong, setWrong] = useState<FormErrors>({});
  const stepUp = useStepUp();
  const update = useMutation(mutationOptions(authEndpoints.changeEmail));
  function submit(form: FormData, reset: () => void) {
    const current_password = fieldText(form, 'current_password');
    const new_email = fieldText(form, 'new_email').trim();
    if (!current_password || !new_email) return setProblem(t('fill_all'));
    send({ current_password, new_email }, reset);
  }
  function send(body: { current_password: string; new_email: string }, reset: () => void) {
    setProblem(undefined);
    setWrong({});
    update.mutate(
      { body },
      {
        onSuccess: () => {
          reset();
          toast.success(t('email_asked', { email: body.new_email }));
          void refetchUser(client);
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
        <PasswordInput name="current_password" label={t('current_password')} autoComplete="current-password" />
      </AccountForm>
      {stepUp.dialog}
    </>
  );
}
