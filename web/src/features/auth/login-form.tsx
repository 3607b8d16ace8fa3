import { PasswordInput, TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api-client.ts';
import { isCustomBranded, useBranding } from '../../lib/branding.ts';
import { AppLink } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { AuthForm, fieldText } from './auth-form.tsx';
import { t } from './texts.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useSignedIn } from './use-signed-in.ts';

/** Email and password; on a host with its own brand the links to our sign-up are hidden (core-platform 2.3). */
export function LoginForm() {
  const branding = useBranding();
  const signedIn = useSignedIn();
  const { errors, check } = useFieldErrors();
  const login = useMutation({ ...mutationOptions(authEndpoints.login), onSuccess: signedIn });
  function submit(form: FormData) {
    const email = fieldText(form, 'email').trim();
    const password = fieldText(form, 'password');
    if (check({ email: email ? undefined : t('required'), password: password ? undefined : t('required') })) {
      login.mutate({ body: { email, password } });
    }
  }
  const links = isCustomBranded(branding) ? null : (
    <>
      <AppLink to={pb.forgotPassword()}>{t('forgot_link')}</AppLink>
      <span>
        {t('no_account')} <AppLink to={pb.register()}>{t('sign_up_here')}</AppLink>
      </span>
    </>
  );
  return (
    <AuthForm
      title={t('login_title')}
      intro={t('login_intro')}
      submitLabel={t('log_in')}
      pending={login.isPending}
      error={login.error ? errorMessage(login.error, t('login_failed')) : undefined}
      onSubmit={submit}
      footer={links}
    >
      <TextInput name="email" type="email" label={t('email')} autoComplete="email" autoFocus error={errors.email} />
      <PasswordInput name="password" label={t('password')} autoComplete="current-password" error={errors.password} />
    </AuthForm>
  );
}
