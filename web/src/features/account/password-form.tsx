import { PasswordInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { findPasswordProblem, type PasswordOwner } from '@overture/domain/security/password';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useStepUp } from '../security/index.ts';
import { AccountForm, fieldText } from './account-form.tsx';
import { useHasPassword } from './own-password.tsx';
import { t } from './texts.ts';

/** What is wrong with the three fields, in the specification's words and order. */
export function passwordProblem(
  current: string,
  next: string,
  again: string,
  owner: PasswordOwner | null = null,
): string | undefined {
  if (!current || !next || !again) return t('fill_all');
  if (next !== again) return t('mismatch');
  const problem = findPasswordProblem(next, owner);
  if (problem === 'short') return t('too_short');
  return problem ? t('password_personal') : undefined;
}

export function PasswordForm({ owner }: { owner: PasswordOwner }) {
  const [problem, setProblem] = useState<string | undefined>();
  const stepUp = useStepUp();
  const hasPassword = useHasPassword();
  const update = useMutation(mutationOptions(authEndpoints.changePassword));
  function submit(form: FormData, reset: () => void) {
    const current_password = fieldText(form, 'current_password');
    const new_password = fieldText(form, 'new_password');
    const found = passwordProblem(current_password, new_password, fieldText(form, 'confirm_password'), owner);
    setProblem(found);
    if (found) return;
    send({ current_password, new_password }, reset);
  }
  function send(body: { current_password: string; new_password: string }, reset: () => void) {
    update.mutate(
      { body },
      {
        onSuccess: () => {
          reset();
          toast.success(t('updated'));
        },
        onError: (error) =>
          stepUp.ask(error, () => send(body, reset)) || setProblem(errorMessage(error, t('failed_password'))),
      },
    );
  }
  if (!hasPassword) return <p className="max-w-[420px] pt-6 text-ink-3">{t('no_password')}</p>;
  return (
    <>
      <AccountForm
        intro={t('password_note')}
        problem={problem}
        submitLabel={t('update_password')}
        pending={update.isPending}
        onSubmit={submit}
      >
        <PasswordInput name="current_password" label={t('current_password')} autoComplete="current-password" />
        <PasswordInput name="new_password" label={t('new_password')} autoComplete="new-password" />
        <PasswordInput name="confirm_password" label={t('confirm_password')} autoComplete="new-password" />
      </AccountForm>
      {stepUp.dialog}
    </>
  );
}
