import { TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AccountForm, fieldText } from './account-form.tsx';
import { CurrentPassword, useHasPassword } from './own-password.tsx';
import { t } from './texts.ts';

export function NameForm({ name }: { name: string }) {
  const [problem, setProblem] = useState<string | undefined>();
  const hasPassword = useHasPassword();
  const update = useMutation(mutationOptions(authEndpoints.changeName));
  function submit(form: FormData, reset: () => void) {
    const current_password = fieldText(form, 'current_password');
    const new_name = fieldText(form, 'new_name').trim();
    if ((hasPassword && !current_password) || !new_name) return setProblem(t('fill_all'));
    if (new_name.length < TEXT_LIMITS.name_min) return setProblem(t('name_short'));
    setProblem(undefined);
    update.mutate(
      { body: { current_password: hasPassword ? current_password : null, new_name } },
      {
        onSuccess: () => {
          reset();
          toast.success(t('updated'));
        },
        onError: (error) => setProblem(errorMessage(error, t('failed_name'))),
      },
    );
  }
  return (
    <AccountForm
      intro={t('now_name', { name })}
      problem={problem}
      submitLabel={t('update_name')}
      pending={update.isPending}
      onSubmit={submit}
    >
      <TextInput name="new_name" label={t('new_name')} autoComplete="name" maxLength={120} />
      <CurrentPassword shown={hasPassword} />
    </AccountForm>
  );
}
