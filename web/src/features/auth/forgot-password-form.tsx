import { TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { ApiError, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { serverErrors } from '../../lib/api/form-schema.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { AuthForm, fieldText } from './auth-form.tsx';
import { t } from './texts.ts';
import { useFieldErrors } from './use-field-errors.ts';

function failureText(error: unknown): string | undefined {
  if (!error) return undefined;
  if (error instanceof ApiError && error.status === 404) return t('forgot_unknown');
  return errorMessage(error, t('forgot_failed'));
}

/** Asks for the mail with the reset link. */
export function ForgotPasswordForm() {
  const { errors, setErrors, check } = useFieldErrors();
  const forgot = useMutation({
    ...mutationOptions(authEndpoints.forgotPassword),
    onError: (error) => setErrors(serverErrors(error)),
  });
  function submit(form: FormData) {
    const email = fieldText(form, 'email').trim();
    if (check({ email: email ? undefined : t('required') })) forgot.mutate({ body: { email } });
  }
  return (
    <AuthForm
      title={t('forgot_title')}
      intro={t('forgot_intro')}
      submitLabel={t('reset_password')}
      pending={forgot.isPending}
      error={failureText(forgot.error)}
      notice={forgot.isSuccess ? t('forgot_sent') : undefined}
      onSubmit={submit}
      footer={<AppLink to={pb.login()}>{t('back_to_login')}</AppLink>}
    >
      <TextInput name="email" type="email" label={t('email')} autoComplete="email" autoFocus error={errors.email} />
    </AuthForm>
  );
}
