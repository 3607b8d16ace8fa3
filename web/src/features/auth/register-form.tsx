import { PasswordInput, TextInput } from '@mantine/core';
import { appInfoEndpoints } from '@overture/contract/app-info';
import { authEndpoints } from '@overture/contract/auth';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { serverErrors } from '../../lib/api/form-schema.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { AuthForm, fieldText } from './auth-form.tsx';
import { passwordProblem } from './password-hint.ts';
import { GoogleButton } from './sign-in/google-sign-in.tsx';
import { t } from './texts.ts';
import { isShownAtField, useFieldErrors } from './use-field-errors.ts';

const MOST_NAMED = 3;

const infoQuery = { ...queryOptions(appInfoEndpoints.getAppInfo), staleTime: Number.POSITIVE_INFINITY };

/** Who may open an account here, where not everybody may. */
function SignUpsNotice() {
  const { data } = useQuery(infoQuery);
  const signUps = data?.sign_ups;
  if (!signUps || signUps.mode === 'open') return null;
  return <p className="py-2.25 px-3 border border-line rounded-control text-ink-2 text-table">{describe(signUps)}</p>;
}

function describe({ mode, domains }: { mode: string; domains: string[] }): string {
  if (mode !== 'domains') return t('sign_ups_closed');
  const named = domains.slice(0, MOST_NAMED).join(', ');
  const rest = domains.length - MOST_NAMED;
  return t('sign_ups_domains', { domains: rest > 0 ? `${named} ${t('sign_ups_and_more', { count: rest })}` : named });
}

/** A trial is promised only where there is one, to those who may sign up; nothing is said before that is known. */
function useOffer(): { title: string; intro: string } {
  const { data, isPending } = useQuery(infoQuery);
  if (isPending) return { title: '\u00a0', intro: '\u00a0' };
  const isOpen = data?.sign_ups.mode === 'open' || data?.sign_ups.mode === 'domains';
  if (isOpen && data?.has_trial) return { title: t('register_title'), intro: t('register_intro') };
  return { title: t('register_title_plain'), intro: t('register_intro_plain') };
}

/** New account: name, email, password; then the code of /verify-email. */
export function RegisterForm() {
  const go = useGo();
  const { errors, setErrors, check } = useFieldErrors();
  const offer = useOffer();
  const register = useMutation({
    ...mutationOptions(authEndpoints.register),
    onSuccess: ({ mail_is_slow }, { body }) => go(pb.verifyEmail(body.email, mail_is_slow ? 'slow' : undefined)),
    onError: (error) => setErrors(serverErrors(error)),
  });
  function submit(form: FormData) {
    const name = fieldText(form, 'name').trim();
    const email = fieldText(form, 'email').trim();
    const password = fieldText(form, 'password');
    const isComplete = check({
      name: name ? undefined : t('required'),
      email: email ? undefined : t('required'),
      password: passwordProblem(password, { name, email }),
    });
    const referral_code = readStored('referral_code', '') || undefined;
    if (isComplete) register.mutate({ body: { name, email, password, referral_code } });
  }
  const isShownAbove = register.error && !isShownAtField(register.error, ['name', 'email', 'password']);
  return (
    <AuthForm
      title={offer.title}
      intro={offer.intro}
      submitLabel={t('create_account')}
      pending={register.isPending}
      error={isShownAbove ? errorMessage(register.error, t('register_failed')) : undefined}
      onSubmit={submit}
      footer={
        <>
          <GoogleButton />
          <span>
            {t('have_account')} <AppLink to={pb.login()}>{t('log_in_here')}</AppLink>
          </span>
        </>
      }
    >
      <SignUpsNotice />
      <TextInput name="name" label={t('full_name')} autoComplete="name" maxLength={120} autoFocus error={errors.name} />
      <TextInput name="email" type="email" label={t('email')} autoComplete="email" error={errors.email} />
      <PasswordInput
        name="password"
        label={t('password')}
        description={t('password_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        error={errors.password}
      />
    </AuthForm>
  );
}

const route = getRouteApi('/public/register');

/** Remembers the referral code of the address for the moment of registration. */
export function RegisterScreen() {
  const { referral } = route.useSearch();
  useEffect(() => {
    if (referral) writeStored('referral_code', referral);
  }, [referral]);
  return <RegisterForm />;
}
