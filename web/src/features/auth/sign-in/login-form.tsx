import { PasswordInput, TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { serverErrors } from '../../../lib/api/form-schema.ts';
import { isCustomBranded, useBranding } from '../../../lib/branding.ts';
import { AppLink, useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { PageSpinner } from '../../../ui/feedback/spinner.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { AuthForm, fieldText } from '../auth-form.tsx';
import { t } from '../texts.ts';
import { useFieldErrors } from '../use-field-errors.ts';
import { useFromAddress } from '../use-from-address.ts';
import { FactorStep } from './factor-step.tsx';
import { GoogleButton, type ProviderReturn, useGoogleReturn } from './google-sign-in.tsx';
import { LinkStep } from './link-step.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SsoButton, SsoStep, useSsoReturn } from './sso-sign-in.tsx';
import { type SignedInAnswer, useSignedIn } from './use-signed-in.ts';

// Rarely needed, so it loads on demand.
const ChoiceStep = lazyPart(() => import('./choice-step.tsx').then((file) => ({ default: file.ChoiceStep })));

/** Email and password; on a host with its own brand the ways to our sign-up are hidden; a password can be forgotten there too (decision 0151). */
export function LoginForm({ returned }: { returned: ProviderReturn & { ended?: boolean | undefined } }) {
  const { signedIn, waiting, waitingLink, waitingChoice, startAgain } = useSignedIn();
  const google = useGoogleReturn(returned, signedIn);
  const sso = useSsoReturn(returned.sso, signedIn);
  const [asksForDomain, setAsksForDomain] = useState(false);
  const go = useGo();
  const { errors, setErrors, check } = useFieldErrors();
  const login = useMutation({
    ...mutationOptions(authEndpoints.login),
    onSuccess: signedIn,
    onError: (error, { body }) => {
      // A fresh code is in the mailbox: here is where to type it.
      if (error instanceof ApiError && error.code === 'email_not_verified') go(pb.verifyEmail(body.email, 'again'));
      else setErrors(serverErrors(error));
    },
  });
  function submit(form: FormData) {
    const email = fieldText(form, 'email').trim();
    const password = fieldText(form, 'password');
    if (check({ email: email ? undefined : t('required'), password: password ? undefined : t('required') })) {
      login.mutate({ body: { email, password } });
    }
  }
  if (google.isRunning || sso.isRunning) return <PageSpinner label={t('google_running')} />;
  if (waitingLink) return <LinkStep link={waitingLink} onSignedIn={signedIn} onStartAgain={startAgain} />;
  if (waitingChoice)
    return (
      <Suspense fallback={<PageSpinner label={t('google_running')} />}>
        <ChoiceStep choice={waitingChoice} onSignedIn={signedIn} onStartAgain={startAgain} />
      </Suspense>
    );
  if (waiting) return <FactorStep waiting={waiting} onSignedIn={signedIn} onStartAgain={startAgain} />;
  if (asksForDomain) return <SsoStep onBack={() => setAsksForDomain(false)} />;
  const problem = google.problem ?? sso.problem;
  return (
    <AuthForm
      title={t('login_title')}
      intro={t(returned.ended ? 'login_ended' : 'login_intro')}
      submitLabel={t('log_in')}
      pending={login.isPending}
      error={login.error ? errorMessage(login.error, '') : login.isIdle ? problem : undefined}
      onSubmit={submit}
      footer={<OtherWays onSignedIn={signedIn} onSso={() => setAsksForDomain(true)} />}
    >
      <TextInput name="email" type="email" label={t('email')} autoComplete="email" autoFocus error={errors.email} />
      <PasswordInput name="password" label={t('password')} autoComplete="current-password" error={errors.password} />
    </AuthForm>
  );
}

/** A host with its own brand offers no sign-up, Google or Single Sign-On. */
function OtherWays({ onSignedIn, onSso }: { onSignedIn: (answer: SignedInAnswer) => void; onSso: () => void }) {
  const isBranded = isCustomBranded(useBranding());
  return (
    <>
      {isBranded ? null : (
        <>
          <GoogleButton />
          <SsoButton onClick={onSso} />
        </>
      )}
      <PasskeySignIn onSignedIn={onSignedIn} />
      <AppLink to={pb.forgotPassword()}>{t('forgot_link')}</AppLink>
      {isBranded ? null : (
        <span>
          {t('no_account')} <AppLink to={pb.register()}>{t('sign_up_here')}</AppLink>
        </span>
      )}
    </>
  );
}

const route = getRouteApi('/public/login');

export function LoginScreen() {
  return <LoginForm returned={useFromAddress(route.useSearch())} />;
}
